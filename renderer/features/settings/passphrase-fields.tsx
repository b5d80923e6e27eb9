import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface Passphrases {
  readonly first: string;
  readonly second: string;
}

const MIN_PASSPHRASE = 8;
export const NO_PASSPHRASES: Passphrases = { first: '', second: '' };

/** Long enough, and the same twice. */
export const areReady = ({ first, second }: Passphrases): boolean =>
  first.length >= MIN_PASSPHRASE && first === second;

interface PassphraseFieldsProps {
  readonly value: Passphrases;
  readonly onChange: (value: Passphrases) => void;
}

/** A new passphrase, asked for twice. */
export function PassphraseFields({ value, onChange }: PassphraseFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const tooShort = value.first !== '' && value.first.length < MIN_PASSPHRASE;
  const differs = value.second !== '' && value.second !== value.first;
  return (
    <div className="passphrases column">
      <label htmlFor={`${id}-first`} className="field-label">
        {t('settings.newPassphrase')}
      </label>
      <Input.Password
        id={`${id}-first`}
        autoComplete="new-password"
        value={value.first}
        status={tooShort ? 'error' : ''}
        data-testid="passphrase-first"
        onChange={(event) => onChange({ ...value, first: event.target.value })}
      />
      {tooShort && <p className="field-error">{t('settings.tooShort')}</p>}
      <label htmlFor={`${id}-second`} className="field-label">
        {t('settings.repeatPassphrase')}
      </label>
      <Input.Password
        id={`${id}-second`}
        autoComplete="new-password"
        value={value.second}
        status={differs ? 'error' : ''}
        data-testid="passphrase-second"
        onChange={(event) => onChange({ ...value, second: event.target.value })}
      />
      {differs && <p className="field-error">{t('settings.notSame')}</p>}
    </div>
  );
}
