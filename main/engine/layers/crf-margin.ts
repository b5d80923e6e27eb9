/** Computes the margin of the best path of a linear-chain CRF over the second best. */
import { invariant } from '../../../shared/assert.ts';
import type { CrfScores } from './viterbi.ts';

/**
 * Score of the best path less that of the second best, ≥ 0: their log odds, the same with and without the partition
 * function. Two-best Viterbi (Seshadri & Sundberg 1994): each tag keeps its two best scores. Infinity where there is one
 * path only. Emissions [T × K].
 */
export function crfMargin(emissions: Float32Array, { transitions, start, end }: CrfScores): number {
  const count = start.length;
  const length = emissions.length / count;
  invariant(Number.isInteger(length), `crfMargin: ${emissions.length} emissions of ${count} tags`);
  if (length === 0) return Number.POSITIVE_INFINITY;
  let best = Float64Array.from(start, (first, tag) => first + emissions[tag]!);
  let second = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let t = 1; t < length; t++) {
    const nextBest = new Float64Array(count);
    const nextSecond = new Float64Array(count);
    for (let tag = 0; tag < count; tag++) {
      const top = new TopTwo();
      for (let before = 0; before < count; before++) {
        const step = transitions[before * count + tag]!;
        top.add(best[before]! + step);
        top.add(second[before]! + step);
      }
      nextBest[tag] = top.first + emissions[t * count + tag]!;
      nextSecond[tag] = top.second + emissions[t * count + tag]!;
    }
    [best, second] = [nextBest, nextSecond];
  }
  const top = new TopTwo();
  for (let tag = 0; tag < count; tag++) {
    top.add(best[tag]! + end[tag]!);
    top.add(second[tag]! + end[tag]!);
  }
  return top.first - top.second;
}

class TopTwo {
  first = Number.NEGATIVE_INFINITY;
  second = Number.NEGATIVE_INFINITY;

  add(score: number): void {
    if (score > this.first) {
      this.second = this.first;
      this.first = score;
    } else if (score > this.second) this.second = score;
  }
}
