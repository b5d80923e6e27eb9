import { useTranslation } from 'react-i18next';
import type { Role } from '../../../shared/domain/account.ts';

/** Roles in words, with a sign between. */
export function useRoleNames(): (roles: readonly Role[]) => string {
  const { t } = useTranslation();
  return (roles) =>
    roles.length === 0 ? t('accounts.noRole') : roles.map((role) => t(`accounts.role.${role}`)).join(' · ');
}
