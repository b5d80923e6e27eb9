import { Button, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountStatus } from '../../../shared/domain/account.ts';
import { useAccountRequest } from '../../api/accounts.ts';
import { ErrorText } from '../../ui/error-note.tsx';
import { useRoleNames } from './role-list.tsx';

interface SignInFormProps {
  /** Person whose window is locked; null asks for a name. */
  readonly person: AccountStatus['person'];
  /** Turns between who is known and somebody else. */
  readonly onOther?: () => void;
  readonly onTyped: (password: string) => void;
}

/** Name and password, or the password alone. */
export function SignInForm({ person, onOther, onTyped }: SignInFormProps) {
  const { t } = useTranslation();
  const roleNames = useRoleNames();
  const signIn = useAccountRequest('account.signIn');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const field = useRef<InputRef>(null);
  const ready = password !== '' && (person !== null || name.trim() !== '') && !signIn.isPending;

  // A wrong password is typed anew.
  useEffect(() => {
    if (signIn.isError) field.current?.select();
  }, [signIn.isError]);

  return (
    <form
      data-testid="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        onTyped(password);
        signIn.mutate({ name: person?.name ?? name, password });
      }}
    >
      {person === null ? (
        <>
          <label htmlFor="sign-in-name" className="field-label">
            {t('accounts.name')}
          </label>
          <Input
            id="sign-in-name"
            autoFocus
            autoComplete="off"
            size="large"
            maxLength={60}
            value={name}
            data-testid="sign-in-name"
            onChange={(event) => setName(event.target.value)}
          />
        </>
      ) : (
        <p className="gate-person" data-testid="locked-person">
          <strong>{person.name}</strong>
          <span className="muted">{roleNames(person.roles)}</span>
        </p>
      )}
      <label htmlFor="sign-in-password" className="field-label">
        {t('accounts.password')}
      </label>
      <Input.Password
        id="sign-in-password"
        ref={field}
        autoFocus={person !== null}
        autoComplete="off"
        size="large"
        maxLength={1000}
        value={password}
        status={signIn.isError ? 'error' : ''}
        data-testid="sign-in-password"
        onChange={(event) => {
          setPassword(event.target.value);
          if (signIn.isError) signIn.reset();
        }}
      />
      {signIn.error !== null && (
        <div role="alert" className="field-error" data-testid="sign-in-error">
          <ErrorText error={signIn.error} />
        </div>
      )}
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        block
        loading={signIn.isPending}
        disabled={!ready && !signIn.isPending}
        data-testid="sign-in-submit"
      >
        {t(
          signIn.isPending
            ? 'accounts.signIn.busy'
            : person === null
              ? 'accounts.signIn.submit'
              : 'accounts.locked.submit',
        )}
      </Button>
      {onOther !== undefined && (
        <Button type="text" block data-testid="sign-in-other" onClick={onOther}>
          {t(person === null ? 'accounts.locked.back' : 'accounts.locked.other')}
        </Button>
      )}
    </form>
  );
}
