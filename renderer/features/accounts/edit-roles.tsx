import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/domain/account.ts';
import { useChange } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RolesField } from './roles-field.tsx';

/** Changes a person's roles; takes effect at once. */
export function EditRoles({ person, onClose }: { readonly person: Account; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const set = useChange('accounts.setRoles');
  const [roles, setRoles] = useState<Account['roles']>(person.roles);
  return (
    <Modal
      open
      title={t('accounts.people.rolesTitle', { name: person.name })}
      okText={t('app.save')}
      okButtonProps={{ loading: set.isPending }}
      width={520}
      data-testid="edit-roles-dialog"
      onOk={() => set.mutate({ name: person.name, roles }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <RolesField value={roles} onChange={setRoles} />
      {set.error !== null && <ErrorNote error={set.error} />}
    </Modal>
  );
}
