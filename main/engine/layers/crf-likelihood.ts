/** Computes the likelihood of tags by a linear-chain CRF on plain arrays; `crf.ts` does so on tensors. */
import { invariant } from '../../../shared/assert.ts';
import { logSumExp } from './log-sum-exp.ts';
import type { CrfScores } from './viterbi.ts';

/** −log p(tags | emissions [T × K]); 0 for no token. Constraints are already in the scores. */
export function crfPathLoss(emissions: Float32Array, tags: ArrayLike<number>, scores: CrfScores): number {
  const count = scores.start.length;
  invariant(
    emissions.length === tags.length * count,
    `crfPathLoss: ${emissions.length} emissions for ${tags.length} tokens of ${count} tags`,
  );
  return tags.length === 0 ? 0 : logPartition(emissions, scores) - pathScore(emissions, tags, scores);
}

function pathScore(
  emissions: Float32Array,
  tags: ArrayLike<number>,
  { transitions, start, end }: CrfScores,
): number {
  const count = start.length;
  let score = start[tags[0]!]! + end[tags[tags.length - 1]!]!;
  for (let t = 0; t < tags.length; t++) {
    score += emissions[t * count + tags[t]!]!;
    if (t > 0) score += transitions[tags[t - 1]! * count + tags[t]!]!;
  }
  return score;
}

/** log Σ over all paths of exp(score), by the forward algorithm in log space. */
function logPartition(emissions: Float32Array, { transitions, start, end }: CrfScores): number {
  const count = start.length;
  let alphas = Float64Array.from(start, (first, tag) => first + emissions[tag]!);
  let next = new Float64Array(count);
  const terms = new Float64Array(count);
  for (let row = count; row < emissions.length; row += count) {
    for (let tag = 0; tag < count; tag++) {
      for (let before = 0; before < count; before++)
        terms[before] = alphas[before]! + transitions[before * count + tag]!;
      next[tag] = logSumExp(terms) + emissions[row + tag]!;
    }
    [alphas, next] = [next, alphas];
  }
  return logSumExp(alphas.map((alpha, tag) => alpha + end[tag]!));
}
