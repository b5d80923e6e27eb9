/** An experiment as it is being written down in the form, and how long it may take. */
import {
  type Axis,
  ExperimentPlan,
  type PartialSettings,
  type ExperimentPlan as Plan,
  type SearchMethod,
} from '../../../../shared/domain/experiment.ts';
import { networkRow } from '../../../../shared/domain/networks.ts';
import { TASKS } from '../../../../shared/domain/tasks.ts';
import type { DataSet, RunSummary } from '../../../../shared/domain/training.ts';
import { cellSettings, cellsOf, linearBaselines, pipelinesOf } from '../../../../shared/experiment-cells.ts';
import { searchPlan } from '../../../../shared/search-space.ts';
import { type LabelledTask, settingOrder, shapeOf, withDefaults } from '../../../lib/form-settings.ts';
import { KIND_ROWS } from '../task-kinds.ts';

/** Settings shared by all cells. An empty one takes the value that suits the network. */
export const GRID_SETTINGS = [
  'epochs',
  'patience',
  'batchSize',
  'hiddenSize',
  'trainDocuments',
  'devDocuments',
] as const;
export type GridSetting = (typeof GRID_SETTINGS)[number];

/** Something that gives a network its token vectors. */
export interface FrontChoice {
  readonly key: string;
  readonly name: string;
  readonly settings: PartialSettings;
}

export interface GridDraft {
  readonly task: LabelledTask;
  /** `search`: one network's settings are searched instead of several combinations being compared. */
  readonly kind: 'compare' | 'search';
  readonly method: SearchMethod;
  /** As typed. */
  readonly minutes: string;
  readonly name: string | null;
  readonly train: number | null;
  readonly dev: number | null;
  /** Set on which the weights chosen on dev are measured; null: none. */
  readonly test: number | null;
  readonly networks: readonly string[];
  readonly fronts: readonly string[];
  /** Seeds as typed: `1, 2, 3`. */
  readonly seeds: string;
  /** As typed; empty: no cross-validation. */
  readonly folds: string;
  readonly settings: Readonly<Record<GridSetting, string>>;
  readonly keepModels: boolean;
  /** Adds the linear classifiers as rows to beat. */
  readonly baselines: boolean;
}

export const startGrid = (task: LabelledTask = 'ner'): GridDraft => ({
  task,
  kind: 'compare',
  method: 'halving',
  minutes: '60',
  name: null,
  train: null,
  dev: null,
  test: null,
  networks: KIND_ROWS[TASKS[task].kind].networks,
  fronts: ['embedding'],
  seeds: '1, 2, 3',
  folds: '',
  settings: { epochs: '', patience: '', batchSize: '', hiddenSize: '', trainDocuments: '', devDocuments: '' },
  keepModels: false,
  baselines: true,
});

/** Networks that take any front. */
export const gridNetworks = (task: LabelledTask): readonly string[] =>
  shapeOf(task, 'network').choices.filter((network) => networkRow(network)?.front === undefined);

/** Bare vectors, every set of word vectors and every encoder of the workspace, frozen as in the paper. */
export const frontChoices = (
  vectors: readonly { readonly name: string }[],
  encoders: readonly string[],
  bare: string,
): FrontChoice[] => [
  { key: 'embedding', name: bare, settings: { front: 'embedding' } },
  ...vectors.map(({ name }) => ({
    key: `vectors ${name}`,
    name,
    settings: { front: 'vectors', vectors: name },
  })),
  ...encoders.map((name) => ({
    key: `encoder ${name}`,
    name,
    settings: { front: 'encoder', encoder: name, freezeEncoder: true },
  })),
];

export type GridProblem =
  | 'name'
  | 'train'
  | 'dev'
  | 'networks'
  | 'fronts'
  | 'seeds'
  | 'folds'
  | 'minutes'
  | GridSetting;

/** Names that the table shows. */
export interface GridTitles {
  readonly front: string;
  readonly network: string;
  /** First trial of a search. */
  readonly asGiven: string;
  readonly of: (network: string) => string;
}

export interface GridReading {
  /** Present when there are no problems. */
  readonly plan?: Plan;
  readonly problems: readonly GridProblem[];
}

/** Parses the form. `titles` gives the names of networks that the table shows. */
export function readGrid(draft: GridDraft, fronts: readonly FrontChoice[], titles: GridTitles): GridReading {
  const seeds = readSeeds(draft.seeds);
  const chosen = fronts.filter(({ key }) => draft.fronts.includes(key));
  const folds = ExperimentPlan.shape.folds.safeParse(
    draft.folds.trim() === '' ? undefined : Number(draft.folds),
  );
  const settings = typedSettings(draft);
  const axes: Axis[] = [
    { name: titles.front, values: chosen.map(({ name, settings: own }) => ({ name, settings: own })) },
    {
      name: titles.network,
      values: draft.networks.map((network) => ({ name: titles.of(network), settings: { network } })),
    },
  ];
  const problems: GridProblem[] = [
    ...(draft.name?.trim() === '' ? (['name'] as const) : []),
    ...(draft.train === null ? (['train'] as const) : []),
    ...(draft.dev === null && draft.folds.trim() === '' ? (['dev'] as const) : []),
    ...(chosen.length === 0 ? (['fronts'] as const) : []),
    ...(draft.networks.length === 0 ? (['networks'] as const) : []),
    ...(seeds === undefined ? (['seeds'] as const) : []),
    ...(folds.success ? [] : (['folds'] as const)),
    ...GRID_SETTINGS.filter((key) => !fits(draft, key)),
  ];
  if (draft.kind === 'search') return readSearch(draft, chosen, problems, titles);
  if (problems.length > 0) return { problems };
  const plan = ExperimentPlan.safeParse({
    task: draft.task,
    settings,
    axes,
    baselines: draft.baselines ? linearBaselines(draft.task, axes, titles.of) : [],
    seeds,
    ...(folds.data === undefined ? {} : { folds: folds.data }),
    keepModels: draft.keepModels,
  });
  return plan.success ? { plan: plan.data, problems } : { problems: ['seeds'] };
}

