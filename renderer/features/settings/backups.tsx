import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BackupFile, BackupPlan, type BackupState } from '../../../shared/domain/upkeep.ts';
import { words } from '../../../shared/messages/words.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { useLocked } from '../../api/system.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatBytes, formatCount, formatDateTime } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useConfirm } from '../../ui/use-confirm.ts';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { useNotices } from '../../ui/use-notices.tsx';

/** The schedule of backups, and all backups, newest first: make, verify, or go back to one. */
export function Backups() {
  const { data, error } = useAnswer('backups.get', {}, { refetchOnMount: 'always' });
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  return (
    <>
      <Schedule state={data} />
      <BackupList backups={data.backups} />
    </>
  );
}

function Schedule({ state: { plan, failed, next } }: { readonly state: BackupState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const save = useNoticedChange('backups.plan');
  const isLocked = useLocked()('backups');
  const [folder, setFolder] = useState<string>();
  const change = (changed: Partial<BackupPlan>): void =>
    save.mutate({ ...plan, ...changed }, { onSuccess: () => setFolder(undefined) });
  const typed = folder ?? plan.folder ?? '';
  const saveFolder = (): void => {
    const path = typed.trim() === '' ? null : typed.trim();
    if (path !== plan.folder) change({ folder: path });
  };
  return (
    <SettingRow name={t('upkeep.schedule')} hint={t(isLocked ? 'upkeep.locked' : 'upkeep.scheduleHint')}>
      <div className="row upkeep-form">
        <Select
          value={plan.every}
          disabled={isLocked}
          aria-label={t('upkeep.every')}
          data-testid="backup-every"
          options={BackupPlan.shape.every
            .unwrap()
            .options.map((value) => ({ value, label: t(`upkeep.${value}`) }))}
          onChange={(every) => change({ every })}
        />
        <Input
          value={typed}
          disabled={isLocked}
          prefix={<span className="muted">{t('upkeep.folder')}</span>}
          placeholder={t('upkeep.ownFolder')}
          aria-label={t('upkeep.folder')}
          data-testid="backup-folder"
          onChange={(event) => setFolder(event.target.value)}
          onBlur={saveFolder}
          onPressEnter={saveFolder}
        />
        <InputNumber
          min={1}
          max={1000}
          precision={0}
          value={plan.keep}
          disabled={isLocked}
          prefix={<span className="muted">{t('upkeep.keep')}</span>}
          aria-label={t('upkeep.keep')}
          data-testid="backup-keep"
          onChange={(keep) => {
            if (keep !== null) change({ keep });
          }}
        />
      </div>
      {next !== undefined && <p className="muted">{t('upkeep.next', { time: formatDateTime(next) })}</p>}
      {failed !== undefined && (
        <Alert
          type="error"
          showIcon
          role="alert"
          data-testid="backup-failed"
          title={t('upkeep.failed', {
            time: formatDateTime(failed.at),
            reason: words(failed.reason, language),
          })}
        />
      )}
    </SettingRow>
  );
}

function BackupList({ backups }: { readonly backups: readonly BackupFile[] }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const run = useNoticedChange('backups.run');
  const restore = useRestoreWithQuestion();
  return (
    <SettingRow name={t('settings.backups')}>
      <Button
        data-testid="backup-now"
        loading={run.isPending}
        onClick={() => run.mutate({}, { onSuccess: () => notices.done(t('upkeep.ranWell')) })}
      >
        {t('upkeep.runNow')}
      </Button>
      {backups.length === 0 ? (
        <p className="muted">{t('settings.noBackups')}</p>
      ) : (
        <ul className="backup-list" data-testid="backup-list">
          {backups.map((item) => (
            <li key={item.file} title={item.file}>
              <time dateTime={item.at}>{formatDateTime(item.at)}</time>
              <span className="muted">{formatBytes(item.bytes)}</span>
              <span
                className={item.verified === undefined ? 'muted' : 'state-good'}
                data-testid="backup-verified"
              >
                {item.verified === undefined
                  ? t('upkeep.unverified')
                  : t('upkeep.verified', { time: formatDateTime(item.verified) })}
              </span>
              <VerifyButton file={item.file} />
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

function VerifyButton({ file }: { readonly file: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const notices = useNotices();
  const verify = useNoticedChange('backups.verify');
  const run = (): void =>
    verify.mutate(
      { file },
      {
        onSuccess: ({ records, auditEntries, problems: [problem] }) =>
          problem === undefined
            ? notices.done(
                t('upkeep.sound', { records: formatCount(records), entries: formatCount(auditEntries) }),
              )
            : notices.fail(new Error(words(problem, language))),
      },
    );
  return (
    <Button size="small" loading={verify.isPending} data-testid="backup-verify" onClick={run}>
      {t('upkeep.verify')}
    </Button>
  );
}

/** Asks first. Afterwards the window starts anew, for every open document may be another one now. */
function useRestoreWithQuestion(): (backup: BackupFile) => void {
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
