/** `grid run|report|list|delete`: experiments of pipelines × seeds. */

import { existsSync, writeFileSync } from 'node:fs';
import { ComparisonOptions } from '../../shared/domain/comparison.ts';
import { type ExperimentDetail, TableFormat } from '../../shared/domain/experiment.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, fromErrorData } from '../../shared/result.ts';
import { formatDifferences, formatExperiment } from '../formats/experiment-table.ts';
import { experimentDifferences } from '../services/experiments/differences.ts';
import { Experiments } from '../services/experiments/experiments.ts';
import { trainHere } from '../services/runs/run-training.ts';
import { Runs } from '../services/runs/runs.ts';
import type { Session } from '../services/session/session.ts';
import {
  actions,
  choice,
  expected,
  integer,
  note,
  only,
  print,
  printDeleted,
  printJson,
  printList,
  valueName,
  withSession,
} from './command.ts';
import { dataKind, dataSet } from './data-kind.ts';
import { type Grid, readGrid } from './grid-plan.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { said } from './language.ts';
import type { CommonOptions, Options } from './options.ts';
import { corpusSet } from './pretrain.ts';
import { GridProgress } from './progress.ts';
import { withRuns } from './runs.ts';
import type { UsageLine } from './usage.ts';

export const GRID_USAGE: readonly UsageLine[] = [
  ['grid run:'],
  [
    'FILE.json                                 {"name", "task", "train", "dev", "settings": {…}, "seeds": [1, 2, 3],',
  ],
  [
    '                                           "axes": [{"name": "network", "values": [{"name": "BiLSTM-CRF", "settings": {…}}]}]}',
  ],
  ['--vary SETTING=A,B,C', 'help.grid-vary'],
  ['--task pretrain … --ablate', 'help.grid-ablate'],
  ['--seeds 1,2,3', 'help.grid-seeds'],
  [
    '--name NAME --train FILE|NAME --dev FILE|NAME --task ner|classify|diagnose|pair|pretrain [--text FIELD|--text-a FIELD --text-b FIELD --label FIELD --separator S --parent FIELD]',
  ],
  ['--test FILE|NAME', 'help.grid-test'],
  ['--folds K', 'help.grid-folds'],
  ['--train-documents N', 'help.grid-documents'],
  ['--keep-models', 'help.grid-keep-models'],
  ['--baselines', 'help.grid-baselines'],
  ['--retry', 'help.grid-retry'],
  ['  ', 'help.grid-settings'],
  ['grid report --format md|csv|latex|json [--out FILE]'],
  ['grid report NAME --differences [--samples 1000]', 'help.grid-differences'],
];

type GridOptions = Options<'grid'>;
type GridRun = CommonOptions & Pick<GridOptions, 'retry'>;

export const grid = actions<GridOptions>('grid', {
  run: async (args, options) => {
    if (args.length > 1) throw expected('grid run', 'FILE.json | NAME');
    return run(args[0], options);
  },
  report: (args, options) => report(only(args, 'NAME'), options),
  list: (_args, options) => withExperiments(options, (experiments) => printExperiments(experiments, options)),
  delete: (args, options) =>
    withExperiments(options, (experiments) => {
      const { id, name, counts } = experiments.find(only(args, 'NAME'));
      experiments.remove(id);
      printDeleted(name, options, message('cli.experiment-deleted', { name, runs: counts.finished }));
    }),
});

/** Runs `body` with the experiments of the workspace, none of which can be started. */
const withExperiments = (options: GridOptions, body: (experiments: Experiments) => void): Promise<void> =>
  withRuns('grid', options, (session, runs) => body(new Experiments(session, runs)));

async function run(which: string | undefined, options: GridOptions): Promise<void> {
  const isFile = which !== undefined && existsSync(which);
  await runExperiment(isFile || which === undefined ? readGrid(which, options) : which, options);
}

/** Experiment to train, or how it is planned in a workspace; or the name of one that has begun. */
type Wanted = Grid | ((session: Session) => Promise<Grid>) | string;

/** Trains an experiment, or the rest of one, and prints its table. Returns it as it is then. */
export function runExperiment(which: Wanted, options: GridRun): Promise<ExperimentDetail> {
  return withSession(options, 'starter', async (session) => {
    const wanted =
      typeof which === 'function' ? await which(session) : typeof which === 'string' ? undefined : which;
    let progress: GridProgress | undefined;
    const runs = new Runs(session, {
      startTraining: trainHere(),
      watch: (id, event) => progress?.take(id, event),
    });
    const experiments = new Experiments(session, runs);
    try {
      const known =
        typeof which === 'string'
          ? experiments.find(which) // says which there are
          : experiments.list().find(({ name }) => name === wanted?.name);
      if (known !== undefined && wanted !== undefined) {
        await requireSame(session, known, wanted);
        experiments.extend(known.id, wanted.plan.seeds);
      }
      const id = known === undefined ? undefined : known.id;
      const begin = async () => {
        if (id === undefined && wanted !== undefined)
          return experiments.start(await requestOf(session, wanted)).id;
        return resume(experiments, id ?? 0, options.retry === true);
      };
      const release = onInterrupt(() => {
        note(message('cli.pausing-after-step'));
        for (const { id: open, state } of experiments.list())
          if (state === 'running') void experiments.control(open, 'pause').catch(() => undefined); // it has ended meanwhile
      });
      const started = await begin();
      progress = new GridProgress(() => experiments.get(started));
      await experiments.settled(started);
      release();
      progress.end();
      tell(experiments.get(started), options);
      return experiments.get(started);
    } finally {
      await experiments.close();
    }
  });
}

