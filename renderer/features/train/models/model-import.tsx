import { FolderOpenOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Progress } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importModel, useModels } from '../../../api/training.ts';
import { formatBytes } from '../../../lib/format.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { freeName } from '../run-draft.ts';
import { folderName, modelFiles } from './model-folder.ts';

/** Takes a model's folder, of Meridian or of a Hugging Face BERT, or its files. */
export function ModelImport() {
  const { t } = useTranslation();
  const folderInput = useRef<HTMLInputElement>(null);
  const filesInput = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <>
      <Button
        icon={<FolderOpenOutlined />}
        data-testid="import-model"
        onClick={() => folderInput.current?.click()}
      >
        {t('train.models.import')}
      </Button>
      <Button onClick={() => filesInput.current?.click()}>{t('train.models.importFiles')}</Button>
      <FileInput
        ref={folderInput}
        folder
        testId="model-folder-input"
        label={t('train.models.import')}
        onFiles={setFiles}
      />
      <FileInput
        ref={filesInput}
        multiple
        testId="model-files-input"
        label={t('train.models.importFiles')}
        onFiles={setFiles}
      />
      {files.length > 0 && <ImportDialog chosen={files} onClose={() => setFiles([])} />}
    </>
  );
}

interface ImportDialogProps {
  readonly chosen: readonly File[];
  readonly onClose: () => void;
}

function ImportDialog({ chosen, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const models = useModels().data ?? [];
  const files = modelFiles(chosen);
  const [name, setName] = useState(() =>
    unused(
      folderName(chosen),
      models.map((model) => model.name),
    ),
  );
  const [sent, setSent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const [error, setError] = useState<unknown>(null);
  const busy = sent !== null;
  const send = async (): Promise<void> => {
    setError(null);
    setSent(0);
    abort.current = new AbortController();
    try {
      await importModel(files, name.trim(), setSent, abort.current.signal);
      onClose();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setSent(null);
      void client.invalidateQueries({ queryKey: ['models'] });
    }
  };
  return (
    <Modal
      open
      width={520}
      title={t('train.models.import')}
      okText={t('train.models.importGo')}
      okButtonProps={{ disabled: name.trim() === '' || files.length === 0, loading: busy }}
      closable={!busy}
      mask={{ closable: false }}
      keyboard={!busy}
      data-testid="model-import"
      onOk={() => void send()}
      onCancel={() => (busy ? abort.current?.abort() : onClose())}
    >
      <label htmlFor={id} className="field-label">
        {t('train.form.name')}
      </label>
      <Input
        id={id}
        value={name}
        maxLength={200}
        disabled={busy}
        onChange={(event) => setName(event.target.value)}
      />
      {files.length === 0 ? (
        <p className="field-error">{t('train.models.noFiles')}</p>
      ) : (
        <ul className="import-files column">
          {files.map((file) => (
            <li key={file.name} className="import-file">
              <span className="ellipsis">{file.name}</span>
              <span className="muted">{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > files.length && (
        <p className="muted">{t('train.models.ignored', { n: chosen.length - files.length })}</p>
      )}
      {sent !== null && (
        <Progress
          percent={Math.floor(sent * 100)}
          size="small"
          status="normal"
          aria-label={t('train.models.import')}
        />
      )}
      <FieldError error={error} />
    </Modal>
  );
}

const unused = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? freeName(name, taken) : name;
