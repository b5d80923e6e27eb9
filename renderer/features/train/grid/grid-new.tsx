import { Button, Input, Segmented, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExperiments, useStartExperiment } from '../../../api/experiments.ts';
import { useDataSets, useModels, useRuns } from '../../../api/training.ts';
import { useVectors } from '../../../api/vectors.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { LABELLED_TASKS, type LabelledTask } from '../../../lib/form-settings.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { DataChoice } from '../form/data-choice.tsx';
import { useSettingWords } from '../form/use-setting-words.ts';
import type { TrainRoute, TrainState } from '../route.ts';
import { freeName } from '../run-draft.ts';
import { GridChoices } from './grid-choices.tsx';
import {
  estimateGrid,
  frontChoices,
  type GridDraft,
  type GridReading,
  gridNetworks,
  readGrid,
  startGrid,
} from './grid-draft.ts';
import { GridSettings } from './grid-settings.tsx';

interface GridNewProps {
  readonly state: TrainState;
  readonly go: (route: TrainRoute) => void;
  readonly onImportData: () => void;
}

/** The form of a new experiment: data, vectors × networks × seeds, and how much that is. */
export function GridNew({ state, go, onImportData }: GridNewProps) {
  const { t } = useTranslation();
  const draft = useStore(state.grid);
  const words = useSettingWords(draft.task);
  const start = useStartExperiment();
  const [tried, setTried] = useState(false);
  const change = (part: Partial<GridDraft>): void => state.grid.update((now) => ({ ...now, ...part }));
  const encoders = (useModels().data ?? []).filter(({ task }) => task === 'encoder');
  const vectors = useVectors().data ?? [];
  const taken = (useExperiments().data ?? []).map(({ name }) => name);
  const name = draft.name ?? freeName('grid', taken);
  const { networkName } = words;
  const fronts = frontChoices(
    vectors,
    encoders.map((encoder) => encoder.name),
    t('grid.form.bare'),
  );
  const titles = { front: t('grid.form.fronts'), network: t('grid.form.networks'), of: networkName };
  const reading = readGrid({ ...draft, name }, fronts, titles);
  const wrong = (problem: GridReading['problems'][number]): boolean => reading.problems.includes(problem);

  const submit = (): void => {
    setTried(true);
    const { plan } = reading;
    const { train, dev } = draft;
    if (plan === undefined || train === null || dev === null) return;
    start.mutate(
      { name: name.trim(), plan, train, dev },
      {
        onSuccess: ({ id }) => {
          state.grid.update((now) => ({ ...now, name: null }));
          go({ kind: 'grid', id });
        },
      },
    );
  };

  return (
    <form
      className="run-form"
      data-testid="grid-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <header className="train-head">
        <h1>{t('grid.new')}</h1>
        <span className="spacer" />
        <Button onClick={() => state.grid.set(startGrid(draft.task))}>{t('train.form.reset')}</Button>
      </header>
      <div className="run-form-body">
        <section className="setting-group">
          <h2>{t('train.form.what')}</h2>
          <div className="setting-field">
            <span>{t('texts.taskName')}</span>
            <div>
              <Segmented<LabelledTask>
                value={draft.task}
                aria-label={t('texts.taskName')}
                data-testid="grid-task"
                options={LABELLED_TASKS.map((value) => ({ value, label: t(`texts.task.${value}`) }))}
                onChange={(task) =>
                  state.grid.set({ ...startGrid(task), name: draft.name, seeds: draft.seeds })
                }
              />
            </div>
            <p className="muted">{t(`texts.taskHelp.${draft.task}`)}</p>
          </div>
          <TextField
            name={t('grid.form.name')}
            value={name}
            testId="grid-name"
            help={t('grid.form.nameHelp')}
            problem={tried && wrong('name') ? t('grid.form.nameMissing') : undefined}
            onChange={(next) => change({ name: next })}
          />
          <DataChoice draft={draft} tried={tried} onChange={change} onImportData={onImportData} />
        </section>
        <section className="setting-group">
          <GridChoices
            title={t('grid.form.fronts')}
            help={t('grid.form.frontsHelp')}
            testId="grid-fronts"
            choices={fronts.map(({ key, name: label }) => ({ key, label }))}
            chosen={draft.fronts}
            problem={tried && wrong('fronts') ? t('grid.form.frontsMissing') : undefined}
            onChange={(keys) => change({ fronts: keys })}
          />
          <GridChoices
            title={t('grid.form.networks')}
            testId="grid-networks"
            choices={gridNetworks(draft.task).map((network) => ({
              key: network,
              label: networkName(network),
              hint: words.choice('network', network),
            }))}
            chosen={draft.networks}
            problem={tried && wrong('networks') ? t('grid.form.networksMissing') : undefined}
            onChange={(keys) => change({ networks: keys })}
          />
          <TextField
            name={t('grid.form.seeds')}
            value={draft.seeds}
            testId="grid-seeds"
            help={t('grid.form.seedsHelp')}
            problem={wrong('seeds') ? t('grid.form.seedsWrong') : undefined}
            onChange={(seeds) => change({ seeds })}
          />
        </section>
        <GridSettings draft={draft} problems={reading.problems} onChange={change} />
        <KeepModels checked={draft.keepModels} onChange={(keepModels) => change({ keepModels })} />
      </div>
      <footer className="run-form-foot">
        {start.error !== null && <ErrorNote error={start.error} />}
        {tried && reading.problems.length > 0 && (
          <p className="field-error" role="alert">
            {t('grid.form.problems', { n: reading.problems.length })}
          </p>
        )}
        <Size draft={draft} reading={reading} />
        <Button type="primary" htmlType="submit" loading={start.isPending} data-testid="start-grid">
          {t('grid.form.start')}
        </Button>
        <p className="muted">{t('grid.form.startHint')}</p>
      </footer>
    </form>
  );
}

