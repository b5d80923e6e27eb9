import { useTranslation } from 'react-i18next';
import type { Method } from '../../shared/contract/index.ts';
import type { Role } from '../../shared/domain/account.ts';
import { useMay } from '../api/accounts.ts';

/** Returns why the account in use may not use a control, naming the roles that it needs; undefined when it may. */
export function useRefusal(method: Method, roles: readonly Role[]): string | undefined {
  const { t } = useTranslation();
  const may = useMay();
  if (may(method)) return undefined;
  return t('accounts.needs', { roles: roles.map((role) => t(`accounts.role.${role}`)).join(' / ') });
}
