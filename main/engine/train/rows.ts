/** Packing: which sequences share a row, so that little of it is padding (Krell et al. 2021, arXiv:2107.02027). */

/** Rows as numbers of sequences: row i holds members[starts[i]] … members[starts[i + 1]]. */
export interface Rows {
  readonly members: Int32Array;
  readonly starts: Int32Array;
}

/** Each sequence in a row of its own. */
export const singleRows = (count: number): Rows => ({
  members: Int32Array.from({ length: count }, (_, i) => i),
  starts: Int32Array.from({ length: count + 1 }, (_, i) => i),
});

/**
 * Best fit decreasing: from the longest to the shortest, each sequence goes to the fullest row that has room for it, else
 * to a new row of the smallest size that holds it.
 * @param lengths of the sequences in tokens, at most the largest of `sizes`
 * @param most returns the most sequences of a row of that size
 * @returns the rows with the size of each
 */
export function packedRows(
  lengths: Int32Array,
  sizes: readonly number[],
  most: (size: number) => number = () => Number.POSITIVE_INFINITY,
): Rows & { readonly sizes: Int32Array } {
  const rooms = sizes.toSorted((a, b) => a - b);
  const largest = rooms.at(-1) ?? 0;
  const byLength = Int32Array.from(lengths.keys()).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const rows: { readonly size: number; readonly members: number[] }[] = [];
  /** Rows by the tokens that are left in them. */
  const open = Array.from({ length: largest + 1 }, (): number[] => []);
  for (const sequence of byLength) {
    const length = lengths[sequence]!;
    let left = length;
    while (left < largest && open[left]!.length === 0) left++;
    const size = rooms.find((room) => length <= room) ?? largest;
    const known = open[left]!.pop();
    const row = known ?? rows.push({ size, members: [] }) - 1;
    rows[row]!.members.push(sequence);
    if (rows[row]!.members.length < most(rows[row]!.size))
      open[(known === undefined ? size : left) - length]!.push(row);
  }
  return {
    members: Int32Array.from(rows.flatMap(({ members }) => members)),
    starts: Int32Array.from({ length: rows.length + 1 }, firstMembers(rows)),
    sizes: Int32Array.from(rows, ({ size }) => size),
  };
}

/** Counts the members before each row. */
function firstMembers(
  rows: readonly { readonly members: readonly number[] }[],
): (_: unknown, row: number) => number {
  let before = 0;
  return (_, row) => {
    const start = before;
    before += rows[row]?.members.length ?? 0;
    return start;
  };
}

/** Lengths of rows that are tried; one that is as long as the longest text is tried too. */
const ROW_LENGTHS = [32, 64, 96, 128, 192, 256, 384, 512];
/** Sequences whose lengths decide on the sizes of rows. */
const SAMPLE = 2048;
const MOST_SIZES = 3;
/** Cost of another size: its graph is compiled, and its last batch is short. */
const COST_OF_SIZE = 1.01;
/** Work on a pair of tokens in attention for that on a pair of units in products, as measured at 256 units. */
const COST_OF_PAIR = 1.5;

/**
 * Returns at most three sizes of rows that take the least work: longer rows have less padding, and more pairs of tokens
 * that attention computes for nothing.
 * @param width units of the encoder's states
 */
export function rowSizes(lengths: Int32Array, width: number): readonly number[] {
  const step = Math.max(1, Math.floor(lengths.length / SAMPLE));
  const sample = lengths.filter((_, i) => i % step === 0);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const choices = [...new Set([...ROW_LENGTHS, longest])].sort((a, b) => a - b);
  let best: { readonly cost: number; readonly sizes: readonly number[] } = {
    cost: Number.POSITIVE_INFINITY,
    sizes: [longest],
  };
  for (const sizes of subsets(choices, MOST_SIZES)) {
    if (Math.max(0, ...sizes) < longest) continue;
    const work = packedRows(sample, sizes).sizes.reduce(
      (sum, size) => sum + size * (6 * width + COST_OF_PAIR * size),
      0,
    );
    const cost = work * COST_OF_SIZE ** sizes.length;
    if (cost < best.cost) best = { cost, sizes };
  }
  return best.sizes;
}

/** Returns all sets of at most `most` of the numbers. */
function subsets(all: readonly number[], most: number): number[][] {
  const found: number[][] = [[]];
  for (const one of all)
    found.push(...found.filter(({ length }) => length < most).map((set) => [...set, one]));
  return found;
}
