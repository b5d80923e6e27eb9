import { useTranslation } from 'react-i18next';
import type { Method } from '../../shared/contract/index.ts';
import type { Role } from '../../shared/domain/account.ts';
import { useMay } from '../api/accounts.ts';

/** Why a control is of no use to who is signed in: it needs one of these roles. Undefined: it may be used. */
export function useRefusal(method: Method, roles: readonly Role[]): string | undefined {
  const { t } = useTranslation();
  const may = useMay();
  if (may(method)) return undefined;
  return t('accounts.needs', { roles: roles.map((role) => t(`accounts.role.${role}`)).join(' / ') });
}
