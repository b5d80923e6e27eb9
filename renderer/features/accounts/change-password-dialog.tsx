import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangePassword } from '../../api/accounts.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { isReady, NewPassword, NO_PASSWORD } from './new-password.tsx';

/** One's own password. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const id = useId();
  const change = useChangePassword();
  const [old, setOld] = useState('');
  const [value, setValue] = useState(NO_PASSWORD);
  const ready = old !== '' && isReady(value) && !change.isPending;
  const submit = (): void => {
    if (!ready) return;
    change.mutate(
      { old, password: value.first },
      {
        onSuccess: () => {
          notices.done(t('accounts.changed'));
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      title={t('accounts.menu.changePassword')}
      okText={t('app.save')}
      okButtonProps={{ disabled: !ready, loading: change.isPending }}
      width={420}
      mask={{ closable: false }}
      data-testid="change-password-dialog"
      afterOpenChange={(opened) => {
        if (opened) document.getElementById(id)?.focus();
      }}
      onOk={submit}
      onCancel={onClose}
    >
      <form
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
        <button type="submit" hidden />
      </form>
      {change.error !== null && <ErrorNote error={change.error} />}
    </Modal>
  );
}
