/**
 * Which matches become mentions where they overlap.
 * - Partial overlap: the leftmost wins, of equal starts the longest; matches of yielding types (anatomy) give way
 *   to others even from the left, so that 右下|腹痛 stays 腹痛.
 * - A match inside another stays, one level deeper, when it means another entity. Short ones stay only at the
 *   beginning or end of the mention around them: in the middle they mostly straddle two words (上呼吸道 → 呼吸).
 *   At the beginning they stay only when of another type (肺 of 肺炎, but not 糖尿 of 糖尿病): heads come last.
 */
import type { Matches } from '../../text/automaton.ts';

/** A match that survived, in order of start, outer before inner. */
export interface Selected {
  readonly match: number;
  readonly depth: number;
  /** Senses left for it, best first; never empty. */
  readonly senses: readonly number[];
}

export interface OverlapRules {
  readonly maxDepth: number;
  readonly nestedEdgeUnits: number;
  /** Whether a match is of a yielding type. */
  readonly yields: (match: number) => boolean;
  /** Senses of a match, best first; `taken` are the senses of the mentions around it. */
  readonly senses: (match: number, taken: readonly number[]) => readonly number[];
  readonly sameType: (sense: number, other: number) => boolean;
}

/** @param kept indices of the matches to choose from, in the order of their ends, as the automaton gives them */
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
    const chosen = { match, depth: around.length, senses };
    selected.push(chosen);
    around.push(chosen);
  }
  return selected;
}

/** By start, longest first: matches are chained per start, the later end in front. */
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

/** Outermost spans of the matches that do not yield. */
function firmSpans(matches: Matches, ordered: readonly number[], rules: OverlapRules) {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of ordered) {
    if (rules.yields(match) || matches.start[match]! < (ends[ends.length - 1] ?? 0)) continue;
    starts.push(matches.start[match]!);
    ends.push(matches.end[match]!);
  }
  return {
    /** Whether one of them begins inside start..end and goes on beyond it. */
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
