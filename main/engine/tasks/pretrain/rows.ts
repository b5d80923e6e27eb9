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
 * Best fit decreasing: from the longest to the shortest, each sequence goes to the fullest row that has room for it.
 * @param lengths of the sequences in tokens, at most `room`
 */
export function packedRows(lengths: Int32Array, room: number): Rows {
  const byLength = Int32Array.from(lengths.keys()).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const rows: number[][] = [];
  /** Rows by the tokens that are left in them. */
  const open = Array.from({ length: room + 1 }, (): number[] => []);
  for (const sequence of byLength) {
    const length = lengths[sequence]!;
    let left = length;
    while (left < room && open[left]!.length === 0) left++;
    const row = open[left]!.pop() ?? rows.push([]) - 1;
    rows[row]!.push(sequence);
    open[left - length]!.push(row);
  }
  return {
    members: Int32Array.from(rows.flat()),
    starts: Int32Array.from({ length: rows.length + 1 }, firstMembers(rows)),
  };
}

/** Counts the members before each row. */
function firstMembers(rows: readonly (readonly number[])[]): (_: unknown, row: number) => number {
  let before = 0;
  return (_, row) => {
    const start = before;
    before += rows[row]?.length ?? 0;
    return start;
  };
}
