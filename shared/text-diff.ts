/** Unchanged stretches between two texts, so that places in the first are found in the second. */
import type { Span } from './domain/span.ts';

/** `length` code units at `before` of the first text stand unchanged at `after` in the second. */
export interface Stretch {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** Most differing parts that are told apart; what differs more counts as replaced as a whole. */
const MOST_EDITS = 400;

/** Returns the unchanged stretches of two texts in order: by lines, and by characters where lines differ. */
export function unchangedStretches(before: string, after: string): Stretch[] {
  if (before === after) return [{ before: 0, after: 0, length: before.length }];
  const [a, b] = [linesOf(before), linesOf(after)];
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly Line[]): number[] =>
    lines.map(({ words }) => {
      const number = numbers.get(words) ?? numbers.size;
      numbers.set(words, number);
      return number;
    });
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  const differing = (toI: number, toJ: number): void => {
    const [from, to] = [a[i]?.start ?? before.length, b[j]?.start ?? after.length];
    const oldWords = before.slice(from, a[toI]?.start ?? before.length);
    const newWords = after.slice(to, b[toJ]?.start ?? after.length);
    for (const one of commonRuns(codesOf(oldWords), codesOf(newWords)))
      stretches.push({ before: from + one.before, after: to + one.after, length: one.length });
  };
  for (const run of commonRuns(numbered(a), numbered(b))) {
    differing(run.before, run.after);
    for (let k = 0; k < run.length; k++) stretches.push(...sameLine(a[run.before + k]!, b[run.after + k]!));
    [i, j] = [run.before + run.length, run.after + run.length];
  }
  differing(a.length, b.length);
  return joined(stretches);
}

/** Returns where a span stands in the second text; undefined when any part of it changed. */
export function moveSpan(stretches: readonly Stretch[], { start, end }: Span): Span | undefined {
  const found = stretches.find(({ before, length }) => before <= start && end <= before + length);
  if (found === undefined) return undefined;
  const shift = found.after - found.before;
  return { start: start + shift, end: end + shift };
}

interface Line {
  readonly start: number;
  /** Without the line end. */
  readonly words: string;
  readonly eol: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const { index, 0: whole } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)) {
    const words = whole.replace(/[\r\n]+$/, '');
    lines.push({ start: index, words, eol: whole.slice(words.length) });
  }
  return lines;
}

/** Returns the stretches of two lines of the same words, whose ends may differ. */
function sameLine(a: Line, b: Line): Stretch[] {
  const words = { before: a.start, after: b.start, length: a.words.length };
  if (a.eol === b.eol) return [{ ...words, length: words.length + a.eol.length }];
  return [words];
}

const codesOf = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const one of stretches) {
    const last = all.at(-1);
    if (one.length === 0) continue;
    if (
      last !== undefined &&
      last.before + last.length === one.before &&
      last.after + last.length === one.after
    )
      all[all.length - 1] = { ...last, length: last.length + one.length };
    else all.push(one);
  }
  return all;
}

/** Returns the runs of equal elements: common beginning and end, and between them those of the shortest edit. */
function commonRuns(a: readonly number[], b: readonly number[]): Stretch[] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const inner = shortestEdit(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return joined([
    { before: 0, after: 0, length: head },
    ...inner.map(({ before, after, length }) => ({ before: head + before, after: head + after, length })),
    { before: a.length - tail, after: b.length - tail, length: tail },
  ]);
}

/** Myers, An O(ND) Difference Algorithm (1986). Returns no run when more than `MOST_EDITS` elements differ. */
function shortestEdit(a: readonly number[], b: readonly number[]): Stretch[] {
  const most = Math.min(MOST_EDITS, a.length + b.length);
  let reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits++) {
    const next = new Map<number, number>();
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trace, k, x);
    }
    trace.push(next);
    reach = next;
  }
  return [];
}

/** Follows the edits back from the end; `trace` holds how far each diagonal reached after each number of edits. */
function walkBack(trace: readonly ReadonlyMap<number, number>[], lastK: number, lastX: number): Stretch[] {
  const runs: Stretch[] = [];
  let [k, x] = [lastK, lastX];
  for (let edits = trace.length; edits >= 0; edits--) {
    const reach = edits === 0 ? new Map([[1, 0]]) : trace[edits - 1]!;
    const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const begin = edits === 0 ? 0 : down ? (reach.get(from) ?? 0) : (reach.get(from) ?? 0) + 1;
    if (x > begin) runs.push({ before: begin, after: begin - k, length: x - begin });
    [k, x] = [from, reach.get(from) ?? 0];
  }
  return runs.reverse();
}
