import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/domain/account.ts';
import { useAccountRequest } from '../../api/accounts.ts';
import { useAnswer } from '../../api/requests.ts';
import { useAppInfo } from '../../api/system.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { AccountTable } from './account-table.tsx';
import { AddAccount } from './add-account.tsx';
import { EditRoles } from './edit-roles.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SessionTable } from './session-table.tsx';

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'roles'; readonly person: Account }
  | { readonly kind: 'reset'; readonly person: Account };

/** Accounts of the workspace with their roles. */
export function AccountsSection() {
  const { t } = useTranslation();
  const info = useAppInfo().data;
  const nobody = info?.account.state === 'none';
  const { data: people, error } = useAnswer('accounts.list', info !== undefined && !nobody && {});
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => setDialog(null);
  if (info === undefined) return null;
  return (
    <>
      {nobody ? (
        <div className="people-none" data-testid="people-none">
          <p>{t('accounts.people.none', { actor: info.actor })}</p>
          <p className="muted">{t('accounts.people.noneBody')}</p>
        </div>
      ) : (
        <>
          {error !== null && <ErrorNote error={error} />}
          {people !== undefined && (
            <AccountTable
              people={people}
              self={info.account.person?.name ?? ''}
              onRoles={(person) => setDialog({ kind: 'roles', person })}
              onReset={(person) => setDialog({ kind: 'reset', person })}
            />
          )}
        </>
      )}
      <div>
        <Button type="primary" data-testid="add-person" onClick={() => setDialog({ kind: 'add' })}>
          {t(nobody ? 'accounts.people.first' : 'accounts.people.add')}
        </Button>
      </div>
      {!nobody && <SessionTable />}
      {!nobody && <IdleLock minutes={info.account.idleMinutes} />}
      {dialog?.kind === 'add' && <AddAccount first={nobody} onClose={close} />}
      {dialog?.kind === 'roles' && <EditRoles person={dialog.person} onClose={close} />}
      {dialog?.kind === 'reset' && <ResetPassword person={dialog.person} onClose={close} />}
    </>
  );
}

const CHOICES = [1, 5, 10, 15, 30, 60, 120, 0];

function IdleLock({ minutes }: { readonly minutes: number }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const set = useAccountRequest('accounts.setIdleLock');
  const choices = CHOICES.includes(minutes) ? CHOICES : [minutes, ...CHOICES];
  return (
    <SettingRow name={t('accounts.people.idle')} hint={t('accounts.people.idleHint')}>
      <Select
        value={minutes}
        style={{ width: 140 }}
        aria-label={t('accounts.people.idle')}
        data-testid="idle-minutes"
        loading={set.isPending}
        options={choices.map((value) => ({
          value,
          label:
            value === 0 ? t('accounts.people.idleNever') : t('accounts.people.idleMinutes', { n: value }),
        }))}
        onChange={(value) => set.mutate({ minutes: value }, { onError: (error) => notices.fail(error) })}
      />
    </SettingRow>
  );
}
