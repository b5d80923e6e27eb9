import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountRequest } from '../../api/accounts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NO_SECRET } from '../../ui/new-secret.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { isReady, NewPassword } from './new-password.tsx';

/** One's own password. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const id = useId();
  const change = useAccountRequest('account.changePassword');
  const [old, setOld] = useState('');
  const [value, setValue] = useState(NO_SECRET);
  const ready = old !== '' && isReady(value);
  const submit = (): void =>
    change.mutate(
      { old, password: value.first },
      {
        onSuccess: () => {
          notices.done(t('accounts.changed'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('accounts.menu.changePassword')}
      okText={t('app.save')}
      ready={ready}
      request={change}
      testId="change-password-dialog"
      onSubmit={submit}
      onClose={onClose}
    >
      <label htmlFor={id} className="field-label">
        {t('accounts.oldPassword')}
      </label>
      <Input.Password
        id={id}
        autoComplete="off"
        value={old}
        data-testid="old-password"
        onChange={(event) => setOld(event.target.value)}
      />
      <NewPassword value={value} label="accounts.newPassword" onChange={setValue} />
    </FormDialog>
  );
}
