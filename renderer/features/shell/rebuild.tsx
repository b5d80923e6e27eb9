import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FileButton } from '../../ui/file-button.tsx';

/** Opens the dialog that rebuilds the workspace from a backup and its exported key. */
export function RebuildButton({ type = 'link' }: { readonly type?: 'link' | 'default' }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type={type}
        size={type === 'link' ? 'small' : 'middle'}
        data-testid="rebuild-open"
        onClick={() => setOpen(true)}
      >
        {t('rebuild.open')}
      </Button>
      {open && <RebuildDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function RebuildDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rebuild = useChange('workspace.rebuild');
  const [backup, setBackup] = useState('');
  const [key, setKey] = useState<{ readonly name: string; readonly text: string }>();
  const [passphrase, setPassphrase] = useState('');
  const isReady = backup.trim() !== '' && key !== undefined && passphrase !== '';
  const submit = (): void => {
    if (isReady)
      rebuild.mutate(
        { backup: backup.trim(), key: key.text, passphrase },
        { onSuccess: () => window.location.reload() },
      );
  };
  return (
    <Modal
      open
      title={t('rebuild.title')}
      okText={t('rebuild.do')}
      okButtonProps={{ disabled: !isReady, loading: rebuild.isPending }}
      data-testid="rebuild-dialog"
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t('rebuild.body')}</p>
      <form
        className="column rebuild-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
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
      {rebuild.error !== null && <ErrorNote error={rebuild.error} />}
    </Modal>
  );
}
