/** Computes confidence intervals by resampling documents: sums each sample's rows and recomputes the coefficients. */
import type { Estimate } from '../../shared/domain/agreement.ts';
import { RandomStream } from '../engine/layers/random.ts';

export interface BootstrapOptions {
  /** Number of bootstrap samples; 0 turns intervals off. */
  readonly samples: number;
  readonly seed: number;
  /** Confidence level of the interval, 0..1. */
  readonly level: number;
}

/** Number of times each sample draws each document. Shared by all coefficients, so that they stay comparable. */
export type Resamples = readonly Uint16Array[];

/** Draws the samples. Returns none for fewer than two documents, since those cannot be resampled. */
export function resample(documents: number, { samples, seed }: BootstrapOptions): Resamples {
  if (documents < 2) return [];
  return Array.from({ length: samples }, (_, step) => {
    const random = new RandomStream({ seed, purpose: 'agreement', step });
    const times = new Uint16Array(documents);
    for (let i = 0; i < documents; i++) times[random.below(documents)]!++;
    return times;
  });
}

/** Sums of one document, stored without zeros. */
export interface SparseSums {
  readonly at: Uint32Array;
  readonly amount: Float64Array;
}

export function sparse(sums: Float64Array): SparseSums {
  const found: number[] = [];
  for (let i = 0; i < sums.length; i++) if (sums[i] !== 0) found.push(i);
  const at = Uint32Array.from(found);
  return { at, amount: Float64Array.from(at, (i) => sums[i]!) };
}

/** Sums documents, each weighted by `times`, or by 1 without it. */
export function sumRows(rows: readonly SparseSums[], size: number, times?: Uint16Array): Float64Array {
  const sums = new Float64Array(size);
  for (const [i, { at, amount }] of rows.entries()) {
    const weight = times === undefined ? 1 : times[i]!;
    if (weight === 0) continue;
    for (let k = 0; k < at.length; k++) sums[at[k]!]! += weight * amount[k]!;
  }
  return sums;
}

/** Coefficients by name; `undefined` where one is not defined. */
export type Computed<Name extends string> = Readonly<Record<Name, number | undefined>>;

/** Returns each value with the percentile interval of its samples. Ignores samples for which a value is undefined. */
export function estimate<Name extends string>(
  rows: readonly SparseSums[],
  size: number,
  compute: (sums: Float64Array) => Computed<Name>,
  resamples: Resamples,
  level: number,
): Record<Name, Estimate> {
  const values = compute(sumRows(rows, size));
  const sampled = resamples.map((times) => compute(sumRows(rows, size, times)));
  // safe: `compute` gives every name, and each is mapped to its estimate
  return Object.fromEntries(
    Object.keys(values).map((key) => {
      const name = key as Name; // safe: a key of `values`
      const known = sampled.flatMap((sample) => sample[name] ?? []);
      const value = values[name];
      const interval = percentiles(value === undefined ? [] : known, level);
      return [name, { value: value ?? null, ...interval }];
    }),
  ) as Record<Name, Estimate>;
}

/** Returns the percentile interval of samples; null without any. */
export function percentiles(samples: readonly number[], level: number): Pick<Estimate, 'low' | 'high'> {
  if (samples.length === 0) return { low: null, high: null };
  const sorted = Float64Array.from(samples).sort();
  return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) };
}

/** Returns a quantile by linear interpolation between the two nearest values. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}
