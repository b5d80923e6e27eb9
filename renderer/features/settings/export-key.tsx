import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/requests.ts';
import { saveFile } from '../../lib/download.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { NO_SECRET } from '../../ui/new-secret.tsx';
import { areReady, PassphraseFields } from './passphrase-fields.tsx';

/** The key as a file for the safe, wrapped by a passphrase of its own. */
export function ExportKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const exporting = useChange('workspace.exportKey');
  const [passphrases, setPassphrases] = useState(NO_SECRET);
  const submit = (): void =>
    exporting.mutate(
      { passphrase: passphrases.first },
      {
        onSuccess: (file) => {
          saveFile(file);
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      title={t('settings.exportKeyTitle')}
      okText={t('settings.exportKeyDo')}
      okButtonProps={{ disabled: !areReady(passphrases), loading: exporting.isPending }}
      data-testid="export-key-dialog"
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t('settings.exportKeyBody')}</p>
      <PassphraseFields value={passphrases} onChange={setPassphrases} />
      {exporting.error !== null && <ErrorNote error={exporting.error} />}
    </Modal>
  );
}
