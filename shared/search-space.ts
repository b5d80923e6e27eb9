/** Settings that a search tries, and plans of searches: random, or successive halving over epochs. */
import { type ExperimentPlan, ExperimentPlan as Plan, type SearchMethod } from './domain/experiment.ts';
import { linearMethod } from './domain/networks.ts';
import type { RunSettings } from './domain/training.ts';
import { linearBaselines, ownSettings } from './experiment-cells.ts';
import { applies, SETTINGS } from './run-settings.ts';

type SearchedSettings = Exclude<RunSettings, { task: 'pretrain' }>;

/** Values of one setting. `factor`: log-uniform between these multiples of the value that the settings have. */
type Range =
  | { readonly kind: 'factor'; readonly least: number; readonly most: number }
  | { readonly kind: 'log' | 'linear'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly values: readonly (number | string)[] };

/** Searched settings by name; those that a network does not read are left out. */
const SEARCH_SPACE: Readonly<Record<string, Range>> = {
  learningRate: { kind: 'factor', least: 0.25, most: 4 },
  dropout: { kind: 'linear', least: 0.1, most: 0.6 },
  hiddenSize: { kind: 'choice', values: [64, 128, 192, 256] },
  filters: { kind: 'choice', values: [64, 128, 256] },
  batchSize: { kind: 'choice', values: [8, 16, 32, 64] },
  weightDecay: { kind: 'log', least: 1e-4, most: 0.1 },
  c: { kind: 'log', least: 0.05, most: 20 },
  ngramMax: { kind: 'choice', values: [2, 3, 4, 5] },
  minDf: { kind: 'choice', values: [1, 2, 3] },
  termWeighting: { kind: 'choice', values: ['idf', 'concentration'] },
};

/** Share of the trials of a stage that the next stage trains for more epochs: one in three (Jamieson and Talwalkar 2016). */
export const HALVING = 3;
/** Epochs of a first stage, at least. */
const FEWEST_EPOCHS = 2;
const MOST_STAGES = 3;
const MOST_TRIALS = 60;

interface SearchRequest {
  readonly settings: SearchedSettings;
  readonly method: SearchMethod;
  readonly minutes: number;
  /** Number of trials, 60 at most; the time ends a search earlier. */
  readonly trials: number;
  /** Settings given by hand, which are not varied. */
  readonly fixed: readonly string[];
  readonly nameOf?: (network: string) => string;
  /** Name of the first trial, which has the settings as given. */
  readonly firstName?: string;
}

/**
 * Returns the experiment of a search. Its trials are drawn here, so that it goes on as it began; the first one has the
 * settings as given.
 */
export function searchPlan({
  settings,
  method,
  minutes,
  trials,
  fixed,
  nameOf,
  firstName = 'as given',
}: SearchRequest): ExperimentPlan {
  const { task, network, seed, epochs } = settings;
  const space = Object.entries(SEARCH_SPACE).filter(
    ([name]) => name in SETTINGS[task].shape && applies(name, settings) && !fixed.includes(name),
  );
  const random = mulberry32(seed);
  const count = Math.min(trials, MOST_TRIALS);
  const values = new Map<string, Record<string, number | string>>([[firstName, {}]]);
  // A space of few combinations has fewer trials: draws that are known already are not counted.
  for (let draw = 1; draw < 10 * count && values.size < count; draw++) {
    const drawn = space.map(
      ([name, range]) => [name, valueIn(range, settings[name as keyof SearchedSettings], random)] as const,
    );
    values.set(drawn.map(([name, value]) => `${name} ${value}`).join(', '), Object.fromEntries(drawn));
  }
  const axes = [
    {
      name: nameOf?.(network) ?? network,
      values: [...values].map(([name, own]) => ({ name, settings: own })),
    },
  ];
  const isHalving = method === 'halving' && linearMethod(network) === undefined;
  return Plan.parse({
    task,
    settings: { ...ownSettings(settings), network },
    axes,
    baselines: linearBaselines(
      task,
      [{ name: '', values: [{ name: network, settings: { network } }] }],
      nameOf,
    ),
    seeds: [seed],
    search: { minutes, epochs: isHalving ? stagesOf(epochs) : [epochs] },
  });
}

/** Returns the epochs of each stage, fewest first; the last has them all. */
function stagesOf(epochs: number): number[] {
  const all = Array.from({ length: MOST_STAGES }, (_, i) => Math.round(epochs / HALVING ** i));
  return all.filter((count, i) => i === 0 || count >= FEWEST_EPOCHS).reverse();
}

function valueIn(range: Range, present: unknown, random: () => number): number | string {
  if (range.kind === 'choice') return range.values[Math.floor(random() * range.values.length)]!;
  const { kind, least, most } = range;
  const share = random();
  if (kind === 'linear') return rounded(least + share * (most - least));
  const factor = kind === 'factor' ? Number(present) : 1;
  return rounded(factor * least * (most / least) ** share);
}

const rounded = (value: number): number => Number(value.toPrecision(2));

/** Uniform numbers in 0 … 1, the same in every process (Mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