/** A finished experiment is shown again, unless some of its cells are to be trained again. */
async function resume(experiments: Experiments, id: number, retry: boolean): Promise<number> {
  const { state, counts } = experiments.get(id);
  const lost = counts.failed + counts.cancelled;
  if (state === 'finished' && !(retry && lost > 0)) return id;
  return (await experiments.control(id, retry ? 'retry' : 'resume')).id;
}

async function requestOf(session: Session, { name, plan, train, dev, test, ...fields }: Grid) {
  const kind = plan.task === 'pretrain' ? undefined : dataKind(plan.task, fields);
  const setOf = (which: string) =>
    kind === undefined ? corpusSet(session, [which]) : dataSet(session, which, kind);
  const [trainSet, devSet] = [await setOf(train), await setOf(dev)];
  const testSet = test === undefined ? undefined : await setOf(test);
  return {
    ...{ name, plan, train: trainSet.id, dev: devSet.id },
    ...(testSet === undefined ? {} : { test: testSet.id }),
  };
}

/** The same command goes on with what it began, more seeds are added; another plan under the same name would mix two tables. */
async function requireSame(
  session: Session,
  known: Pick<ExperimentDetail, 'name' | 'plan' | 'train' | 'dev' | 'test'>,
  wanted: Grid,
): Promise<void> {
  const { plan, train, dev, test } = await requestOf(session, wanted);
  // Experiments of earlier versions have no baselines; they go on without.
  const { seeds, baselines: _, ...rest } = plan;
  const { seeds: knownSeeds, baselines: __, ...knownRest } = known.plan;
  const isSame =
    JSON.stringify(rest) === JSON.stringify(knownRest) && knownSeeds.every((seed) => seeds.includes(seed));
  if (isSame && train === known.train.id && dev === known.dev.id && test === known.test?.id) return;
  const id = isSame ? 'experiments.same-name-other-data' : 'experiments.same-name-other-plan';
  const hint = message('hint.experiment-of-that-name', { name: known.name });
  throw new AppError('conflict', id, { name: known.name }, { kept: 'kept.it-unchanged', hint });
}

function tell(experiment: ExperimentDetail, options: GridRun): void {
  const { name, state, counts, error } = experiment;
  const where = options.workspace === undefined ? '' : ` --workspace ${options.workspace}`;
  if (options.json) print(formatExperiment(experiment, 'json').trimEnd());
  if (state === 'failed' && error !== undefined) throw fromErrorData(error);
  if (state !== 'finished') {
    const { finished, total } = counts;
    const words = message(`value.${state}`);
    note(
      message('experiments.unfinished', {
        state: words,
        finished,
        total,
        command: `grid run ${name}${where}`,
      }),
    );
    process.exitCode = INTERRUPTED;
    return;
  }
  if (!options.json) print(formatExperiment(experiment, 'md').trimEnd());
  const lost = counts.total - counts.finished;
  if (lost === 0) return;
  note(
    message('cli.runs-without-result', {
      lost,
      total: counts.total,
      command: `grid run ${name} --retry${where}`,
    }),
  );
  process.exitCode = 1;
}

async function report(name: string, options: GridOptions): Promise<void> {
  const { out } = options;
  if (options.differences === true) return differences(name, options);
  const format = choice('--format', options.format ?? (options.json ? 'json' : 'md'), TableFormat.options);
  return withExperiments(options, (experiments) => {
    const text = formatExperiment(experiments.get(experiments.find(name).id), format);
    if (out === undefined) return print(text.trimEnd());
    writeFileSync(out, text, { mode: 0o600 });
    note(message('cli.table-written', { out }));
  });
}

/** Prints the differences of all rows to the first one. */
function differences(name: string, options: GridOptions): Promise<void> {
  const samples = integer(options.samples, '--samples', ComparisonOptions.parse({}).samples);
  return withRuns('grid', options, async (session, runs) => {
    const experiment = new Experiments(session, runs).find(name);
    const chosen = ComparisonOptions.parse({ samples: Math.max(100, samples) });
    const found = await experimentDifferences(session, experiment.id, chosen);
    if (options.json) return printJson(found);
    print(formatDifferences(experiment, found).trimEnd());
  });
}

function printExperiments(experiments: Experiments, options: GridOptions): void {
  const headings = [
    'id',
    'name',
    'state',
    'task',
    'pipelines',
    'seeds',
    'runs',
    'trained on',
    'created',
  ] as const;
  printList(experiments.list(), options, headings, ({ id, name, state, plan, counts, train, createdAt }) => [
    id,
    name,
    valueName(state),
    valueName(plan.task),
    plan.axes.map(({ name: axis, values }) => `${values.length} ${axis}`).join(' × '),
    plan.seeds.length,
    `${counts.finished}/${counts.total}${counts.failed > 0 ? `, ${said(message('cli.cells-failed', { failed: counts.failed }))}` : ''}`,
    train.name,
    createdAt.slice(0, 19),
  ]);
}
