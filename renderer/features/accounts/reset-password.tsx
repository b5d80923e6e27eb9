import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/domain/account.ts';
import { useResetPassword } from '../../api/accounts.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { isReady, NewPassword, NO_PASSWORD } from './new-password.tsx';

interface ResetPasswordProps {
  readonly person: Account;
  readonly onClose: () => void;
}

/** A new password for somebody who has lost theirs. */
export function ResetPassword({ person: { name }, onClose }: ResetPasswordProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const reset = useResetPassword();
  const [value, setValue] = useState(NO_PASSWORD);
  const ready = isReady(value) && !reset.isPending;
  const submit = (): void => {
    if (!ready) return;
    reset.mutate(
      { name, password: value.first },
      {
        onSuccess: () => {
          notices.done(t('accounts.people.resetDone', { name }));
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      title={t('accounts.people.resetTitle', { name })}
      okText={t('accounts.people.reset')}
      okButtonProps={{ disabled: !ready, loading: reset.isPending }}
      width={420}
      mask={{ closable: false }}
      data-testid="reset-password-dialog"
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
        <p>{t('accounts.people.resetBody', { name })}</p>
        <NewPassword value={value} label="accounts.firstPassword" autoFocus onChange={setValue} />
        <button type="submit" hidden />
      </form>
      {reset.error !== null && <ErrorNote error={reset.error} />}
    </Modal>
  );
}
