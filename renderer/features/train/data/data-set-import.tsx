import { Button, Checkbox, Input, Modal, Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClassifyTask, isPairTask } from '../../../../shared/domain/classification.ts';
import type { ClassifiedFields } from '../../../../shared/domain/data-preview.ts';
import { TASKS } from '../../../../shared/domain/tasks.ts';
import { TrainingTask } from '../../../../shared/domain/training.ts';
import { useDataSets } from '../../../api/training.ts';
import { formatBytes, formatCount, formatPercent } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { KIND_ROWS } from '../task-kinds.ts';
import { guessTask, headOf } from './guess-task.ts';
import { ImportFields } from './import-fields.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type ImportFile, type ImportProgress, useImportFiles } from './use-import-files.ts';

interface DataSetImportProps {
  readonly files: readonly File[];
  /** Told what was imported, if anything. */
  readonly onClose: (imported: TrainingTask | null) => void;
}

/** True for tasks on texts with labels, whose fields are chosen. */
const hasFields = (task: TrainingTask | null): task is ClassifyTask => ClassifyTask.safeParse(task).success;

/** Delay after typing a separator before the files are read again. */
const TYPING_MS = 300;

/**
 * Dialog for the task of the files, the fields of texts with labels, and the names of the data sets. A refused file
 * stays with its reason; the others go on.
 */
export function DataSetImport({ files, onClose }: DataSetImportProps) {
  const { t } = useTranslation();
  const form = useImportForm(files, onClose);
  const { task, items, fields, names, refused, skipRefused, busy, ofTexts, imported } = form;
  const [shown, setShown] = useState(0);

  return (
    <Modal
      open
      width={ofTexts ? 1000 : 680}
      title={t('train.data.import')}
      className={ofTexts ? 'import-dialog' : ''}
      data-testid="dataset-import"
      mask={{ closable: false }}
      keyboard={!busy}
      closable={!busy}
      onCancel={form.close}
      footer={
        <>
          <Button data-testid="dataset-import-cancel" onClick={() => (busy ? form.cancel() : form.close())}>
            {t(imported && !busy ? 'app.close' : 'app.cancel')}
          </Button>
          <Button
            type="primary"
            loading={busy}
            disabled={!form.ready}
            data-testid="dataset-import-go"
            onClick={() => void form.run()}
          >
            {t('train.data.importGo')}
          </Button>
        </>
      }
    >
      <div className="import-task row wrap">
        <Segmented<TrainingTask>
          value={task ?? 'ner'}
          disabled={busy}
          aria-label={t('texts.taskName')}
          options={TrainingTask.options.map((value) => ({ value, label: t(`texts.task.${value}`) }))}
          onChange={form.setTask}
        />
        <span className="muted">{t(`texts.taskHelp.${task ?? 'ner'}`)}</span>
      </div>
      <p className="muted">{t(KIND_ROWS[TASKS[task ?? 'ner'].kind].format)}</p>
      <ul className="import-files column">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes
          <li key={index}>
            <FileRow
              item={item}
              busy={busy}
              onName={(name) => form.rename(index, name)}
              {...(ofTexts && items.length > 1
                ? { shown: index === shown, onShow: () => setShown(index) }
                : {})}
            />
            <ProgressText progress={item.progress} />
          </li>
        ))}
      </ul>
      {ofTexts && names.length > 0 && (
        <>
          <ImportFields
            names={names}
            fields={fields}
            isPair={task !== null && isPairTask(task)}
            disabled={busy}
            onFields={form.setFields}
          />
          {items[shown]?.preview !== undefined && (
            <ImportPreview preview={items[shown].preview} fields={fields} />
          )}
          {refused > 0 && (
            <Checkbox
              checked={skipRefused}
              disabled={busy}
              data-testid="skip-refused"
              onChange={(event) => form.setSkipRefused(event.target.checked)}
            >
              {t('texts.import.skip', { n: formatCount(refused) })}
            </Checkbox>
          )}
        </>
      )}
    </Modal>
  );
}

/** Task, fields and names of the import; guesses the task from the first file, and previews texts with labels. */
function useImportForm(files: readonly File[], onClose: DataSetImportProps['onClose']) {
  const taken = useDataSets().data?.map(({ name }) => name) ?? [];
  const [task, setTask] = useState<TrainingTask | null>(null);
  const [wanted, setWanted] = useState<ClassifiedFields>();
  const [skipRefused, setSkipRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const { items, rename, look, importAll, cancel } = useImportFiles(files, taken);
  const settled = useDebounced(wanted, TYPING_MS);

  useEffect(() => {
    let current = true;
    const [first] = files;
    if (first !== undefined)
      void headOf(first).then((head) => current && setTask((now) => now ?? guessTask(first.name, head)));
    return () => {
      current = false;
    };
  }, [files]);
  useEffect(() => {
    if (hasFields(task) && !(settled?.text === '' || settled?.second === '' || settled?.label === ''))
      void look(task, settled);
  }, [task, settled, look]);

  const ofTexts = hasFields(task);
  const fields = wanted ?? items.find(({ preview }) => preview?.chosen !== undefined)?.preview?.chosen;
  const names = useMemo(() => [...new Set(items.flatMap(({ preview }) => preview?.fields ?? []))], [items]);
  const refused = items.reduce((sum, { preview }) => sum + (preview?.refusedCount ?? 0), 0);
  const imported = items.some(({ progress }) => progress.kind === 'done');
  const looking =
    ofTexts && items.some(({ preview, progress }) => preview === undefined && progress.kind !== 'failed');
  const ready =
    task !== null &&
    items.every(({ name }) => name.trim() !== '') &&
    (!ofTexts || (!looking && fields !== undefined && settled === wanted && (refused === 0 || skipRefused)));
  const close = (): void => onClose(imported ? task : null);

  const run = async (): Promise<void> => {
    if (task === null) return;
    setBusy(true);
    const whole = await importAll({ task, fields, skipRefused });
    setBusy(false);
    if (whole) onClose(task);
  };
  return {
    task,
    setTask,
    items,
    rename,
    fields,
    setFields: setWanted,
    /** Fields found in any file. */
    names,
    refused,
    skipRefused,
    setSkipRefused,
    busy,
    ofTexts,
    imported,
    ready,
    run,
    cancel,
    close,
  };
}

interface FileRowProps {
  readonly item: ImportFile;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
  /** True while its rows are shown; absent for a single file. */
  readonly shown?: boolean;
  readonly onShow?: () => void;
}

function FileRow({ item: { file, name, progress, preview }, busy, onName, shown, onShow }: FileRowProps) {
  const { t } = useTranslation();
  return (
    <div className="import-file">
      {onShow === undefined ? (
        <span className="ellipsis">{file.name}</span>
      ) : (
        <button
          type="button"
          className="text-link ellipsis"
          aria-pressed={shown}
          title={t('texts.import.show')}
          onClick={onShow}
        >
          {file.name}
        </button>
      )}
      <span className="muted">
        {preview === undefined
          ? formatBytes(file.size)
          : t('texts.import.summary', {
              texts: formatCount(preview.documents),
              labels: formatCount(preview.labels.length),
            })}
      </span>
      <Input
        value={name}
        maxLength={200}
        disabled={busy || progress.kind === 'done'}
        aria-label={t('train.data.nameOf', { file: file.name })}
        data-testid="dataset-name"
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  );
}

function ProgressText({ progress }: { readonly progress: ImportProgress }) {
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
      return <FieldError error={progress.error} />;
  }
}
