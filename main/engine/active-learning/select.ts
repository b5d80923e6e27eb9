/** Active learning: selects the texts to label next. */
import { assertNever } from '../../../shared/assert.ts';
import { RandomStream } from '../layers/random.ts';
import { kMeans, nearestCentre } from './k-means.ts';
import { textVectors, WIDTH } from './text-vectors.ts';

/**
 * `entropy` and `margin` take the least certain texts, `mixed` a diverse subset of those; `diversity` uses no model.
 */
export type Strategy = 'random' | 'entropy' | 'margin' | 'diversity' | 'mixed';

export interface Candidate {
  readonly text: string;
  /** Uncertainty measured by the model; absent without a model. */
  readonly entropy?: number;
  readonly margin?: number;
}

export interface Choice {
  readonly strategy: Strategy;
  /** Number of texts to label before the model is trained again. */
  readonly count: number;
  readonly seed?: number;
}

/** Most texts clustered, drawn at random; more would block the process for seconds. */
const MAX_CLUSTERED = 2000;

/** `mixed` considers this many times the number of texts it takes (β of Zhdanov 2019). */
const MIXED_POOL = 10;

/**
 * Returns the indices of up to `count` candidates to label next, most useful first. Without a model, uncertainty
 * strategies fall back to diversity.
 */
export function chooseNext(
  candidates: readonly Candidate[],
  { strategy, count, seed = 1 }: Choice,
): number[] {
  const all = [...candidates.keys()];
  switch (strategy) {
    case 'random':
      return shuffled(all, seed).slice(0, count);
    case 'diversity':
      return ofAll(candidates, { count, seed });
    case 'entropy':
    case 'margin':
      if (!knows(candidates, strategy)) return ofAll(candidates, { count, seed });
      return byUncertainty(candidates, all, strategy).slice(0, count);
    case 'mixed': {
      if (!knows(candidates, 'margin')) return ofAll(candidates, { count, seed });
      const pool = byUncertainty(candidates, all, 'margin').slice(
        0,
        Math.min(MAX_CLUSTERED, MIXED_POOL * count),
      );
      const weights = pool.map((number) => candidates[number]!.margin!);
      return diverse(candidates, pool, { count, seed, weights });
    }
    default:
      return assertNever(strategy);
  }
}

const knows = (candidates: readonly Candidate[], measure: 'entropy' | 'margin'): boolean =>
  candidates.some((candidate) => candidate[measure] !== undefined);

/** Sorts by uncertainty; texts the model has not seen come first. */
function byUncertainty(
  candidates: readonly Candidate[],
  numbers: readonly number[],
  measure: 'entropy' | 'margin',
): number[] {
  const value = (number: number): number => candidates[number]![measure] ?? Number.POSITIVE_INFINITY;
  return [...numbers].sort((a, b) => compare(value(b), value(a)) || a - b);
}

const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

function ofAll(candidates: readonly Candidate[], how: Diverse): number[] {
  const all = [...candidates.keys()];
  if (all.length <= MAX_CLUSTERED || how.count >= MAX_CLUSTERED) return diverse(candidates, all, how);
  const some = shuffled(all, how.seed)
    .slice(0, MAX_CLUSTERED)
    .sort((a, b) => a - b);
  return diverse(candidates, some, how);
}

interface Diverse {
  readonly count: number;
  readonly seed: number;
  /** Importance of each text, in the order of the given numbers. */
  readonly weights?: readonly number[];
}

/**
 * Returns one text per cluster, nearest to its centre, largest clusters first (diverse mini-batches, Zhdanov 2019).
 * Fills up by number.
 */
function diverse(
  candidates: readonly Candidate[],
  numbers: readonly number[],
  { count, seed, weights }: Diverse,
): number[] {
  if (numbers.length <= count) return [...numbers];
  const rows = textVectors(
    numbers.map((number) => candidates[number]!.text),
    seed,
  );
  const { cluster, centres } = kMeans(rows, WIDTH, {
    count,
    seed,
    ...(weights === undefined ? {} : { weights }),
  });
  const best = new Map<number, { number: number; distance: number; size: number }>();
  for (const [row, number] of numbers.entries()) {
    const own = cluster[row]!;
    const { distance } = nearestCentre(rows, row, centres.subarray(own * WIDTH, (own + 1) * WIDTH), WIDTH);
    const so = best.get(own) ?? { number, distance: Number.POSITIVE_INFINITY, size: 0 };
    const nearer = distance < so.distance;
    best.set(own, {
      number: nearer ? number : so.number,
      distance: nearer ? distance : so.distance,
      size: so.size + (weights?.[row] ?? 1),
    });
  }
  const chosen = [...best.values()]
    .sort((a, b) => b.size - a.size || a.number - b.number)
    .map(({ number }) => number);
  const taken = new Set(chosen);
  return [...chosen, ...numbers.filter((number) => !taken.has(number))].slice(0, count);
}

const shuffled = (numbers: number[], seed: number): number[] =>
  new RandomStream({ seed, purpose: 'active-random' }).shuffle(numbers);
