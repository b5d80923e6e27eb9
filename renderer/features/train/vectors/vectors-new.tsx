import { Button, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/requests.ts';
import { startVectorTraining, useVectors } from '../../../api/vectors.ts';
import { formatBytes, formatCount, formatPercent } from '../../../lib/format.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { BackLink } from '../back-link.tsx';
import { FormRow } from '../form/form-row.tsx';
import { RunForm } from '../form/run-form.tsx';
import { SettingControl } from '../form/setting-control.tsx';
import { freeName } from '../run-draft.ts';
import { useTrain } from '../train-context.ts';
import { VectorsField } from './vectors-field.tsx';
import {
  advancedSettings,
  basicSettings,
  readVectorTexts,
  SMALL_CORPUS,
  type VectorMethod,
  type VectorSetting,
  type VectorTexts,
  vectorText,
} from './vectors-form.ts';

export function VectorsNew() {
  const { go } = useTrain();
  const { t } = useTranslation();
  const form = useVectorsForm(() => go({ kind: 'vectors' }));
  const { method, texts, reading, documents, files, sent } = form;
  const fields = (settings: readonly VectorSetting[]) =>
    settings.map((setting) => (
      <VectorsField
        key={setting}
        method={method}
        setting={setting}
        value={vectorText(method, texts, setting)}
        problem={reading.problems[setting]}
        onChange={(value) => form.setTexts((now) => ({ ...now, [setting]: value }))}
      />
    ));
  return (
    <RunForm
      title={t('vectors.form.title')}
      testId="vectors-form"
      back={<BackLink name={t('vectors.title')} onBack={() => go({ kind: 'vectors' })} />}
      error={form.error}
      start={{ label: t('vectors.form.start'), testId: 'start-vectors', busy: sent !== null }}
      hint={
        sent !== null && files.length > 0
          ? t('vectors.form.sending', { percent: formatPercent(sent) })
          : t('vectors.form.startHint')
      }
      onSubmit={() => void form.submit()}
      tools={<Button onClick={() => form.setTexts({})}>{t('vectors.form.reset')}</Button>}
    >
      <section className="setting-group">
        <h2>{t('vectors.form.what')}</h2>
        <FormRow
          name={t('vectors.form.name')}
          help={t('vectors.form.nameHelp')}
          testId="vector-name"
          problem={form.nameProblem}
        >
          {(field) => (
            <Input
              {...field}
              value={form.name}
              maxLength={200}
              onChange={(event) => form.setName(event.target.value)}
            />
          )}
        </FormRow>
        <CorpusRows
          documents={documents}
          files={files}
          missing={form.isWithoutCorpus}
          onDocuments={form.setDocuments}
          onFiles={form.setFiles}
        />
      </section>
      <section className="setting-group">
        <h2>{t('train.group.basic')}</h2>
        <FormRow
          name={t('vectors.setting.method.name')}
          help={t('vectors.setting.method.help')}
          testId="vector-method"
        >
          {(field) => (
            <Select<VectorMethod>
              {...field}
              value={method}
              onChange={form.setMethod}
              options={(['word2vec', 'glove'] as const).map((value) => ({
                value,
                label: t(`vectors.setting.method.choices.${value}`),
              }))}
            />
          )}
        </FormRow>
        {fields(basicSettings(method))}
        {form.unit === 'word' && (
          <FormRow
            name={t('vectors.setting.graphNames.name')}
            help={t('vectors.setting.graphNames.help')}
            testId="vector-graphNames"
          >
            {(field) => (
              <SettingControl
                field={field}
                kind="flag"
                value={form.graphNames}
                onChange={(on) => form.setGraphNames(on === true)}
              />
            )}
          </FormRow>
        )}
      </section>
      <details className="setting-group" data-testid="vectors-advanced">
        <summary>
          <h2>{t('vectors.form.advanced')}</h2>
          {advancedSettings(method).some((setting) => reading.problems[setting] !== undefined) && (
            <span className="field-error">{t('train.form.groupProblem')}</span>
          )}
        </summary>
        {fields(advancedSettings(method))}
      </details>
    </RunForm>
  );
}

/** State of the form; problems of the name and of the corpus show once they matter. */
function useVectorsForm(onStarted: () => void) {
  const { t } = useTranslation();
  const sets = useVectors().data ?? [];
  const trainings = useAnswer('vectors.trainings', {}).data ?? [];
  const [method, setMethod] = useState<VectorMethod>('word2vec');
  const [texts, setTexts] = useState<VectorTexts>({});
  const [typedName, setName] = useState<string | null>(null);
  const [documents, setDocuments] = useState(true);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [graphNames, setGraphNames] = useState(true);
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);

  const taken = [...sets, ...trainings].map((other) => other.name);
  const reading = readVectorTexts(method, texts);
  const unit = vectorText(method, texts, 'unit');
  const name = typedName ?? freeName(`${method}-${unit === 'word' ? 'word' : 'char'}`, taken);
  const nameProblem =
    name.trim() === ''
      ? t('vectors.form.nameMissing')
      : taken.includes(name.trim())
        ? t('vectors.form.nameTaken')
        : undefined;
  const nothing = !documents && files.length === 0;

  const submit = async (): Promise<void> => {
    setTried(true);
    const { settings } = reading;
    if (settings === undefined || nameProblem !== undefined || nothing) return;
    setError(null);
    setSent(0);
    try {
      const request = { name: name.trim(), settings, documents, graphNames: graphNames && unit === 'word' };
      await startVectorTraining({ ...request, files }, setSent);
      onStarted();
    } catch (thrown) {
      setError(thrown);
      setSent(null);
    }
  };
  return {
    method,
    setMethod,
    texts,
    setTexts,
    reading,
    unit,
    name,
    setName,
    nameProblem: tried || typedName !== null ? nameProblem : undefined,
    documents,
    setDocuments,
    files,
    setFiles,
    isWithoutCorpus: tried && nothing,
    graphNames,
    setGraphNames,
    submit,
    sent,
    error,
  };
}

