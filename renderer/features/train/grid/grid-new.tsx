import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExperimentPlan } from '../../../../shared/domain/experiment.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { useDataSets, useModels, useRuns } from '../../../api/training.ts';
import { useVectorChoices } from '../../../api/vectors.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { LABELLED_TASKS } from '../../../lib/form-settings.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { DataChoice, SetField } from '../form/data-choice.tsx';
import { FormRow } from '../form/form-row.tsx';
import { RunForm } from '../form/run-form.tsx';
import { SettingControl } from '../form/setting-control.tsx';
import { TaskField } from '../form/task-field.tsx';
import { TextField } from '../form/text-field.tsx';
import { useSettingWords } from '../form/use-setting-words.ts';
import { freeName } from '../run-draft.ts';
import { useTrain } from '../train-context.ts';
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
import { oneOfEach, SearchFields } from './search-fields.tsx';

/** The form of a new experiment: data, vectors × networks × seeds, and how much that is. */
export function GridNew() {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const draft = useStore(state.grid);
  const change = (part: Partial<GridDraft>): void => state.grid.update((now) => ({ ...now, ...part }));
  const { name, fronts, reading } = useGridReading(draft);
  const [tried, setTried] = useState(false);
  const start = useChange('experiments.start');
  const submit = (): void => {
    setTried(true);
    const { plan } = reading;
    const { train } = draft;
    const dev = plan?.folds === undefined ? draft.dev : train;
    if (plan === undefined || train === null || dev === null) return;
    start.mutate(
      { name: name.trim(), plan, train, dev, ...(draft.test === null ? {} : { test: draft.test }) },
      {
        onSuccess: ({ id }) => {
          state.grid.update((now) => ({ ...now, name: null }));
          go({ kind: 'grid', id });
        },
      },
    );
  };

  return (
    <RunForm
      title={t('grid.new')}
      testId="grid-form"
      error={start.error}
      start={{ label: t('grid.form.start'), testId: 'start-grid', busy: start.isPending }}
      hint={t('grid.form.startHint')}
      onSubmit={submit}
      tools={<Button onClick={() => state.grid.set(startGrid(draft.task))}>{t('train.form.reset')}</Button>}
      notes={
        <>
          {tried && reading.problems.length > 0 && (
            <p className="field-error" role="alert">
              {t('grid.form.problems', { n: reading.problems.length })}
            </p>
          )}
          <Size draft={draft} reading={reading} />
        </>
      }
    >
      <section className="setting-group">
        <h2>{t('train.form.what')}</h2>
        <FormRow name={t('grid.form.kind')} testId="grid-kind">
          {({ id }) => (
            <Segmented<GridDraft['kind']>
              id={id}
              value={draft.kind}
              aria-label={t('grid.form.kind')}
              options={(['compare', 'search'] as const).map((kind) => ({
                value: kind,
                label: t(`grid.form.${kind}`),
              }))}
              onChange={(kind) => change({ kind, ...(kind === 'search' ? oneOfEach(draft) : {}) })}
            />
          )}
        </FormRow>
        <TaskField
          task={draft.task}
          tasks={LABELLED_TASKS}
          narrow
          onTask={(task) => state.grid.set({ ...startGrid(task), name: draft.name, seeds: draft.seeds })}
        />
        <TextField
          name={t('grid.form.name')}
          value={name}
          testId="grid-name"
          maxLength={150}
          help={t('grid.form.nameHelp')}
          problem={tried && reading.problems.includes('name') ? t('grid.form.nameMissing') : undefined}
          onChange={(next) => change({ name: next })}
        />
        <DataChoice
          draft={draft}
          tried={tried}
          inFolds={draft.kind === 'compare' && draft.folds.trim() !== ''}
          onChange={change}
        />
        <TestSet draft={draft} onChange={change} />
      </section>
      {draft.kind === 'search' && <SearchFields draft={draft} reading={reading} onChange={change} />}
      <GridAxes draft={draft} fronts={fronts} reading={reading} tried={tried} onChange={change} />
      <GridSettings draft={draft} problems={reading.problems} onChange={change} />
      <GridFlags draft={draft} onChange={change} />
    </RunForm>
  );
}

/** Returns a draft's name, the fronts that it can choose, and the plan that it describes or its problems. */
function useGridReading(draft: GridDraft) {
  const { t } = useTranslation();
  const { networkName } = useSettingWords(draft.task);
  const encoders = (useModels().data ?? []).filter(({ task }) => task === 'encoder');
  const vectors = useVectorChoices();
  const taken = (useAnswer('experiments.list', {}).data ?? []).map((experiment) => experiment.name);
  const name = draft.name ?? freeName('grid', taken);
  const fronts = frontChoices(
    vectors,
    encoders.map((encoder) => encoder.name),
    t('grid.form.bare'),
  );
  const titles = {
    front: t('grid.form.fronts'),
    network: t('grid.form.networks'),
    asGiven: t('grid.form.asGiven'),
    of: networkName,
  };
  return { name, fronts, reading: readGrid({ ...draft, name }, fronts, titles) };
}

