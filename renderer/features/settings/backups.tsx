import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { WorkspaceInfo } from '../../../shared/domain/system.ts';
import { useChange } from '../../api/requests.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useConfirm } from '../../ui/use-confirm.ts';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { useNotices } from '../../ui/use-notices.tsx';

type Backup = WorkspaceInfo['backups'][number];

/** Backups, newest first: make one, or go back to one. */
export function Backups({ backups }: { readonly backups: readonly Backup[] }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const backup = useNoticedChange('workspace.backup');
  const restore = useRestoreWithQuestion();
  const run = (): void =>
    backup.mutate(
      {},
      {
        onSuccess: ({ file, bytes }) =>
          notices.done(t('settings.backedUp', { file, size: formatBytes(bytes) })),
      },
    );
  return (
    <SettingRow name={t('settings.backups')}>
      <Button data-testid="backup-now" loading={backup.isPending} onClick={run}>
        {t('settings.backupNow')}
      </Button>
      {backups.length === 0 ? (
        <p className="muted">{t('settings.noBackups')}</p>
      ) : (
        <ul className="backup-list" data-testid="backup-list">
          {backups
            .toSorted((a, b) => b.at.localeCompare(a.at))
            .map((item) => (
              <li key={item.file}>
                <time dateTime={item.at}>{formatDateTime(item.at)}</time>
                <span className="muted">{formatBytes(item.bytes)}</span>
                <code className="muted">{item.file}</code>
                <Button size="small" onClick={() => restore(item)}>
                  {t('settings.restore')}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </SettingRow>
  );
}

/** Asks first. Afterwards the window starts anew, for every open document may be another one now. */
function useRestoreWithQuestion(): (backup: Backup) => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const restore = useChange('workspace.restore');
  return (backup) =>
    confirm({
      title: t('settings.restoreTitle'),
      body: t('settings.restoreBody', { time: formatDateTime(backup.at) }),
      ok: t('settings.restore'),
      onOk: () =>
        attempt(async () => {
          await restore.mutateAsync({ file: backup.file });
          notices.done(t('settings.restored'));
          window.location.reload();
        }),
    });
}
