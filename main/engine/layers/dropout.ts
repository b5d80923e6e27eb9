/**
 * Inverted dropout with masks from outside: a mask of 0 and 1 / (1 − rate) is a pure function of
 * (seed, step, site), so that a run repeats bit for bit and a recorded graph takes its masks as inputs.
 */
import { mul, type Tensor, tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { sizeOf } from './params.ts';
import { wordStream } from './random.ts';
import { fillMask, type MaskStream } from './threefry-fill.ts';

/** Source of dropout masks: a generator, or the inputs of a graph being recorded. */
export interface DropoutSource {
  /** The mask of a site, a place in the model with a name of its own. */
  mask(site: string, shape: readonly number[], rate: number): Tensor;
}

/** A mask that a model asks for in training. */
export interface DropoutSite {
  readonly site: string;
  readonly shape: readonly number[];
  readonly rate: number;
}

/** x · mask(site); x itself without a source or at rate 0. */
export function dropout(x: Tensor, rate: number, site: string, source: DropoutSource | undefined): Tensor {
  if (source === undefined || rate === 0) return x;
  return mul(x, source.mask(site, x.shape, rate)); // as x
}

/**
 * Fills `out` with the mask of (seed, step, site). Each element takes 16 random bits: the share dropped is the rate
 * to within 1 / 131,072, for half the work.
 */
export function fillDropoutMask(out: Float32Array, rate: number, id: MaskId): void {
  const mask = maskStream(rate, id);
  if (mask === 'zeros') out.fill(0);
  else fillMask(out, mask);
}

/** Identifies a mask; no two are equal. */
export interface MaskId {
  readonly seed: number;
  readonly step: number;
  readonly site: string;
}

/** The mask as its generator takes it; `zeros` when the rate rounds to 1. */
export function maskStream(rate: number, { seed, step, site }: MaskId): MaskStream | 'zeros' {
  invariant(rate >= 0 && rate < 1, `dropout: rate must lie in [0, 1), got ${rate}`);
  const threshold = Math.round(rate * 2 ** 16);
  const stream = wordStream({ seed, step, purpose: `dropout:${site}` });
  return threshold === 2 ** 16 ? 'zeros' : { stream, threshold, kept: 1 / (1 - rate) };
}

/** A site as a list, or none when its rate is 0. */
export const dropoutSite = (site: string, shape: readonly number[], rate: number): readonly DropoutSite[] =>
  rate === 0 ? [] : [{ site, shape, rate }];

/** Name of the graph input that carries a site's mask. */
export const dropoutInput = (site: string): string => `dropout:${site}`;

export const dropoutFromInputs = (inputs: Readonly<Record<string, Tensor>>): DropoutSource => ({
  mask(site) {
    const tensor = inputs[dropoutInput(site)];
    invariant(tensor !== undefined, `dropout: no input ${dropoutInput(site)}`);
    return tensor;
  },
});

/** Masks made on the spot, for eager executors. */
export const seededDropout = (seed: number, step: number): DropoutSource => ({
  mask(site, shape, rate) {
    const values = new Float32Array(sizeOf(shape));
    fillDropoutMask(values, rate, { seed, step, site });
    return tensor(values, [...shape]);
  },
});
