/** Groups sequences of like length into inference batches of few sizes. */
import { invariant } from '../../../shared/assert.ts';
import type { BatchSize } from '../models/model.ts';
import { bucketsByTokens, LENGTH_BUCKETS, type PlannedBatch } from '../train/data-order.ts';
import { packedRows } from '../train/rows.ts';

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

/** Fewest tokens of a row that several texts share. */
const ROW_TOKENS = 128;
/** Tokens for each text that a row has room for. */
const TOKENS_A_TEXT = 8;

/**
 * Each sequence in one batch whose rows hold several, in rows of few lengths: 1, 4, 16 … rows a batch, up to about
 * `tokens` tokens. A short sequence alone has a batch without rows.
 * @param lengths of the sequences, in tokens, at most the last of `buckets`
 */
export function planPackedBatches(
  lengths: readonly number[],
  buckets: readonly number[],
  tokens: number,
): PlannedBatch[] {
  const longest = buckets.at(-1) ?? 0;
  const shortest = Math.min(ROW_TOKENS, longest);
  const isShort = buckets.some((length) => length < shortest && lengths[0]! <= length);
  if (lengths.length === 1 && isShort) return planBatches(lengths, buckets, tokens);
  const textsOf = (length: number) => Math.ceil(length / TOKENS_A_TEXT);
  const rows = packedRows(Int32Array.from(lengths), [...new Set([shortest, longest])], textsOf);
  return bucketsByTokens(tokens, [...new Set(rows.sizes)]).flatMap((bucket) => {
    const own = [...rows.sizes.keys()].filter((row) => rows.sizes[row] === bucket.length);
    return splitBucket(own, bucket).map(({ size: { batch: count, length }, examples }) => {
      const found = Array.from(examples, (row, number) => {
        let at = number * length;
        return Array.from(rows.members.subarray(rows.starts[row], rows.starts[row + 1]), (sequence) => {
          const start = at;
          at += lengths[sequence]!;
          return { sequence, start };
        });
      }).flat();
      return {
        size: { batch: count * textsOf(length), length, rows: { count, length } },
        examples: Int32Array.from(found, ({ sequence }) => sequence),
        starts: Int32Array.from(found, ({ start }) => start),
      };
    });
  });
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
