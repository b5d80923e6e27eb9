import { useTranslation } from 'react-i18next';
import { isStrongEnough, MIN_PASSWORD } from '../../../shared/domain/account.ts';
import { NewSecret, type NewSecretValue } from '../../ui/new-secret.tsx';

/** Long enough, and the same twice. */
export const isReady = ({ first, second }: NewSecretValue): boolean =>
  isStrongEnough(first) && first === second;

interface NewPasswordProps {
  readonly value: NewSecretValue;
  readonly label: 'accounts.newPassword' | 'accounts.firstPassword';
  readonly autoFocus?: boolean;
  readonly onChange: (value: NewSecretValue) => void;
}

/** A new password, asked for twice. */
export function NewPassword({ label, ...field }: NewPasswordProps) {
  const { t } = useTranslation();
  const n = MIN_PASSWORD;
  return (
    <NewSecret
      {...field}
      label={t(label, { n })}
      isStrongEnough={isStrongEnough}
      tooShort={t('accounts.tooShort', { n })}
      maxLength={200}
    />
  );
}
