import { useTranslation } from 'react-i18next';
import { isStrongEnough } from '../../../shared/domain/account.ts';
import { NewSecret, type NewSecretValue } from '../../ui/new-secret.tsx';

/** Long enough, and the same twice. */
export const areReady = ({ first, second }: NewSecretValue): boolean =>
  isStrongEnough(first) && first === second;

interface PassphraseFieldsProps {
  readonly value: NewSecretValue;
  readonly onChange: (value: NewSecretValue) => void;
}

/** A new passphrase, asked for twice. */
export function PassphraseFields(props: PassphraseFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="passphrases column">
      <NewSecret
        {...props}
        label={t('settings.newPassphrase')}
        isStrongEnough={isStrongEnough}
        tooShort={t('settings.tooShort')}
      />
    </div>
  );
}