/** Switches: linear baselines beside the networks, and whether models are kept. */
function GridFlags({ draft, onChange }: Pick<GridAxesProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation();
  const flags = draft.task === 'ner' ? (['keepModels'] as const) : (['baselines', 'keepModels'] as const);
  return (
    <section className="setting-group">
      {flags.map((flag) => (
        <FormRow key={flag} name={t(`grid.form.${flag}`)} help={t(`grid.form.${flag}Help`)}>
          {(field) => (
            <SettingControl
              field={field}
              kind="flag"
              value={draft[flag]}
              onChange={(on) => onChange({ [flag]: on === true })}
            />
          )}
        </FormRow>
      ))}
    </section>
  );
}

/** Choice of a set on which the weights chosen on dev are measured. */
function TestSet({ draft, onChange }: Pick<GridAxesProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation();
  const sets = (useDataSets().data ?? []).filter(({ task }) => task === draft.task);
  if (sets.length === 0) return null;
  return (
    <SetField
      testId="set-test"
      name={t('grid.form.test')}
      help={t('grid.form.testHelp')}
      none={t('grid.form.noTest')}
      chosen={draft.test}
      sets={sets}
      tried={false}
      onChange={(test) => onChange({ test })}
    />
  );
}

interface GridAxesProps {
  readonly draft: GridDraft;
  readonly fronts: ReturnType<typeof frontChoices>;
  readonly reading: GridReading;
  readonly tried: boolean;
  readonly onChange: (part: Partial<GridDraft>) => void;
}

/** Choice of vectors, networks and seeds; the experiment runs every combination. */
function GridAxes({ draft, fronts, reading: { problems }, tried, onChange }: GridAxesProps) {
  const { t } = useTranslation();
  const words = useSettingWords(draft.task);
  const wrong = (problem: GridReading['problems'][number]): boolean => problems.includes(problem);
  const isSearch = draft.kind === 'search';
  return (
    <section className="setting-group">
      <GridChoices
        title={t('grid.form.fronts')}
        help={t('grid.form.frontsHelp')}
        testId="grid-fronts"
        choices={fronts.map(({ key, name: label }) => ({ key, label }))}
        chosen={draft.fronts}
        problem={
          tried && wrong('fronts') ? t(isSearch ? 'grid.form.onlyOne' : 'grid.form.frontsMissing') : undefined
        }
        onChange={(keys) => onChange({ fronts: keys })}
      />
      <GridChoices
        title={t('grid.form.networks')}
        testId="grid-networks"
        choices={gridNetworks(draft.task).map((network) => ({
          key: network,
          label: words.networkName(network),
          hint: words.choice('network', network),
        }))}
        chosen={draft.networks}
        problem={
          tried && wrong('networks')
            ? t(isSearch ? 'grid.form.onlyOne' : 'grid.form.networksMissing')
            : undefined
        }
        onChange={(keys) => onChange({ networks: keys })}
      />
      <TextField
        name={t('grid.form.seeds')}
        value={draft.seeds}
        testId="grid-seeds"
        maxLength={150}
        help={t('grid.form.seedsHelp')}
        problem={wrong('seeds') ? t('grid.form.seedsWrong') : undefined}
        onChange={(seeds) => onChange({ seeds })}
      />
      {draft.kind === 'compare' && (
        <TextField
          name={t('grid.form.folds')}
          value={draft.folds}
          testId="grid-folds"
          maxLength={2}
          help={t('grid.form.foldsHelp')}
          problem={wrong('folds') ? t('grid.form.foldsWrong') : undefined}
          onChange={(folds) => onChange({ folds })}
        />
      )}
    </section>
  );
}

const sumOf = ({ search, folds }: ExperimentPlan) =>
  search !== undefined
    ? 'grid.form.sumOfSearch'
    : folds !== undefined
      ? 'grid.form.sumOfFolds'
      : 'grid.form.sum';

/** Shows the number of runs and an estimate of their time. */
function Size({ draft, reading: { plan } }: { readonly draft: GridDraft; readonly reading: GridReading }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const train = useDataSets().data?.find(({ id }) => id === draft.train);
  const runs = useRuns().data ?? [];
  if (plan === undefined) return null;
  const estimate = estimateGrid(plan, train, runs);
  if (estimate === undefined) return null;
  const { runs: count, seconds, measured } = estimate;
  return (
    <p className="tabular" data-testid="grid-size" role="status">
      <strong>
        {t(sumOf(plan), {
          trials: plan.axes[0]?.values.length,
          folds: plan.folds,
          fronts: plan.axes[0]?.values.length,
          networks: plan.axes[1]?.values.length,
          seeds: plan.seeds.length,
          runs: count,
        })}
      </strong>{' '}
      {train !== undefined && (
        <>
          {t('grid.form.estimate', { time: formatDuration(seconds, language) })}
          {plan.search === undefined && (
            <span className="muted">
              {' '}
              {t(measured ? 'grid.form.estimateMeasured' : 'grid.form.estimateRough')}
            </span>
          )}
        </>
      )}
    </p>
  );
}
