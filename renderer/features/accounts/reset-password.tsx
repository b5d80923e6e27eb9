import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/domain/account.ts';
import { useChange } from '../../api/requests.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NO_SECRET } from '../../ui/new-secret.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { isReady, NewPassword } from './new-password.tsx';

interface ResetPasswordProps {
  readonly person: Account;
  readonly onClose: () => void;
}

/** A new password for somebody who has lost theirs. */
export function ResetPassword({ person: { name }, onClose }: ResetPasswordProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const reset = useChange('accounts.resetPassword');
  const [value, setValue] = useState(NO_SECRET);
  const submit = (): void =>
    reset.mutate(
      { name, password: value.first },
      {
        onSuccess: () => {
          notices.done(t('accounts.people.resetDone', { name }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('accounts.people.resetTitle', { name })}
      okText={t('accounts.people.reset')}
      ready={isReady(value)}
      request={reset}
      testId="reset-password-dialog"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('accounts.people.resetBody', { name })}</p>
      <NewPassword value={value} label="accounts.firstPassword" onChange={setValue} />
    </FormDialog>
  );
}
