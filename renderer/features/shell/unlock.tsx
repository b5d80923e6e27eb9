import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceInfo } from '../../../shared/domain/system.ts';
import { toAppError } from '../../api/reply.ts';
import { useAppInfo, useUnlock } from '../../api/system.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RebuildButton, RecoverButton } from './rebuild.tsx';

interface UnlockProps {
  readonly workspace: WorkspaceInfo;
  /** Stands below. */
  readonly footer: ReactNode;
}

/** Replaces the whole window while the workspace is locked. */
export function Unlock({ workspace, footer }: UnlockProps) {
  const { t } = useTranslation();
  const info = useAppInfo();
  return (
    <main className="unlock">
      <section className="unlock-card">
        <img src="./icon.svg" alt="" width={36} height={36} />
        <h1>{t('unlock.title')}</h1>
        <p>
          {workspace.key === 'keyfile'
            ? t('unlock.keyfile', { path: workspace.keyPath ?? '' })
            : workspace.key === 'keychain'
              ? t('unlock.keychain')
              : t('unlock.body')}
        </p>
        {workspace.key === 'passphrase' ? (
          <PassphraseForm />
        ) : (
          <Button type="primary" loading={info.isFetching} onClick={() => void info.refetch()}>
            {t('app.retry')}
          </Button>
        )}
        <RecoverButton />
        <RebuildButton />
        <p className="muted path">{t('unlock.path', { path: workspace.path })}</p>
        {footer}
      </section>
    </main>
  );
}

function PassphraseForm() {
  const { t } = useTranslation();
  const unlock = useUnlock();
  const [passphrase, setPassphrase] = useState('');
  const wrong = unlock.error !== null && toAppError(unlock.error).code === 'wrong-key';
  return (
    <form
      data-testid="unlock-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (passphrase !== '') unlock.mutate(passphrase);
      }}
    >
      <label htmlFor="passphrase" className="field-label">
        {t('unlock.passphrase')}
      </label>
      <Input.Password
        id="passphrase"
        autoFocus
        autoComplete="off"
        size="large"
        value={passphrase}
        status={wrong ? 'error' : ''}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      {wrong ? (
        <p role="alert" className="field-error">
          {t('unlock.wrong')}
        </p>
      ) : (
        unlock.error !== null && <ErrorNote error={unlock.error} />
      )}
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        block
        loading={unlock.isPending}
        disabled={passphrase === ''}
      >
        {t('unlock.submit')}
      </Button>
    </form>
  );
}
