import { App, Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/domain/account.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { useRoleNames } from './role-list.tsx';

interface AccountTableProps {
  readonly people: readonly Account[];
  /** The signed-in person. */
  readonly self: string;
  readonly onRoles: (person: Account) => void;
  readonly onReset: (person: Account) => void;
}

const isAdministrator = ({ active, roles }: Account): boolean => active && roles.includes('administrator');

/** All accounts, deactivated ones included. */
export function AccountTable({ people, self, onRoles, onReset }: AccountTableProps) {
  const { t } = useTranslation();
  const roleNames = useRoleNames();
  const administrators = people.filter(isAdministrator);
  return (
    <table className="people-table" data-testid="people-table">
      <thead>
        <tr>
          <th scope="col">{t('accounts.name')}</th>
          <th scope="col">{t('accounts.people.roles')}</th>
          <th scope="col">{t('accounts.people.state')}</th>
          <th scope="col">{t('accounts.people.lastSignIn')}</th>
          <th scope="col" aria-hidden />
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr
            key={person.name}
            data-testid="person-row"
            data-name={person.name}
            className={person.active ? '' : 'is-inactive'}
          >
            <th scope="row">
              {person.name}
              {person.name === self && <span className="muted"> ({t('accounts.people.you')})</span>}
            </th>
            <td>{roleNames(person.roles)}</td>
            <td>
              {t(person.active ? 'accounts.people.active' : 'accounts.people.inactive')}
              {person.active && person.mustChange && (
                <span className="muted"> · {t('accounts.people.mustChange')}</span>
              )}
            </td>
            <td className="muted">
              {person.signedInAt === null ? (
                t('accounts.people.never')
              ) : (
                <time dateTime={person.signedInAt}>{formatDateTime(person.signedInAt)}</time>
              )}
            </td>
            <td className="people-actions">
              <Button size="small" data-testid="edit-roles" onClick={() => onRoles(person)}>
                {t('accounts.people.editRoles')}
              </Button>
              {/* One's own password is changed by who knows the present one. */}
              {person.name !== self && (
                <Button size="small" data-testid="reset-password" onClick={() => onReset(person)}>
                  {t('accounts.people.reset')}
                </Button>
              )}
              <ActiveButton person={person} last={isAdministrator(person) && administrators.length === 1} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Deactivates after a question, activates without one. */
function ActiveButton({ person, last }: { readonly person: Account; readonly last: boolean }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const set = useNoticedChange('accounts.setActive');
  const { name, active } = person;
  const run = (): void => set.mutate({ name, active: !active });
  const ask = (): void =>
    void modal.confirm({
      title: t('accounts.people.deactivateTitle', { name }),
      content: t('accounts.people.deactivateBody', { name }),
      okText: t('accounts.people.deactivate'),
      okButtonProps: { danger: true },
      onOk: run,
    });
  return (
    <Tooltip title={last ? t('accounts.people.onlyAdministrator') : ''}>
      <Button
        size="small"
        disabled={last}
        loading={set.isPending}
        data-testid="set-active"
        onClick={() => (active ? ask() : run())}
      >
        {t(active ? 'accounts.people.deactivate' : 'accounts.people.activate')}
      </Button>
    </Tooltip>
  );
}
