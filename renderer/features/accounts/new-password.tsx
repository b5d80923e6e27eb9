import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isLongEnough, MIN_PASSWORD } from '../../../shared/domain/account.ts';

export interface NewPasswordValue {
  readonly first: string;
  readonly second: string;
}

export const NO_PASSWORD: NewPasswordValue = { first: '', second: '' };

/** Long enough, and the same twice. */
export const isReady = ({ first, second }: NewPasswordValue): boolean =>
  isLongEnough(first) && first === second;

interface NewPasswordProps {
  readonly value: NewPasswordValue;
  readonly label: 'accounts.newPassword' | 'accounts.firstPassword';
  readonly autoFocus?: boolean;
  readonly onChange: (value: NewPasswordValue) => void;
}

/** A new password, asked for twice. */
export function NewPassword({ value, label, autoFocus = false, onChange }: NewPasswordProps) {
  const { t } = useTranslation();
  const id = useId();
  const tooShort = value.first !== '' && !isLongEnough(value.first);
  const differs = value.second !== '' && value.second !== value.first;
  return (
    <>
      <label htmlFor={`${id}-first`} className="field-label">
        {t(label, { n: MIN_PASSWORD })}
      </label>
      <Input.Password
        id={`${id}-first`}
        autoFocus={autoFocus}
        autoComplete="new-password"
        maxLength={200}
        value={value.first}
        status={tooShort ? 'error' : ''}
        data-testid="new-password"
        onChange={(event) => onChange({ ...value, first: event.target.value })}
      />
      {tooShort && <p className="field-error">{t('accounts.tooShort', { n: MIN_PASSWORD })}</p>}
      <label htmlFor={`${id}-second`} className="field-label">
        {t('accounts.repeat')}
      </label>
      <Input.Password
        id={`${id}-second`}
        autoComplete="new-password"
        maxLength={200}
        value={value.second}
        status={differs ? 'error' : ''}
        data-testid="repeat-password"
        onChange={(event) => onChange({ ...value, second: event.target.value })}
      />
      {differs && <p className="field-error">{t('accounts.notSame')}</p>}
    </>
  );
}
