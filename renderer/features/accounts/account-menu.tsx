import { KeyOutlined, LockOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AccountStatus } from '../../../shared/domain/account.ts';
import { useRoleNames } from './role-list.tsx';
import type { AccountActions } from './use-account-actions.tsx';

interface AccountMenuProps {
  readonly person: NonNullable<AccountStatus['person']>;
  readonly actions: AccountActions;
}

/** Menu of the signed-in person, at the right of the top bar. */
export function AccountMenu({ person, actions }: AccountMenuProps) {
  const { t } = useTranslation();
  const roleNames = useRoleNames();
  const roles = roleNames(person.roles);
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'who',
            type: 'group',
            label: (
              <span className="person-menu-who">
                <strong>{person.name}</strong>
                <span>{roles}</span>
              </span>
            ),
          },
          { type: 'divider' },
          {
            key: 'password',
            icon: <KeyOutlined />,
            label: <span data-testid="menu-change-password">{t('accounts.menu.changePassword')}</span>,
            onClick: actions.changePassword,
          },
          {
            key: 'lock',
            icon: <LockOutlined />,
            label: <span data-testid="menu-lock">{t('accounts.menu.lock')}</span>,
            onClick: actions.lock,
          },
          {
            key: 'out',
            icon: <LogoutOutlined />,
            label: <span data-testid="menu-sign-out">{t('accounts.menu.signOut')}</span>,
            onClick: actions.signOut,
          },
        ],
      }}
    >
      <Button
        type="text"
        size="small"
        className="person-button"
        icon={<UserOutlined />}
        data-testid="person-menu"
        aria-label={t('accounts.menu.label', { name: person.name })}
        title={`${person.name} — ${roles}`}
      >
        <span className="ellipsis">{person.name}</span>
      </Button>
    </Dropdown>
  );
}
