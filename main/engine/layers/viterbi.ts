/** Decoding of a linear-chain CRF in plain arrays: the best path, and how sure each tag is. */
import { invariant } from '../../../shared/assert.ts';
import { ILLEGAL, type TagConstraints } from './crf.ts';

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

/** p(tag at token | emissions), [T × K], by forward-backward. */
export function crfMarginals(emissions: Float32Array, scores: CrfScores): Float32Array {
  const { length, count } = sizes(emissions, scores);
  const marginals = new Float32Array(length * count);
  if (length === 0) return marginals;
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
      alphas[t * count + tag] = logSum(terms) + emissions[t * count + tag]!;
    }
  }
  for (let t = length - 2; t >= 0; t--) {
    for (let tag = 0; tag < count; tag++) {
      for (let j = 0; j < count; j++) {
        const onward = emissions[(t + 1) * count + j]! + betas[(t + 1) * count + j]!;
        terms[j] = scores.transitions[tag * count + j]! + onward;
      }
      betas[t * count + tag] = logSum(terms);
    }
  }
  for (let tag = 0; tag < count; tag++) terms[tag] = alphas[(length - 1) * count + tag]! + scores.end[tag]!;
  const total = logSum(terms);
  return marginals.map((_, i) => Math.exp(alphas[i]! + betas[i]! - total));
}

function logSum(terms: Float64Array): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const term of terms) if (term > top) top = term;
  let total = 0;
  for (const term of terms) total += Math.exp(term - top);
  return top + Math.log(total);
}

function sizes(emissions: Float32Array, scores: CrfScores): { length: number; count: number } {
  const count = scores.start.length;
  const length = emissions.length / count;
  invariant(
    Number.isInteger(length) && scores.transitions.length === count * count && scores.end.length === count,
    `CRF decoding: ${emissions.length} emissions, ${count} first tags, ${scores.transitions.length} transitions`,
  );
  return { length, count };
}
