import { FolderOpenOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importModel, useModels } from '../../../api/training.ts';
import { formatBytes } from '../../../lib/format.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { ImportDialog } from '../import-dialog.tsx';
import { freeName } from '../run-draft.ts';
import { folderName, modelFiles } from './model-folder.ts';

/** Takes a model's folder, of Meridian or of a Hugging Face BERT, or its files. */
export function ModelImport() {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <>
      <FileButton
        icon={<FolderOpenOutlined />}
        folder
        testId="import-model"
        inputTestId="model-folder-input"
        label={t('train.models.import')}
        onFiles={setFiles}
      />
      <FileButton
        multiple
        inputTestId="model-files-input"
        label={t('train.models.importFiles')}
        onFiles={setFiles}
      />
      {files.length > 0 && <ModelDialog chosen={files} onClose={() => setFiles([])} />}
    </>
  );
}

interface ModelDialogProps {
  readonly chosen: readonly File[];
  readonly onClose: () => void;
}

function ModelDialog({ chosen, onClose }: ModelDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const taken = (useModels().data ?? []).map(({ name }) => name);
  const files = modelFiles(chosen);
  return (
    <ImportDialog
      title={t('train.models.import')}
      nameLabel={t('train.form.name')}
      submit={t('train.models.importGo')}
      testId="model-import"
      suggested={unused(folderName(chosen), taken)}
      ready={files.length > 0}
      onSend={async (...sending) => {
        try {
          await importModel(files, ...sending);
        } finally {
          void client.invalidateQueries({ queryKey: ['models'] });
        }
      }}
      onClose={onClose}
      below={() => (
        <>
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
        </>
      )}
    />
  );
}

const unused = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? freeName(name, taken) : name;
