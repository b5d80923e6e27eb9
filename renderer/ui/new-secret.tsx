import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** A new password or passphrase, typed twice. */
export interface NewSecretValue {
  readonly first: string;
  readonly second: string;
}

export const NO_SECRET: NewSecretValue = { first: '', second: '' };

interface NewSecretProps {
  readonly value: NewSecretValue;
  readonly label: string;
  readonly isStrongEnough: (text: string) => boolean;
  /** Text beside one that is too short. */
  readonly tooShort: string;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly onChange: (value: NewSecretValue) => void;
}

/** Asks for a new password or passphrase twice. */
export function NewSecret(props: NewSecretProps) {
  const { value, label, isStrongEnough, tooShort, autoFocus = false, onChange, ...input } = props;
  const { t } = useTranslation();
  const id = useId();
  const isTooShort = value.first !== '' && !isStrongEnough(value.first);
  const differs = value.second !== '' && value.second !== value.first;
  return (
    <>
      <label htmlFor={`${id}-first`} className="field-label">
        {label}
      </label>
      <Input.Password
        {...input}
        id={`${id}-first`}
        autoFocus={autoFocus}
        autoComplete="new-password"
        value={value.first}
        status={isTooShort ? 'error' : ''}
        data-testid="new-password"
        onChange={(event) => onChange({ ...value, first: event.target.value })}
      />
      {isTooShort && <p className="field-error">{tooShort}</p>}
      <label htmlFor={`${id}-second`} className="field-label">
        {t('accounts.repeat')}
      </label>
      <Input.Password
        {...input}
        id={`${id}-second`}
        autoComplete="new-password"
        value={value.second}
        status={differs ? 'error' : ''}
        data-testid="repeat-password"
        onChange={(event) => onChange({ ...value, second: event.target.value })}
      />
      {differs && <p className="field-error">{t('accounts.notSame')}</p>}
    </>
  );
}
