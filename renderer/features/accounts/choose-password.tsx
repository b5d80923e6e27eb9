import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountRequest } from '../../api/accounts.ts';
import { ErrorText } from '../../ui/error-note.tsx';
import { NO_SECRET } from '../../ui/new-secret.tsx';
import { isReady, NewPassword } from './new-password.tsx';

interface ChoosePasswordProps {
  readonly name: string;
  /** The present password, if it has just been typed. */
  readonly typed: string | null;
}

/** Replaces the password that an administrator gave, before anything else. */
export function ChoosePassword({ name, typed }: ChoosePasswordProps) {
  const { t } = useTranslation();
  const id = useId();
  const change = useAccountRequest('account.changePassword');
  const signOut = useAccountRequest('account.signOut');
  const [old, setOld] = useState(typed ?? '');
  const [value, setValue] = useState(NO_SECRET);
  const ready = old !== '' && isReady(value) && !change.isPending;
  return (
    <form
      data-testid="choose-password"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) change.mutate({ old, password: value.first });
      }}
    >
      <p className="gate-person">
        <strong>{name}</strong>
      </p>
      {typed === null && (
        <>
          <label htmlFor={id} className="field-label">
            {t('accounts.oldPassword')}
          </label>
          <Input.Password
            id={id}
            autoFocus
            autoComplete="off"
            value={old}
            data-testid="old-password"
            onChange={(event) => setOld(event.target.value)}
          />
        </>
      )}
      <NewPassword
        value={value}
        label="accounts.newPassword"
        autoFocus={typed !== null}
        onChange={(next) => {
          setValue(next);
          if (change.isError) change.reset();
        }}
      />
      {change.error !== null && (
        <div role="alert" className="field-error" data-testid="choose-password-error">
          <ErrorText error={change.error} />
        </div>
      )}
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        block
        loading={change.isPending}
        disabled={!ready && !change.isPending}
      >
        {t('accounts.chosen.submit')}
      </Button>
      <Button type="text" block onClick={() => signOut.mutate({})}>
        {t('accounts.menu.signOut')}
      </Button>
    </form>
  );
}
