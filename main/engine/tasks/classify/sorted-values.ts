/** Values that a model gives a label over labelled texts, sorted, as calibration and thresholds are fitted on them. */

export interface SortedValues {
  /** Values of all texts, rising. */
  readonly all: Float64Array;
  /** Values of the texts that have the label, rising. */
  readonly holding: Float64Array;
}

/** Returns the values of each label; rows [L] of each text, gold labels that are no column are left out. */
export function valuesByLabel(
  rows: readonly ArrayLike<number>[],
  gold: readonly (readonly number[])[],
  labels: number,
): SortedValues[] {
  const holding = Array.from({ length: labels }, (): number[] => []);
  for (const [text, own] of gold.entries())
    for (const label of new Set(own)) holding[label]?.push(rows[text]![label]!);
  return holding.map((own, label) => ({
    all: Float64Array.from(rows, (row) => row[label]!).sort(),
    holding: Float64Array.from(own).sort(),
  }));
}

/** Returns the values of several labels as those of one, in no order. */
export const joined = (values: readonly SortedValues[]): SortedValues => ({
  all: concatenated(values.map(({ all }) => all)),
  holding: concatenated(values.map(({ holding }) => holding)),
});

export const sorted = ({ all, holding }: SortedValues): SortedValues => ({
  all: all.toSorted(),
  holding: holding.toSorted(),
});

function concatenated(arrays: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    out.set(array, at);
    at += array.length;
  }
  return out;
}

/** Returns the number of values, which rise, of at least `least`. */
export function countFrom(values: Float64Array, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! >= least) high = middle;
    else low = middle + 1;
  }
  return values.length - low;
}
