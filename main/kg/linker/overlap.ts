/**
 * Selects mentions among overlapping matches.
 * - Partial overlap: the leftmost wins, of equal starts the longest. Matches of yielding types (anatomy) yield even
 * to later ones: 右下|腹痛 becomes 腹痛.
 * - Nested matches are kept one level deeper when they mean another entity. Short ones are kept only at the start or
 * end of the outer mention: in the middle they mostly straddle two words (上呼吸道 → 呼吸). At the start they are kept
 * only with another type (肺 of 肺炎, but not 糖尿 of 糖尿病), since heads come last.
 */
import type { Matches } from '../../text/automaton.ts';

/** Selected match; sorted by start, outer before inner. */
export interface Selected {
  readonly match: number;
  readonly depth: number;
  /** Remaining senses, best first; never empty. */
  readonly senses: readonly number[];
}

export interface OverlapRules {
  readonly maxDepth: number;
  readonly nestedEdgeUnits: number;
  /** Returns whether a match is of a yielding type. */
  readonly yields: (match: number) => boolean;
  /** Returns the senses of a match, best first; `taken` are the senses of outer mentions. */
  readonly senses: (match: number, taken: readonly number[]) => readonly number[];
  /** Returns whether a match says something of its own inside an outer one. */
  readonly nests: (match: number, sense: number, outer: number, outerSense: number) => boolean;
  readonly sameType: (sense: number, other: number) => boolean;
}

/** Selects mentions. @param kept indices of candidate matches, sorted by end as the automaton returns them */
export function selectMatches(
  matches: Matches,
  kept: readonly number[],
  textLength: number,
  rules: OverlapRules,
): Selected[] {
  const ordered = outerFirst(matches, kept, textLength);
  const firm = firmSpans(matches, ordered, rules);
  const selected: Selected[] = [];
  const around: Selected[] = [];
  for (const match of ordered) {
    const start = matches.start[match]!;
    const end = matches.end[match]!;
    while (around.length > 0 && matches.end[around[around.length - 1]!.match]! <= start) around.pop();
    const parent = around[around.length - 1]?.match;
    if (parent !== undefined) {
      if (end > matches.end[parent]! || around.length > rules.maxDepth) continue;
      const edge = start === matches.start[parent] || end === matches.end[parent];
      if (!edge && end - start <= rules.nestedEdgeUnits) continue;
    }
    if (rules.yields(match) && firm.crosses(start, end)) continue;
    const senses = rules.senses(
      match,
      around.map((outer) => outer.senses[0]!),
    );
    if (senses.length === 0) continue;
    const head = around[around.length - 1];
    if (head && end - start <= rules.nestedEdgeUnits && end < matches.end[head.match]!) {
      if (rules.sameType(senses[0]!, head.senses[0]!)) continue;
    }
    if (head && !rules.nests(match, senses[0]!, head.match, head.senses[0]!)) continue;
    const chosen = { match, depth: around.length, senses };
    selected.push(chosen);
    around.push(chosen);
  }
  return selected;
}

/** Sorts by start, longest first. Matches are chained per start, the later end in front. */
function outerFirst(matches: Matches, kept: readonly number[], textLength: number): number[] {
  const head = new Int32Array(textLength).fill(-1);
  const next = new Int32Array(kept.length);
  kept.forEach((match, i) => {
    const start = matches.start[match]!;
    next[i] = head[start]!;
    head[start] = i;
  });
  const ordered: number[] = [];
  for (let start = 0; start < textLength; start++) {
    for (let i = head[start]!; i >= 0; i = next[i]!) ordered.push(kept[i]!);
  }
  return ordered;
}

/** Returns the outermost spans of matches that do not yield. */
function firmSpans(matches: Matches, ordered: readonly number[], rules: OverlapRules) {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of ordered) {
    if (rules.yields(match) || matches.start[match]! < (ends[ends.length - 1] ?? 0)) continue;
    starts.push(matches.start[match]!);
    ends.push(matches.end[match]!);
  }
  return {
    /** Returns whether one of them begins inside start..end and ends beyond it. */
    crosses(start: number, end: number): boolean {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (starts[middle]! < end) low = middle + 1;
        else high = middle;
      }
      return low > 0 && starts[low - 1]! > start && ends[low - 1]! > end;
    },
  };
}
