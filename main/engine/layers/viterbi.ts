/** Decoding of a linear-chain CRF in plain arrays: the best path, and how sure each tag is. */
import { invariant } from '../../../shared/assert.ts';
import { ILLEGAL, type TagConstraints } from './crf.ts';
import { logSumExp } from './log-sum-exp.ts';

/** Scores of a CRF with constraints already applied; matrices row-major. */
export interface CrfScores {
  /** [i × K + j]: tag j after tag i. */
  readonly transitions: Float32Array;
  readonly start: Float32Array;
  readonly end: Float32Array;
}

/** The scores with −10⁴ wherever a constraint forbids, as `constrainCrf` has them in training. */
export function constrainScores(scores: CrfScores, constraints: TagConstraints): CrfScores {
  const bound = (values: Float32Array, legal: Uint8Array) =>
    values.map((value, i) => (legal[i] === 1 ? value : ILLEGAL));
  return {
    transitions: bound(scores.transitions, constraints.allowed),
    start: bound(scores.start, constraints.start),
    end: bound(scores.end, constraints.end),
  };
}

export interface DecodedPath {
  readonly tags: Int32Array;
  readonly score: number;
}

/** The path of the highest score (Viterbi 1967); emissions [T × K], T ≥ 0. Of equals the lowest tag wins. */
export function viterbi(emissions: Float32Array, scores: CrfScores): DecodedPath {
  const { length, count } = sizes(emissions, scores);
  const tags = new Int32Array(length);
  if (length === 0) return { tags, score: 0 };
  const from = new Int32Array(length * count);
  let best = Float64Array.from(scores.start, (first, tag) => first + emissions[tag]!);
  let next = new Float64Array(count);
  for (let t = 1; t < length; t++) {
    for (let tag = 0; tag < count; tag++) {
      let top = Number.NEGATIVE_INFINITY;
      for (let before = 0; before < count; before++) {
        const score = best[before]! + scores.transitions[before * count + tag]!;
        if (score > top) {
          top = score;
          from[t * count + tag] = before;
        }
      }
      next[tag] = top + emissions[t * count + tag]!;
    }
    [best, next] = [next, best];
  }
  let last = 0;
  for (let tag = 0; tag < count; tag++) {
    best[tag]! += scores.end[tag]!;
    if (best[tag]! > best[last]!) last = tag;
  }
  tags[length - 1] = last;
  for (let t = length - 1; t > 0; t--) tags[t - 1] = from[t * count + tags[t]!]!;
  return { tags, score: best[last]! };
}

/** Distribution of a CRF over the tags of a text, given its emissions: a Markov chain over the tokens. */
export interface CrfPosterior {
  /** p(tag at token | emissions), [T × K]. */
  readonly marginals: Float32Array;
  /** Returns p(`next` at token + 1 | `tag` at token, emissions); 0 after the last token. */
  readonly follows: (token: number, tag: number, next: number) => number;
}

/** Computed by forward-backward (Rabiner 1989, with scaling). */
export function crfPosterior(emissions: Float32Array, scores: CrfScores): CrfPosterior {
  const { length, count } = sizes(emissions, scores);
  if (length === 0) return { marginals: new Float32Array(0), follows: () => 0 };
  const { marginals, onward } =
    scaledMarginals(emissions, scores, { length, count }) ??
    logMarginals(emissions, scores, { length, count });
  const weights = new Float64Array(count);
  return {
    marginals,
    follows(token, tag, next) {
      if (token + 1 >= length) return 0;
      for (let k = 0; k < count; k++)
        weights[k] = scores.transitions[tag * count + k]! + onward((token + 1) * count + k);
      return Math.exp(weights[next]! - logSumExp(weights));
    },
  };
}

/** p(tag at token | emissions), [T × K]. */
export const crfMarginals = (emissions: Float32Array, scores: CrfScores): Float32Array =>
  crfPosterior(emissions, scores).marginals;

interface Marginals extends Pick<CrfPosterior, 'marginals'> {
  /** log of what a tag at a token and all tokens after it weigh, but for a constant of the token; `at` in [T × K]. */
  readonly onward: (at: number) => number;
}

interface Sizes {
  readonly length: number;
  readonly count: number;
}

/** Below this a sum may have lost terms that float64 cannot hold. */
const SMALLEST_SUM = 1e-200;

/**
 * Scales each step's forward and backward weights to sum 1, so that no logarithm of a sum is needed. Undefined where that
 * is not exact: when what the tokens before and after want of a token differs beyond the range of float64.
 */