interface SizeProps {
  readonly draft: GridDraft;
  readonly reading: GridReading;
}

/** Shows the number of runs and an estimate of their time. */
function Size({ draft, reading: { plan } }: SizeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const train = useDataSets().data?.find(({ id }) => id === draft.train);
  const runs = useRuns().data ?? [];
  if (plan === undefined) return null;
  const estimate = estimateGrid(plan, train, runs);
  if (estimate === undefined) return null;
  const { runs: count, seconds, measured } = estimate;
  return (
    <p className="grid-size" data-testid="grid-size" role="status">
      <strong>
        {t('grid.form.sum', {
          fronts: plan.axes[0]?.values.length,
          networks: plan.axes[1]?.values.length,
          seeds: plan.seeds.length,
          runs: count,
        })}
      </strong>{' '}
      {train !== undefined && (
        <>
          {t('grid.form.estimate', { time: formatDuration(seconds, language) })}
          <span className="muted">
            {' '}
            {t(measured ? 'grid.form.estimateMeasured' : 'grid.form.estimateRough')}
          </span>
        </>
      )}
    </p>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly testId: string;
  readonly help: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function TextField({ name, value, testId, help, problem, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="setting-field">
      <label htmlFor={id}>{name}</label>
      <Input
        id={id}
        value={value}
        maxLength={150}
        data-testid={testId}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
        {...(problem === undefined ? {} : { status: 'error' as const, 'aria-invalid': true })}
      />
      <p className={problem === undefined ? 'muted' : 'field-error'} id={`${id}-help`}>
        {problem ?? help}
      </p>
    </div>
  );
}

interface KeepModelsProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function KeepModels({ checked, onChange }: KeepModelsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="setting-group">
      <div className="setting-field">
        <label htmlFor={id}>{t('grid.form.keepModels')}</label>
        <span>
          <Switch id={id} checked={checked} onChange={onChange} />
        </span>
        <p className="muted">{t('grid.form.keepModelsHelp')}</p>
      </div>
    </section>
  );
}
