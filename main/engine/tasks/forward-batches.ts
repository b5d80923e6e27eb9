/** Groups sequences of like length into inference batches of few sizes. */
import { invariant } from '../../../shared/assert.ts';
import type { BatchSize } from '../models/model.ts';
import { bucketsByTokens, LENGTH_BUCKETS, type PlannedBatch } from '../train/data-order.ts';

/** Batches grow by this factor, so that few shapes are compiled and little is padding. */
const GROWTH = 4;

/** Lengths of graphs for sequences of at most `longest` tokens. */
export function forwardLengths(longest: number, lengths: readonly number[] = LENGTH_BUCKETS): number[] {
  return [...lengths.filter((length) => length < longest), longest];
}

/**
 * Each sequence in one batch, lengths alike in a batch; of each length bucket batches of 1, 4, 16 … sequences up to
 * about `tokens` padded tokens. Fewer than half of a batch's places stay empty.
 * @param lengths of the sequences, in tokens, at most the last of `buckets`
 */
export function planBatches(
  lengths: readonly number[],
  buckets: readonly number[],
  tokens: number,
): PlannedBatch[] {
  const sizes = bucketsByTokens(tokens, buckets);
  const members = sizes.map((): number[] => []);
  const byLength = Int32Array.from(lengths.keys()).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  for (const sequence of byLength) {
    const bucket = buckets.findIndex((length) => lengths[sequence]! <= length);
    invariant(
      bucket >= 0,
      `planBatches: ${lengths[sequence]} tokens, the longest graph has ${buckets.at(-1)}`,
    );
    members[bucket]!.push(sequence);
  }
  return sizes.flatMap((size, bucket) => splitBucket(members[bucket]!, size));
}

function splitBucket(sequences: readonly number[], { length, batch: most }: BatchSize): PlannedBatch[] {
  const batches: PlannedBatch[] = [];
  for (let from = 0; from < sequences.length; ) {
    const batch = batchFor(sequences.length - from, most);
    const examples = Int32Array.from(sequences.slice(from, from + batch));
    batches.push({ size: { batch, length }, examples });
    from += examples.length;
  }
  return batches;
}

/** The smallest batch that holds what is left, if that fills more than half of it; else the largest that it fills. */
function batchFor(left: number, most: number): number {
  if (left >= most) return most;
  let filled = 1;
  while (filled * GROWTH <= left) filled *= GROWTH;
  const next = Math.min(filled * GROWTH, most);
  return left > next / 2 ? next : filled;
}
