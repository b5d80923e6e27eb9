/**
 * Counts co-occurrences as in GloVe: two positions d tokens apart in one sentence count 1 / d. Counts token by token
 * from its positions, which avoids a table of all pairs.
 */
import { AppError } from '../../../shared/result.ts';
import { RandomSupply } from './random-supply.ts';

/** Sparse matrix X[rows[i], columns[i]] = counts[i] > 0, holding both (a, b) and (b, a). In shared memory. */
export interface Cooccurrences {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly counts: Float32Array;
}

/** Positions or entries between two progress reports. */
const A_STEP = 500_000;
/** Limit of 12 GiB. */
const MAX_ENTRIES = 2 ** 30;
const TWO_POW_32 = 2 ** 32;

/**
 * Counts all pairs at most `window` apart, row by row. Yields the share done.
 * @param ids ids below `tokens`; a negative number ends a sentence
 */
export function* countCooccurrences(
  ids: Int32Array,
  tokens: number,
  window: number,
): Generator<number, Cooccurrences> {
  const { places, starts } = placesOfTokens(ids, tokens);
  const row = new RowCounter(ids, tokens, window);
  let visited = 0;
  /** Counts the row of a token; returns whether a report is due. */
  const count = (token: number): boolean => {
    const before = visited;
    row.count(places.subarray(starts[token], starts[token + 1]));
    visited += starts[token + 1]! - starts[token]!;
    return Math.floor(before / A_STEP) !== Math.floor(visited / A_STEP);
  };
  const share = () => visited / (2 * places.length);

  let entries = 0;
  for (let token = 0; token < tokens; token++) {
    if (count(token)) yield share();
    entries += row.size;
  }
  const found = allocate(entries);
  let next = 0;
  for (let token = 0; token < tokens; token++) {
    if (count(token)) yield share();
    found.rows.fill(token, next, next + row.size);
    row.writeTo(found, next);
    next += row.size;
  }
  return found;
}

/** Returns the positions of each token in `ids`: starts[t] … starts[t + 1] of token t. */
function placesOfTokens(ids: Int32Array, tokens: number): { places: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(tokens + 1);
  for (const id of ids) if (id >= 0) starts[id + 1]!++;
  for (let token = 0; token < tokens; token++) starts[token + 1]! += starts[token]!;
  const next = starts.slice();
  const places = new Int32Array(starts[tokens]!);
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place]!;
    if (id >= 0) places[next[id]!++] = place;
  }
  return { places, starts };
}

/** One row of the matrix: sums by column, and the list of non-zero columns. */
class RowCounter {
  readonly #ids: Int32Array;
  readonly #window: number;
  readonly #sums: Float64Array;
  readonly #columns: Int32Array;
  size = 0;

  constructor(ids: Int32Array, tokens: number, window: number) {
    this.#ids = ids;
    this.#window = window;
    this.#sums = new Float64Array(tokens);
    this.#columns = new Int32Array(tokens);
  }

  /** Counts the neighbours of a token with these positions. */
  count(places: Int32Array): void {
    for (let i = 0; i < this.size; i++) this.#sums[this.#columns[i]!] = 0;
    this.size = 0;
    for (const place of places) {
      this.#add(place, -1);
      this.#add(place, 1);
    }
  }

  #add(place: number, direction: number): void {
    const [ids, sums, window] = [this.#ids, this.#sums, this.#window];
    for (let distance = 1; distance <= window; distance++) {
      const id = ids[place + direction * distance] ?? -1;
      if (id < 0) return;
      if (sums[id] === 0) this.#columns[this.size++] = id;
      sums[id]! += 1 / distance;
    }
  }

  writeTo({ columns, counts }: Cooccurrences, from: number): void {
    for (let i = 0; i < this.size; i++) {
      const column = this.#columns[i]!;
      columns[from + i] = column;
      counts[from + i] = this.#sums[column]!;
    }
  }
}

function allocate(entries: number): Cooccurrences {
  const bytes = () => new SharedArrayBuffer(entries * 4);
  try {
    if (entries > MAX_ENTRIES) throw new RangeError(`more than ${MAX_ENTRIES}`);
    return {
      rows: new Int32Array(bytes()),
      columns: new Int32Array(bytes()),
      counts: new Float32Array(bytes()),
    };
  } catch (cause) {
    throw new AppError(
      'too-large',
      'vectors.too-many-pairs',
      { entries },
      { cause, hint: 'hint.raise-minimum-or-narrow' },
    );
  }
}

/** Shuffles the entries (Fisher-Yates), deterministically by seed. */
export function* shuffleCooccurrences(found: Cooccurrences, seed: number): Generator<number, void> {
  const { rows, columns, counts } = found;
  const random = new RandomSupply(seed, 'glove/order');
  random.begin(0);
  for (let last = rows.length - 1; last > 0; last--) {
    const other = Math.floor((random.word() * (last + 1)) / TWO_POW_32);
    [rows[last], rows[other]] = [rows[other]!, rows[last]!];
    [columns[last], columns[other]] = [columns[other]!, columns[last]!];
    [counts[last], counts[other]] = [counts[other]!, counts[last]!];
    if (last % A_STEP === 0) yield 1 - last / rows.length;
  }
}
