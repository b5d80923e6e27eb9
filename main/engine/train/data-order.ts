/**
 * Orders the examples of a run. Each epoch's order is a pure function of (seed, epoch), so that a run resumes in
 * mid-epoch from (epoch, position) alone.
 */
import { AppError } from '../../../shared/result.ts';
import { RandomStream } from '../layers/random.ts';
import type { BatchSize } from '../models/model.ts';

/** Sequence lengths of compiled graphs. */
export const LENGTH_BUCKETS = [32, 64, 128, 256, 384, 512] as const;

export interface DataPosition {
  readonly epoch: number;
  /** Batches of this epoch already used. */
  readonly position: number;
}

/** Examples of one length bucket that are computed together. */
export interface PlannedBatch {
  readonly size: BatchSize;
  /** Numbers of the examples, at most `size.batch`. */
  readonly examples: Int32Array;
  /** Place of each example's first token in the rows one after another, if texts share rows. */
  readonly starts?: Int32Array;
  /** Examples of a batch that counts in full; absent: `size.batch`. */
  readonly wanted?: number;
}

/** Batches of an epoch by number. */
export interface Order {
  /** The same in every epoch. */
  readonly batchesPerEpoch: number;
  /** Returns the shapes that occur, largest first. */
  readonly sizes: readonly BatchSize[];
  batch(position: DataPosition): PlannedBatch;
}

/** Buckets with `tokens` padded tokens a batch, at least one sequence: short texts go in larger batches. */
export const bucketsByTokens = (tokens: number, lengths: readonly number[] = LENGTH_BUCKETS): BatchSize[] =>
  lengths.map((length) => ({ length, batch: Math.max(1, Math.floor(tokens / length)) }));

/** Batches of `batchSize` sequences, fewer where they would hold more than `batchTokens` tokens. */
export function trainingBuckets(
  { batchSize, batchTokens }: { readonly batchSize: number; readonly batchTokens: number },
  longest: number,
): BatchSize[] {
  const lengths = [...LENGTH_BUCKETS.filter((length) => length < longest), longest];
  return lengths.map((length) => ({
    length,
    batch: Math.max(1, Math.min(batchSize, Math.floor(batchTokens / length))),
  }));
}

/** Batches of one bucket each; every example comes once an epoch. */
export class DataOrder implements Order {
  readonly batchesPerEpoch: number;
  readonly #seed: number;
  readonly #members: readonly { readonly size: BatchSize; readonly examples: Int32Array }[];
  #epoch: { readonly number: number; readonly batches: readonly PlannedBatch[] } | undefined;

  /**
   * @param lengths of the examples, in tokens
   * @throws AppError when there is no example or one is longer than every bucket
   */
  constructor(lengths: ArrayLike<number>, buckets: readonly BatchSize[], seed: number) {
    if (lengths.length === 0) throw new AppError('bad-input', 'training.nothing');
    this.#seed = seed;
    this.#members = sortIntoBuckets(lengths, buckets);
    this.batchesPerEpoch = this.#members.reduce(
      (sum, { size, examples }) => sum + Math.ceil(examples.length / size.batch),
      0,
    );
  }

  get sizes(): readonly BatchSize[] {
    return this.#members.map(({ size }) => size).toReversed();
  }

  batch({ epoch, position }: DataPosition): PlannedBatch {
    if (this.#epoch?.number !== epoch) this.#epoch = { number: epoch, batches: this.#plan(epoch) };
    const batch = this.#epoch.batches[position];
    if (batch === undefined) throw new RangeError(`data order: batch ${position} of ${this.batchesPerEpoch}`);
    return batch;
  }

  #plan(epoch: number): readonly PlannedBatch[] {
    const batches = this.#members.flatMap(({ size, examples }) => {
      const order = this.#stream(`order:${size.length}`, epoch).shuffle(examples.slice());
      return Array.from({ length: Math.ceil(order.length / size.batch) }, (_, i) => ({
        size,
        examples: order.subarray(i * size.batch, (i + 1) * size.batch),
      }));
    });
    const order = this.#stream('order:batches', epoch).shuffle([...batches.keys()]);
    return order.map((i) => batches[i]!);
  }

  #stream(purpose: string, epoch: number): RandomStream {
    return new RandomStream({ seed: this.#seed, purpose, step: epoch });
  }
}

/** Each example in the shortest bucket that holds it; empty buckets are left out. */
function sortIntoBuckets(lengths: ArrayLike<number>, buckets: readonly BatchSize[]) {
  const members = buckets
    .toSorted((a, b) => a.length - b.length)
    .map((size) => ({ size, examples: [] as number[] }));
  for (let example = 0; example < lengths.length; example++) {
    const tokens = lengths[example]!;
    const bucket = members.find(({ size }) => tokens <= size.length);
    if (bucket === undefined)
      throw new AppError(
        'bad-input',
        'training.example-too-long',
        { example: example + 1, tokens, longest: members.at(-1)?.size.length ?? 0 },
        { hint: 'hint.shorter-windows' },
      );
    bucket.examples.push(example);
  }
  return members
    .filter(({ examples }) => examples.length > 0)
    .map(({ size, examples }) => ({ size, examples: Int32Array.from(examples) }));
}
