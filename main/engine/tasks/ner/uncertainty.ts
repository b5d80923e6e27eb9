/** Measures the uncertainty of a tagger, by which active learning orders documents. */
import { assertNever } from '../../../../shared/assert.ts';
import type { TagSet } from '../../../text/tag-set.ts';
import { crfMargin } from '../../layers/crf-margin.ts';
import { crfMarginals } from '../../layers/viterbi.ts';
import { legalScores, type NerHead, softmaxRows } from './decode.ts';
import { spanUncertainty } from './span-decoding.ts';

export interface Uncertainty {
  /** Mean entropy of a token's tag over its largest possible, 0 … 1 (token entropy, Settles & Craven 2008, eq. 3). */
  readonly entropy: number;
  /**
   * Ratio of the second-best tagging to the best: p(second) / p(best), 0 … 1 (after Scheffer et al. 2001, who take
   * the difference; in a long text that is 0 whatever the model thinks).
   */
  readonly margin: number;
}

/** Computes from the emissions [N × width] of one text; a text without tokens is certain. */
export function uncertaintyOf(emissions: Float32Array, tagSet: TagSet, head: NerHead): Uncertainty {
  if (emissions.length === 0) return { entropy: 0, margin: 0 };
  switch (head.kind) {
    case 'softmax': {
      const probabilities = softmaxRows(emissions, tagSet.size);
      return {
        entropy: tokenEntropy(probabilities, tagSet.size),
        margin: Math.exp(-rowMargin(emissions, tagSet.size)),
      };
    }
    case 'crf': {
      const scores = legalScores(head.scores, tagSet);
      return {
        entropy: tokenEntropy(crfMarginals(emissions, scores), tagSet.size),
        margin: Math.exp(-crfMargin(emissions, scores)),
      };
    }
    case 'global-pointer':
    case 'biaffine':
      return spanUncertainty(emissions, head, tagSet);
    default:
      return assertNever(head);
  }
}

function tokenEntropy(probabilities: Float32Array, width: number): number {
  let sum = 0;
  for (const p of probabilities) if (p > 0) sum -= p * Math.log(p);
  return sum / (probabilities.length / width) / Math.log(width);
}

/** Tokens are tagged one by one, so the second-best tagging changes the token with the smallest margin. */
function rowMargin(emissions: Float32Array, width: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < emissions.length; row += width) {
    let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = row; k < row + width; k++) {
      const score = emissions[k]!;
      if (score > first) [first, second] = [score, first];
      else if (score > second) second = score;
    }
    least = Math.min(least, first - second);
  }
  return least;
}
