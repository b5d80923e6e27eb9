import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_NAME, Role } from '../../../shared/domain/account.ts';
import { useChange } from '../../api/requests.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NO_SECRET } from '../../ui/new-secret.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { isReady, NewPassword } from './new-password.tsx';
import { RolesField } from './roles-field.tsx';

interface AddAccountProps {
  /** Nobody has an account yet. */
  readonly first: boolean;
  readonly onClose: () => void;
}

/** A name, a password and roles. The first person keeps doing everything unless they choose otherwise. */
export function AddAccount({ first, onClose }: AddAccountProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const id = useId();
  const add = useChange('accounts.add');
  const [begunFirst] = useState(first); // it stays the same dialog while the first account comes into being
  const [name, setName] = useState('');
  const [value, setValue] = useState(NO_SECRET);
  const [roles, setRoles] = useState<Role[]>(begunFirst ? [...Role.options] : []);
  const ready = name.trim() !== '' && isReady(value) && (begunFirst || roles.length > 0);
  const submit = (): void =>
    add.mutate(
      { name, roles, password: value.first },
      {
        onSuccess: (person) => {
          notices.done(t('accounts.people.added', { name: person.name }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t(begunFirst ? 'accounts.people.first' : 'accounts.people.add')}
      okText={t(begunFirst ? 'accounts.people.firstDo' : 'accounts.people.addDo')}
      width={520}
      ready={ready}
      request={add}
      testId="add-person-dialog"
      onSubmit={submit}
      onClose={onClose}
    >
      <label htmlFor={id} className="field-label">
        {t('accounts.name')}
      </label>
      <Input
        id={id}
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        data-testid="person-name"
        onChange={(event) => setName(event.target.value)}
      />
      <NewPassword
        value={value}
        label={begunFirst ? 'accounts.newPassword' : 'accounts.firstPassword'}
        onChange={setValue}
      />
      <RolesField value={roles} fixed={begunFirst ? 'administrator' : undefined} onChange={setRoles} />
      {!begunFirst && <p className="muted">{t('accounts.people.addHint')}</p>}
    </FormDialog>
  );
}
