import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FileButton } from '../../ui/file-button.tsx';

type ButtonType = 'link' | 'default';

/** Opens the dialog that rebuilds the workspace from a backup and its exported key. */
export const RebuildButton = ({ type = 'link' }: { readonly type?: ButtonType }) => (
  <RecoveryButton kind="rebuild" type={type} />
);

/** Opens the dialog that opens a locked workspace with its exported key. */
export const RecoverButton = () => <RecoveryButton kind="recover" type="default" />;

/** With a backup, or of the workspace that is here. */
type Kind = 'rebuild' | 'recover';

const WORDS = {
  rebuild: { open: 'rebuild.open', title: 'rebuild.title', body: 'rebuild.body', do: 'rebuild.do' },
  recover: { open: 'recover.open', title: 'recover.title', body: 'recover.body', do: 'recover.do' },
} as const satisfies Record<Kind, object>;

function RecoveryButton({ kind, type }: { readonly kind: Kind; readonly type: ButtonType }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type={type}
        size={type === 'link' ? 'small' : 'middle'}
        data-testid={`${kind}-open`}
        onClick={() => setOpen(true)}
      >
        {t(WORDS[kind].open)}
      </Button>
      {open && <RecoveryDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecoveryDialog({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rebuild = useChange('workspace.rebuild');
  const recover = useChange('workspace.importKey');
  const running = kind === 'rebuild' ? rebuild : recover;
  const [backup, setBackup] = useState('');
  const [key, setKey] = useState<{ readonly name: string; readonly text: string }>();
  const [passphrase, setPassphrase] = useState('');
  const isReady = (kind === 'recover' || backup.trim() !== '') && key !== undefined && passphrase !== '';
  const submit = (): void => {
    if (!isReady) return;
    const given = { key: key.text, passphrase };
    const done = { onSuccess: () => window.location.reload() };
    if (kind === 'recover') recover.mutate(given, done);
    else rebuild.mutate({ backup: backup.trim(), ...given }, done);
  };
  return (
    <Modal
      open
      title={t(WORDS[kind].title)}
      okText={t(WORDS[kind].do)}
      okButtonProps={{ disabled: !isReady, loading: running.isPending }}
      data-testid={`${kind}-dialog`}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t(WORDS[kind].body)}</p>
      <form
        className="column rebuild-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {kind === 'rebuild' && (
          <>
            <label htmlFor="rebuild-backup" className="field-label">
              {t('rebuild.backup')}
            </label>
            <Input
              id="rebuild-backup"
              autoFocus
              value={backup}
              placeholder={t('rebuild.backupExample')}
              onChange={(event) => setBackup(event.target.value)}
            />
          </>
        )}
        <div className="row">
          <FileButton
            label={t('rebuild.key')}
            accept=".json"
            inputTestId="rebuild-key"
            onFiles={([file]) => void file?.text().then((text) => setKey({ name: file.name, text }))}
          />
          <span className="muted">{key?.name ?? t('rebuild.noKey')}</span>
        </div>
        <label htmlFor="rebuild-passphrase" className="field-label">
          {t('rebuild.passphrase')}
        </label>
        <Input.Password
          id="rebuild-passphrase"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
          onPressEnter={submit}
        />
      </form>
      {running.error !== null && <ErrorNote error={running.error} />}
    </Modal>
  );
}
