import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceInfo } from '../../../shared/domain/system.ts';
import { useAppInfo } from '../../api/system.ts';
import { formatBytes } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { Backups } from './backups.tsx';
import { ChangeKey } from './change-key.tsx';
import { ExportKey } from './export-key.tsx';
import { Watch } from './watch.tsx';

/** Folder, key and backups of the workspace. */
export function Workspace() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAppInfo();
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const { workspace, host } = data;
  return (
    <>
      <SettingRow name={t('settings.path')}>
        <code>{workspace.path}</code>
      </SettingRow>
      <SettingRow name={t('settings.size')}>
        {formatBytes(workspace.bytes)}
        <span className="muted">
          {t('settings.schema')} {workspace.schemaVersion}
        </span>
      </SettingRow>
      <Encryption workspace={workspace} keychain={host === 'electron'} />
      <Watch />
      <Backups />
    </>
  );
}

interface EncryptionProps {
  readonly workspace: WorkspaceInfo;
  /** The system's keychain can be reached. */
  readonly keychain: boolean;
}

function Encryption({ workspace, keychain }: EncryptionProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'change' | 'export' | null>(null);
  const close = (): void => setDialog(null);
  const plain = workspace.key === 'plain';
  return (
    <>
      <SettingRow name={t('settings.encryption')} hint={t(`settings.keyKind.${workspace.key}`)}>
        <strong
          className={plain ? 'state-bad' : 'state-good'}
          data-testid="encryption-state"
          data-key={workspace.key}
        >
          {t(plain ? 'settings.notEncrypted' : 'settings.encrypted')}
        </strong>
        <span>{t(`settings.keyName.${workspace.key}`)}</span>
      </SettingRow>
      {workspace.keyPath !== undefined && (
        <SettingRow name={t('settings.keyPath')}>
          <code>{workspace.keyPath}</code>
        </SettingRow>
      )}
      {!plain && (
        <SettingRow name="">
          <Button data-testid="change-key" onClick={() => setDialog('change')}>
            {t('settings.changeKey')}
          </Button>
          <Button data-testid="export-key" onClick={() => setDialog('export')}>
            {t('settings.exportKey')}
          </Button>
        </SettingRow>
      )}
      {dialog === 'change' && <ChangeKey now={workspace.key} keychain={keychain} onClose={close} />}
      {dialog === 'export' && <ExportKey onClose={close} />}
    </>
  );
}
