/**
 * Frequent n-grams of units with the statistics by which AutoPhrase (Shang et al. 2018) tells phrases: count, pointwise
 * mutual information, entropy of the units beside them, and whether they mostly occur within one longer n-gram.
 */

import { countPairs, PairCounts } from './pair-counts.ts';
import type { UnitCorpus } from './unit-corpus.ts';

export interface NgramOptions {
  readonly minCount: number;
  /** Longest n-gram in units. */
  readonly maxLength: number;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** N-grams of one length by their number. */
interface Level {
  /** Numbers of the n-grams without the last and without the first unit, one level below; the unit itself at level 1. */
  readonly prefix: Int32Array;
  readonly suffix: Int32Array;
  readonly last: Int32Array;
  readonly counts: Int32Array;
  /** Entropy of the units before and after, in nats; a border counts as another unit each time. */
  readonly left: Float32Array;
  readonly right: Float32Array;
  /** Share of the occurrences that the most frequent unit before or after takes. */
  readonly within: Float32Array;
}

export interface Ngram {
  readonly text: string;
  /** Units. */
  readonly length: number;
  readonly count: number;
  /** Least over all splits in two, in nats. */
  readonly pmi: number;
  readonly left: number;
  readonly right: number;
  readonly within: number;
}

/** Yields all n-grams of two units and more that occur `minCount` times and contain a Chinese character. */
export function* frequentNgrams(corpus: UnitCorpus, options: NgramOptions): Generator<Ngram> {
  const { units } = corpus;
  const { maxLength, onProgress } = options;
  const starts = new Int32Array(units.length).fill(-1);
  const levels: Level[] = [];
  let names: string[] = [];
  let level = firstLevel(corpus, starts, options);
  const total = units.length;
  for (let length = 1; level.counts.length > 0; length++) {
    levels.push(level);
    onProgress?.(length - 1, maxLength);
    const next = measure(units, starts, level, { ...options, length });
    names = Array.from(level.last, (unit, id) => (names[level.prefix[id]!] ?? '') + corpus.nameOf(unit));
    if (length > 1)
      for (const [id, text] of names.entries())
        if (/\p{Script=Han}/u.test(text)) yield ngramOf(levels, id, { text, total });
    if (length === maxLength) break;
    level = next;
  }
  onProgress?.(maxLength, maxLength);
}

function emptyLevel(size: number): Level {
  const integers = () => new Int32Array(size);
  const floats = () => new Float32Array(size);
  return {
    ...{ prefix: integers(), suffix: integers(), last: integers(), counts: integers() },
    ...{ left: floats(), right: floats(), within: floats() },
  };
}

/** Numbers the frequent units, and writes where each stands. */
function firstLevel(corpus: UnitCorpus, starts: Int32Array, { minCount }: NgramOptions): Level {
  const { units, width } = corpus;
  const counts = new Int32Array(width);
  for (const unit of units) counts[unit]!++;
  const kept: number[] = [];
  for (let unit = 1; unit < width; unit++) if (counts[unit]! >= minCount) kept.push(unit);
  const level = emptyLevel(kept.length);
  const numbers = new Int32Array(width).fill(-1);
  for (const [id, unit] of kept.entries()) {
    numbers[unit] = id;
    level.prefix[id] = -1;
    level.suffix[id] = -1;
    level.last[id] = unit;
    level.counts[id] = counts[unit]!;
  }
  for (const [at, unit] of units.entries()) starts[at] = numbers[unit]!;
  return level;
}

/** Fills in what stands beside the n-grams of a level, and returns the next level, whose numbers `starts` then holds. */
function measure(
  units: Int32Array,
  starts: Int32Array,
  level: Level,
  { minCount, length }: NgramOptions & { readonly length: number },
): Level {
  const { counts, left, right, within } = level;
  const occurrences = counts.reduce((sum, count) => sum + count, 0);
  const frequent: { id: number; unit: number; count: number }[] = [];
  const tell = (entropy: Float32Array) => (id: number, unit: number, count: number) => {
    const share = count / counts[id]!;
    // a border is another unit each time: count · (1/f) · ln f
    entropy[id]! += unit === 0 ? share * Math.log(counts[id]!) : -share * Math.log(share);
    if (unit !== 0) within[id] = Math.max(within[id]!, share);
  };
  const beside = (offset: number) => (add: (id: number, unit: number) => void) => {
    for (let at = 1; at < starts.length; at++)
      if (starts[at]! >= 0) add(starts[at]!, units[at + offset] ?? 0);
  };
  countPairs(occurrences, beside(-1), tell(left));
  const tellRight = tell(right);
  countPairs(occurrences, beside(length), (id, unit, count) => {
    tellRight(id, unit, count);
    if (unit !== 0 && count >= minCount) frequent.push({ id, unit, count });
  });
  const next = emptyLevel(frequent.length);
  const numbers = new PairCounts(frequent.length);
  for (const [number, { id, unit, count }] of frequent.entries()) {
    numbers.set(id, unit, number);
    next.prefix[number] = id;
    next.last[number] = unit;
    next.counts[number] = count;
  }
  for (let at = 0; at < starts.length; at++) {
    if (starts[at]! < 0) continue;
    const number = numbers.get(starts[at]!, units[at + length] ?? 0) ?? -1;
    if (number >= 0) next.suffix[number] = starts[at + 1]!; // not yet overwritten
    starts[at] = number;
  }
  return next;
}

function ngramOf(
  levels: readonly Level[],
  id: number,
  { text, total }: { readonly text: string; readonly total: number },
): Ngram {
  const length = levels.length;
  const { counts, left, right, within } = levels[length - 1]!;
  return {
    ...{ text, length, count: counts[id]!, pmi: leastInformation(levels, id, total) },
    ...{ left: left[id]!, right: right[id]!, within: within[id]! },
  };
}

/** min over u v = w of ln(p(w) / (p(u) p(v))). */
function leastInformation(levels: readonly Level[], id: number, total: number): number {
  const length = levels.length;
  const [heads, tails] = [new Float64Array(length), new Float64Array(length)];
  for (let [head, tail, at] = [id, id, length - 1]; at > 0; at--) {
    const { prefix, suffix } = levels[at]!;
    head = prefix[head]!;
    tail = suffix[tail]!;
    heads[at] = levels[at - 1]!.counts[head]!; // count of the first `at` units
    tails[at] = levels[at - 1]!.counts[tail]!; // count of the last `at` units
  }
  const count = levels[length - 1]!.counts[id]!;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 1; at < length; at++)
    least = Math.min(least, Math.log((count * total) / (heads[at]! * tails[length - at]!)));
  return least;
}