function scaledMarginals(
  emissions: Float32Array,
  scores: CrfScores,
  { length, count }: Sizes,
): Marginals | undefined {
  const weights = rowWeights(emissions, count); // [T × K]
  const { firsts, tags, values } = possibleTransitions(rowWeights(scores.transitions, count * count), count);
  const alphas = new Float64Array(length * count);
  alphas.set(rowWeights(scores.start, count).map((weight, tag) => weight * weights[tag]!));
  if (!scaleRow(alphas, 0, count)) return undefined;
  for (let t = 1; t < length; t++) {
    const [row, before] = [t * count, (t - 1) * count];
    for (let i = 0; i < count; i++) {
      const alpha = alphas[before + i]!;
      if (alpha === 0) continue;
      for (let k = firsts[i]!; k < firsts[i + 1]!; k++) alphas[row + tags[k]!]! += alpha * values[k]!;
    }
    for (let tag = 0; tag < count; tag++) alphas[row + tag]! *= weights[row + tag]!;
    if (!scaleRow(alphas, row, count)) return undefined;
  }
  const marginals = new Float32Array(length * count);
  const onward = new Float64Array(length * count);
  let beta = rowWeights(scores.end, count);
  let next = new Float64Array(count);
  for (let t = length - 1; t >= 0; t--) {
    const row = t * count;
    let total = 0;
    for (let tag = 0; tag < count; tag++) total += alphas[row + tag]! * beta[tag]!;
    if (!(total > SMALLEST_SUM)) return undefined;
    for (let tag = 0; tag < count; tag++) marginals[row + tag] = (alphas[row + tag]! * beta[tag]!) / total;
    for (let tag = 0; tag < count; tag++) {
      beta[tag]! *= weights[row + tag]!;
      onward[row + tag] = beta[tag]!;
    }
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let k = firsts[i]!; k < firsts[i + 1]!; k++) sum += values[k]! * beta[tags[k]!]!;
      next[i] = sum;
    }
    [beta, next] = [next, beta];
    if (!scaleRow(beta, 0, count)) return undefined;
  }
  return { marginals, onward: (at) => Math.log(onward[at]!) };
}

/** Transitions of weight above 0, row after row: of 41 tags of BIO a row has 22. */
function possibleTransitions(weights: Float64Array, count: number) {
  const firsts = new Int32Array(count + 1);
  const tags = new Int32Array(count * count);
  const values = new Float64Array(count * count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    for (let tag = 0; tag < count; tag++) {
      const weight = weights[i * count + tag]!;
      if (weight === 0) continue;
      tags[at] = tag;
      values[at++] = weight;
    }
    firsts[i + 1] = at;
  }
  return { firsts, tags, values };
}

/** exp of each value less the largest of its row of `width`. */
function rowWeights(values: Float32Array, width: number): Float64Array<ArrayBuffer> {
  const weights = new Float64Array(values.length);
  for (let row = 0; row < values.length; row += width) {
    let top = Number.NEGATIVE_INFINITY;
    for (let k = row; k < row + width; k++) if (values[k]! > top) top = values[k]!;
    for (let k = row; k < row + width; k++) weights[k] = Math.exp(values[k]! - top);
  }
  return weights;
}

/** Makes the row's sum 1. False when the sum is too small, or no number. */
function scaleRow(values: Float64Array, row: number, width: number): boolean {
  let sum = 0;
  for (let k = row; k < row + width; k++) sum += values[k]!;
  if (!(sum > SMALLEST_SUM)) return false;
  for (let k = row; k < row + width; k++) values[k]! /= sum;
  return true;
}

/** Computes marginals in log space: slower, for any scores. */
function logMarginals(emissions: Float32Array, scores: CrfScores, { length, count }: Sizes): Marginals {
  const alphas = new Float64Array(length * count);
  const betas = new Float64Array(length * count);
  for (let tag = 0; tag < count; tag++) {
    alphas[tag] = scores.start[tag]! + emissions[tag]!;
    betas[(length - 1) * count + tag] = scores.end[tag]!;
  }
  const terms = new Float64Array(count);
  for (let t = 1; t < length; t++) {
    for (let tag = 0; tag < count; tag++) {
      for (let i = 0; i < count; i++)
        terms[i] = alphas[(t - 1) * count + i]! + scores.transitions[i * count + tag]!;
      alphas[t * count + tag] = logSumExp(terms) + emissions[t * count + tag]!;
    }
  }
  for (let t = length - 2; t >= 0; t--) {
    for (let tag = 0; tag < count; tag++) {
      for (let j = 0; j < count; j++) {
        const onward = emissions[(t + 1) * count + j]! + betas[(t + 1) * count + j]!;
        terms[j] = scores.transitions[tag * count + j]! + onward;
      }
      betas[t * count + tag] = logSumExp(terms);
    }
  }
  for (let tag = 0; tag < count; tag++) terms[tag] = alphas[(length - 1) * count + tag]! + scores.end[tag]!;
  const total = logSumExp(terms);
  return {
    marginals: Float32Array.from(alphas, (alpha, i) => Math.exp(alpha + betas[i]! - total)),
    onward: (at) => betas[at]! + emissions[at]!,
  };
}

function sizes(emissions: Float32Array, scores: CrfScores): Sizes {
  const count = scores.start.length;
  const length = emissions.length / count;
  invariant(
    Number.isInteger(length) && scores.transitions.length === count * count && scores.end.length === count,
    `CRF decoding: ${emissions.length} emissions, ${count} first tags, ${scores.transitions.length} transitions`,
  );
  return { length, count };
}