/** Number of trials that a search may begin within its time. */
const TRIALS = 30;

/** Reads a search, which has one network, one kind of vectors, one seed and no folds. */
function readSearch(
  draft: GridDraft,
  chosen: readonly FrontChoice[],
  found: readonly GridProblem[],
  { of: nameOf, asGiven: firstName }: GridTitles,
): GridReading {
  const [network, ...others] = draft.networks;
  const minutes = Number(draft.minutes);
  const problems: GridProblem[] = [
    ...found.filter((problem) => problem !== 'folds'),
    ...(draft.dev === null && !found.includes('dev') ? (['dev'] as const) : []),
    ...(others.length > 0 ? (['networks'] as const) : []),
    ...(chosen.length > 1 ? (['fronts'] as const) : []),
    ...(minutes > 0 && minutes <= 100_000 ? [] : (['minutes'] as const)),
  ];
  if (problems.length > 0) return { problems };
  const given = { ...typedSettings(draft), ...chosen[0]?.settings, network };
  const settings = withDefaults(draft.task, { ...given, seed: readSeeds(draft.seeds)?.[0] });
  if (settings.task === 'pretrain') return { problems: ['networks'] };
  const fixed = Object.keys(given);
  const plan = searchPlan({
    settings,
    method: draft.method,
    minutes,
    trials: TRIALS,
    fixed,
    nameOf,
    firstName,
  });
  return { plan, problems };
}

/** `1, 2，3 4`: whole numbers, each once; undefined where that is not so. */
export function readSeeds(text: string): number[] | undefined {
  const words = text.split(/[\s,，、;；]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > 50 || !words.every((word) => /^\d{1,9}$/.test(word)))
    return undefined;
  const seeds = words.map(Number);
  return new Set(seeds).size === seeds.length ? seeds : undefined;
}

function typedSettings({ settings }: GridDraft): PartialSettings {
  const given = GRID_SETTINGS.filter((key) => settings[key].trim() !== '');
  return Object.fromEntries(given.map((key) => [key, Number(settings[key])]));
}

/** Tells whether the typed text is a valid number for the setting. */
function fits({ task, settings }: GridDraft, key: GridSetting): boolean {
  const text = settings[key].trim();
  if (text === '' || !settingOrder(task).includes(key)) return true;
  const [value, shape] = [Number(text), shapeOf(task, key)];
  return (
    Number.isInteger(value) &&
    value >= (shape.least ?? Number.NEGATIVE_INFINITY) &&
    value <= (shape.most ?? Number.POSITIVE_INFINITY)
  );
}

/** Tokens a second where nothing has been measured: a small recurrent network on a common processor. */
const GUESSED_SPEED = 5000;
/** An encoder in front reads that many times slower. */
const ENCODER_COST = 6;
/** Compiling and evaluating, for each run. */
const SECONDS_A_RUN = 8;

export interface Estimate {
  readonly runs: number;
  readonly seconds: number;
  /** True if the estimate comes from earlier runs of these networks. */
  readonly measured: boolean;
}

/** Estimates the time of all cells one after the other, from earlier runs of the same networks. */
export function estimateGrid(
  plan: Plan,
  train: Pick<DataSet, 'characters' | 'documents'> | undefined,
  earlier: readonly RunSummary[],
): Estimate | undefined {
  const runs = cellsOf(plan).length;
  const pipelines = pipelinesOf(plan);
  if (plan.search !== undefined) return { runs, seconds: 60 * plan.search.minutes, measured: true };
  let measured = true;
  let seconds = 0;
  for (const pipeline of pipelines) {
    let settings: ReturnType<typeof cellSettings>;
    try {
      settings = cellSettings(plan, pipeline, plan.seeds[0] ?? 1);
    } catch {
      return undefined;
    }
    const share =
      settings.trainDocuments === undefined || train === undefined
        ? 1
        : Math.min(1, settings.trainDocuments / Math.max(1, train.documents));
    const known = speedOf(pipeline.settings, earlier);
    if (known === undefined) measured = false;
    const speed = known ?? GUESSED_SPEED / (pipeline.settings.front === 'encoder' ? ENCODER_COST : 1);
    const characters = (train?.characters ?? 0) * share;
    seconds +=
      plan.seeds.length * (plan.folds ?? 1) * (SECONDS_A_RUN + (settings.epochs * characters) / speed);
  }
  return { runs, seconds, measured };
}

/** The median speed of earlier runs with this network and front. */
function speedOf({ network, front }: PartialSettings, earlier: readonly RunSummary[]): number | undefined {
  const speeds = earlier
    .filter(({ settings }) => {
      if (!('network' in settings)) return false;
      return settings.network === network && settings.front === front;
    })
    .flatMap(({ progress }) => (progress === undefined ? [] : [progress.tokensPerSecond]))
    .sort((a, b) => a - b);
  return speeds[speeds.length >> 1];
}
