import { Input, InputNumber, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { In } from '../../../../shared/contract/index.ts';
import { BatchJob, BatchPlace } from '../../../../shared/domain/batch.ts';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  DeidLevel,
  DeidMode,
} from '../../../../shared/domain/deid.ts';
import { tasksOf } from '../../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../../shared/domain/training.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { useDataSets, useModels } from '../../../api/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';

interface BatchDialogProps {
  /** Whether a server is set. */
  readonly withQueue: boolean;
  readonly onClose: () => void;
}

const PREDICTS: readonly ModelCard['task'][] = tasksOf('entities', 'labels');

/** One job over many records: which, over which records, with which model, where. */
export function BatchDialog({ withQueue, onClose }: BatchDialogProps) {
  const { t } = useTranslation();
  const submit = useChange('batch.submit');
  const models = useModels().data ?? [];
  const sets = (useDataSets().data ?? []).filter(({ task }) => task === 'ner');
  const [job, setJob] = useState<BatchJob>('annotate');
  const [name, setName] = useState(
    () => `batch-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-')}`,
  );
  const [place, setPlace] = useState<BatchPlace>('here');
  const [words, setWords] = useState('');
  const [set, setSet] = useState<number>();
  const [model, setModel] = useState<string>();
  const [mode, setMode] = useState<DeidMode>(DEFAULT_DEID_MODE);
  const [level, setLevel] = useState<DeidLevel>(DEFAULT_DEID_LEVEL);
  const [priority, setPriority] = useState<number | null>(0);
  const wanted = useDebounced(words.trim(), 150);
  const filter = wanted === '' ? {} : { words: wanted };
  const { data: ids } = useAnswer('docs.ids', filter);
  const fitting = models.filter(({ task }) => (job === 'predict' ? PREDICTS.includes(task) : task === 'ner'));
  const needsModel = job === 'predict' || job === 'evaluate';
  const chosen = fitting.find((one) => one.name === model)?.name;
  const hasRecords = job === 'evaluate' ? set !== undefined : (ids?.length ?? 0) > 0;
  const source: In<'batch.submit'>['source'] =
    job === 'evaluate' && set !== undefined ? { kind: 'dataset', id: set } : { kind: 'records', filter };
  return (
    <FormDialog
      title={t('batch.new')}
      okText={t('batch.start')}
      width={560}
      ready={name.trim() !== '' && hasRecords && (!needsModel || chosen !== undefined)}
      request={submit}
      testId="batch-dialog"
      onClose={onClose}
      onSubmit={() =>
        submit.mutate(
          {
            ...{ place, job, source, name: name.trim(), priority: priority ?? 0 },
            ...(job === 'deid' ? { deid: { mode, level } } : {}),
            ...(chosen === undefined || job === 'deid' ? {} : { model: chosen }),
          },
          { onSuccess: onClose },
        )
      }
    >
      <label className="field-label" htmlFor="batch-name">
        {t('batch.name')}
      </label>
      <Input
        id="batch-name"
        maxLength={200}
        value={name}
        data-testid="batch-name"
        onChange={(event) => setName(event.target.value)}
      />
      <span className="field-label">{t('batch.jobLabel')}</span>
      <Segmented
        value={job}
        aria-label={t('batch.jobLabel')}
        data-testid="batch-job"
        onChange={setJob}
        options={BatchJob.options.map((value) => ({ value, label: t(`batch.job.${value}`) }))}
      />
      <p className="muted">{t(`batch.jobHint.${job}`)}</p>
      {job === 'evaluate' ? (
        <Select
          aria-label={t('batch.dataSet')}
          placeholder={t('batch.dataSet')}
          value={set}
          onChange={setSet}
          options={sets.map(({ id, name: label }) => ({ value: id, label }))}
        />
      ) : (
        <>
          <label className="field-label" htmlFor="batch-words">
            {t('batch.records')}
          </label>
          <Input
            id="batch-words"
            allowClear
            maxLength={200}
            value={words}
            placeholder={t('batch.recordsHint')}
            onChange={(event) => setWords(event.target.value)}
          />
          <p className="muted" data-testid="batch-count">
            {ids === undefined ? '…' : t('batch.count', { n: formatCount(ids.length) })}
          </p>
        </>
      )}
      {job === 'deid' ? (
        <div className="batch-choices">
          <Select
            aria-label={t('deid.modeLabel')}
            value={mode}
            onChange={setMode}
            options={DeidMode.options.map((value) => ({ value, label: t(`deid.mode.${value}`) }))}
          />
          <Select
            aria-label={t('deid.levelLabel')}
            value={level}
            onChange={setLevel}
            options={DeidLevel.options.map((value) => ({ value, label: t(`deid.level.${value}`) }))}
          />
        </div>
      ) : (
        <Select
          allowClear={!needsModel}
          aria-label={t('batch.model')}
          placeholder={t(needsModel ? 'batch.chooseModel' : 'batch.modelInUse')}
          value={chosen}
          onChange={setModel}
          options={fitting.map(({ name: value }) => ({ value, label: value }))}
        />
      )}
      <div className="batch-choices">
        {withQueue && (
          <Segmented
            value={place}
            aria-label={t('batch.place')}
            data-testid="batch-place"
            onChange={setPlace}
            options={BatchPlace.options.map((value) => ({ value, label: t(`batch.placeOf.${value}`) }))}
          />
        )}
        <span className="muted">{t('batch.priority')}</span>
        <InputNumber
          aria-label={t('batch.priority')}
          min={-1000}
          max={1000}
          precision={0}
          value={priority}
          onChange={setPriority}
        />
      </div>
    </FormDialog>
  );
}
