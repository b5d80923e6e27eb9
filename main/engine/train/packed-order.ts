/**
 * Orders the examples of a run whose batches are rows of several texts (`rows.ts`), so that hardly anything is padding.
 * Like `DataOrder` a pure function of (seed, epoch).
 */
import { RandomStream } from '../layers/random.ts';
import type { BatchSize } from '../models/model.ts';
import { DataOrder, type DataPosition, type Order, type PlannedBatch } from './data-order.ts';
import { packedRows, type Rows, rowSizes } from './rows.ts';

/** Layout by which the texts of a run share rows. */
export interface Packing {
  /** Texts of a batch, on average. */
  readonly batchSize: number;
  /** Most tokens of a batch, padding included. */
  readonly batchTokens: number;
  /** Units of the encoder's states. */
  readonly width: number;
}

/** Rows of one size, which share a batch. */
interface RowClass {
  readonly size: BatchSize & { readonly rows: { readonly count: number; readonly length: number } };
  /** Numbers of the rows, those of the most texts first. */
  readonly rows: readonly number[];
  readonly batches: number;
  /** Texts of a batch that counts in full. */
  readonly wanted: number;
}

/** Returns the order of a task's examples. @throws AppError as `DataOrder` */
export const orderOf = (
  {
    lengths,
    buckets,
    packing,
  }: {
    readonly lengths: Int32Array;
    readonly buckets: readonly BatchSize[];
    readonly packing?: Packing | undefined;
  },
  seed: number,
): Order =>
  packing === undefined || lengths.length === 0
    ? new DataOrder(lengths, buckets, seed)
    : new PackedOrder(lengths, packing, seed);

/**
 * Batches of rows of one size; every example comes once an epoch. Which lengths share a row is the same in every epoch,
 * which texts have those lengths is drawn anew, and so is which rows share a batch. Rows are dealt by their number of
 * texts, so that batches hold nearly equally many.
 */
export class PackedOrder implements Order {
  readonly batchesPerEpoch: number;
  readonly #seed: number;
  readonly #lengths: Int32Array;
  readonly #rows: Rows;
  readonly #classes: readonly RowClass[];
  /** Places in `#rows.members` whose texts have one length. */
  readonly #alike: readonly Int32Array[];
  #epoch: { readonly number: number; readonly batches: readonly PlannedBatch[] } | undefined;

  constructor(lengths: Int32Array, packing: Packing, seed: number) {
    const rows = packedRows(lengths, rowSizes(lengths, packing.width));
    this.#seed = seed;
    this.#lengths = lengths;
    this.#rows = rows;
    this.#alike = placesByLength(rows.members, lengths);
    this.#classes = [...new Set(rows.sizes)]
      .sort((a, b) => a - b)
      .map((size) => rowClass(rows, size, packing));
    this.batchesPerEpoch = this.#classes.reduce((sum, { batches }) => sum + batches, 0);
  }

  get sizes(): readonly BatchSize[] {
    const tokens = ({ rows }: RowClass['size']) => rows.count * rows.length;
    return this.#classes.map(({ size }) => size).sort((a, b) => tokens(b) - tokens(a));
  }

  batch({ epoch, position }: DataPosition): PlannedBatch {
    if (this.#epoch?.number !== epoch) this.#epoch = { number: epoch, batches: this.#plan(epoch) };
    const batch = this.#epoch.batches[position];
    if (batch === undefined) throw new RangeError(`data order: batch ${position} of ${this.batchesPerEpoch}`);
    return batch;
  }

  #plan(epoch: number): readonly PlannedBatch[] {
    const random = new RandomStream({ seed: this.#seed, purpose: 'order:packed', step: epoch });
    const members = this.#rows.members.slice();
    for (const places of this.#alike) {
      const texts = random.shuffle(places.map((place) => this.#rows.members[place]!));
      for (const [i, place] of places.entries()) members[place] = texts[i]!;
    }
    const batches = this.#classes.flatMap((one) =>
      dealt(one, this.#rows, random).map((rows) => this.#batchOf(one, rows, members)),
    );
    return random.shuffle(batches);
  }

  #batchOf({ size, wanted }: RowClass, rows: readonly number[], members: Int32Array): PlannedBatch {
    const examples: number[] = [];
    const starts: number[] = [];
    for (const [number, row] of rows.entries()) {
      let at = number * size.rows.length;
      for (const text of members.subarray(this.#rows.starts[row], this.#rows.starts[row + 1])) {
        examples.push(text);
        starts.push(at);
        at += this.#lengths[text]!;
      }
    }
    return { size, examples: Int32Array.from(examples), starts: Int32Array.from(starts), wanted };
  }
}

const textsIn = ({ starts }: Rows, row: number): number => starts[row + 1]! - starts[row]!;

function placesByLength(members: Int32Array, lengths: Int32Array): Int32Array[] {
  const places = new Map<number, number[]>();
  for (const [place, text] of members.entries()) {
    const known = places.get(lengths[text]!);
    if (known === undefined) places.set(lengths[text]!, [place]);
    else known.push(place);
  }
  return [...places.values()].map((all) => Int32Array.from(all));
}

function rowClass(
  rows: Rows & { readonly sizes: Int32Array },
  length: number,
  { batchSize, batchTokens }: Packing,
): RowClass {
  const own = [...rows.sizes.keys()]
    .filter((row) => rows.sizes[row] === length)
    .sort((a, b) => textsIn(rows, b) - textsIn(rows, a) || a - b);
  const textsARow = own.reduce((sum, row) => sum + textsIn(rows, row), 0) / own.length;
  const room = Math.max(1, Math.floor(batchTokens / length));
  const batches = Math.ceil(own.length / Math.max(1, Math.min(room, Math.round(batchSize / textsARow))));
  const count = Math.ceil(own.length / batches);
  // the first row of each stratum has the most texts
  const texts = Array.from({ length: count }, (_, i) => textsIn(rows, own[i * batches]!));
  return {
    size: {
      batch: texts.reduce((sum, most) => sum + most, 0),
      length,
      rows: { count, length },
    },
    rows: own,
    batches,
    wanted: Math.min(batchSize, room * textsARow),
  };
}

/** Deals the rows of a class: each batch takes one row of each stratum, which hold rows of like numbers of texts. */
function dealt({ rows, batches }: RowClass, all: Rows, random: RandomStream): number[][] {
  const order = random.shuffle([...rows]).sort((a, b) => textsIn(all, b) - textsIn(all, a));
  const hands = Array.from({ length: batches }, (): number[] => []);
  for (let from = 0; from < order.length; from += batches) {
    const stratum = random.shuffle(order.slice(from, from + batches));
    for (const [i, row] of stratum.entries()) hands[i]!.push(row);
  }
  return hands;
}
