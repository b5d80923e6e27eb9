import { Button, Input, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importDataSet, useDataSets } from '../../api/training.ts';
import { formatBytes, formatPercent } from '../../lib/format.ts';
import { suggestNames } from '../../lib/set-names.ts';
import { ErrorText } from '../../ui/error-note.tsx';

interface DataSetImportProps {
  readonly files: readonly File[];
  /** Told whether anything was imported. */
  readonly onClose: (imported: boolean) => void;
}

type Progress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly fraction: number }
  | { readonly kind: 'reading' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown };

const WAITING: Progress = { kind: 'waiting' };

/** Names for the files before they are read; one that is refused stays with its reason, the others go on. */
export function DataSetImport({ files, onClose }: DataSetImportProps) {
  const { t } = useTranslation();
  const taken = useDataSets().data?.map(({ name }) => name) ?? [];
  const [names, setNames] = useState<readonly string[]>(() => suggestNames(files, taken));
  const [progress, setProgress] = useState<readonly Progress[]>(() => files.map(() => WAITING));
  const [busy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const imported = progress.some(({ kind }) => kind === 'done');
  const set = (index: number, next: Progress): void =>
    setProgress((now) => now.map((one, i) => (i === index ? next : one)));

  const run = async (): Promise<void> => {
    setBusy(true);
    abort.current = new AbortController();
    const { signal } = abort.current;
    let failed = false;
    for (const [index, file] of files.entries()) {
      if (progress[index]?.kind === 'done') continue;
      if (signal.aborted) break;
      try {
        const sent = (fraction: number): void =>
          set(index, fraction < 1 ? { kind: 'sending', fraction } : { kind: 'reading' });
        await importDataSet(file, names[index]!.trim(), sent, signal);
        set(index, { kind: 'done' });
      } catch (error) {
        failed = true;
        set(index, { kind: 'failed', error });
      }
    }
    setBusy(false);
    if (!failed && !signal.aborted) onClose(true);
  };

  return (
    <Modal
      open
      width={640}
      title={t('train.data.import')}
      data-testid="dataset-import"
      mask={{ closable: false }}
      keyboard={!busy}
      closable={!busy}
      onCancel={() => onClose(imported)}
      footer={
        <>
          <Button
            data-testid="dataset-import-cancel"
            onClick={() => (busy ? abort.current?.abort() : onClose(imported))}
          >
            {t(imported && !busy ? 'app.close' : 'app.cancel')}
          </Button>
          <Button
            type="primary"
            loading={busy}
            disabled={names.some((name) => name.trim() === '')}
            data-testid="dataset-import-go"
            onClick={() => void run()}
          >
            {t('train.data.importGo')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('train.data.format')}</p>
      <ul className="import-files">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes
          <li key={index}>
            <div className="import-file">
              <span className="file-name">{file.name}</span>
              <span className="muted">{formatBytes(file.size)}</span>
              <Input
                value={names[index]}
                maxLength={200}
                disabled={busy || progress[index]?.kind === 'done'}
                aria-label={t('train.data.nameOf', { file: file.name })}
                data-testid="dataset-name"
                onChange={(event) =>
                  setNames((now) => now.map((name, i) => (i === index ? event.target.value : name)))
                }
              />
            </div>
            <ProgressText progress={progress[index] ?? WAITING} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function ProgressText({ progress }: { readonly progress: Progress }) {
  const { t } = useTranslation();
  switch (progress.kind) {
    case 'waiting':
      return null;
    case 'sending':
      return <p role="status">{t('train.data.sending', { percent: formatPercent(progress.fraction) })}</p>;
    case 'reading':
      return <p role="status">{t('train.data.reading')}</p>;
    case 'done':
      return <p className="state-good">{t('train.data.done')}</p>;
    case 'failed':
      return (
        <div className="field-error" role="alert">
          <ErrorText error={progress.error} />
        </div>
      );
  }
}
