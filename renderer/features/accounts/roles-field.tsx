import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { Role } from '../../../shared/domain/account.ts';

interface RolesFieldProps {
  readonly value: readonly Role[];
  /** Cannot be taken away. */
  readonly fixed?: Role | undefined;
  readonly onChange: (roles: Role[]) => void;
}

/** The roles, each with what it is for. */
export function RolesField({ value, fixed, onChange }: RolesFieldProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="roles-field" data-testid="roles-field">
      <legend className="field-label">{t('accounts.people.roles')}</legend>
      {Role.options.map((role) => (
        <Checkbox
          key={role}
          checked={role === fixed || value.includes(role)}
          disabled={role === fixed}
          data-testid={`role-${role}`}
          onChange={({ target }) =>
            onChange(
              Role.options.filter((other) => (other === role ? target.checked : value.includes(other))),
            )
          }
        >
          <strong>{t(`accounts.role.${role}`)}</strong>
          <span className="muted">{t(`accounts.roleHint.${role}`)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