interface CorpusRowsProps {
  readonly documents: boolean;
  readonly files: readonly File[];
  readonly missing: boolean;
  readonly onDocuments: (on: boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

const BYTES_A_CHARACTER = 3;

/** Choice of the corpus: records, files, or both. */
function CorpusRows({ documents, files, missing, onDocuments, onFiles }: CorpusRowsProps) {
  const { t } = useTranslation();
  const { documents: records, characters } = useAnswer('docs.totals', {}).data ?? {
    documents: 0,
    characters: 0,
  };
  const about =
    (documents ? characters : 0) + files.reduce((sum, { size }) => sum + size / BYTES_A_CHARACTER, 0);
  return (
    <>
      <FormRow
        name={t('vectors.form.corpus')}
        help={t('vectors.form.documentsHelp')}
        testId="vector-documents"
        problem={missing ? t('vectors.form.corpusMissing') : undefined}
      >
        {({ id }) => (
          <Checkbox id={id} checked={documents} onChange={(event) => onDocuments(event.target.checked)}>
            {t('vectors.form.documents')}
            <br />
            <small className="muted">
              {t('vectors.form.documentsCount', {
                n: formatCount(records),
                characters: formatCount(characters),
              })}
            </small>
          </Checkbox>
        )}
      </FormRow>
      <FormRow name={t('vectors.form.files')} help={t('vectors.form.filesHelp')} testId="vector-files">
        {({ id }) => (
          <div>
            <FileButton
              id={id}
              multiple
              accept=".txt,.jsonl,.ndjson,.json,.docx,.gz"
              inputTestId="vector-files-input"
              label={t('vectors.form.choose')}
              onFiles={(chosen) => onFiles([...files, ...chosen])}
            />
            {files.map((file, i) => (
              <div key={`${file.name}-${file.lastModified}`} className="vector-file row">
                <span className="ellipsis">{file.name}</span>
                <span className="muted">{formatBytes(file.size)}</span>
                <Button size="small" type="text" onClick={() => onFiles(files.filter((_, at) => at !== i))}>
                  {t('vectors.form.remove')}
                </Button>
              </div>
            ))}
          </div>
        )}
      </FormRow>
      {about > 0 && about < SMALL_CORPUS && (
        <p className="muted vector-small fine">{t('vectors.form.small')}</p>
      )}
    </>
  );
}
