/** Trigger words of assertions and the delimiters between them, found in one pass of an automaton. */

import { EntityType } from '../../shared/domain/graph.ts';
import type { SectionKind } from '../../shared/domain/mention.ts';
import type { Span } from '../../shared/domain/span.ts';
import { type Automaton, buildAutomaton, type Matches } from './automaton.ts';
import { fold } from './normalise.ts';
import type { AssertionRules, CueAssertion, Scope, TriggerGroup } from './rule-schemas.ts';

/** Precedence: where several hold for a mention, the first of these wins. */
export const PRECEDENCE: readonly CueAssertion[] = [
  'negated',
  'family',
  'hypothetical',
  'uncertain',
  'historical',
];

/** What a word does as a trigger. */
export interface TriggerRole {
  /** Index into PRECEDENCE. */
  readonly rank: number;
  readonly position: TriggerGroup['position'];
  readonly scope: Scope;
  readonly reach: number;
  readonly verdict: boolean;
  readonly allows: (type: EntityType, section: SectionKind | undefined) => boolean;
}

export type Delimiter =
  | 'stop'
  | 'semicolon'
  | 'comma'
  | 'list'
  | 'open'
  | 'close'
  | 'quote'
  | 'closing'
  | 'filler';

/** All that one word does. A pseudo-trigger does nothing and hides the shorter words in it. */
export interface Word {
  readonly roles: readonly TriggerRole[];
  /** Bit per rank: scopes of that assertion end here. */
  readonly ends: number;
  readonly delimiter: Delimiter | undefined;
}

/** A word in the text; they come in order and do not overlap. */
export interface Trigger {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
}

export interface TriggerFinder {
  /** @param covered outermost mentions in order: words inside them are names, not triggers */
  find(units: Uint16Array, covered: readonly Span[]): Trigger[];
}

/** Throws when the data contradict themselves: a word that is both a trigger and a pseudo-trigger. */
export function buildTriggerFinder(rules: AssertionRules): TriggerFinder {
  const words = collectWords(rules);
  const automaton = buildAutomaton([...words.keys()], { minUnits: 1, wordBorders: false });
  const table = [...words.values()];
  return {
    find: (units, covered) => selectTriggers(automaton, table, units, covered),
  };
}

interface Draft {
  roles: TriggerRole[];
  ends: number;
  delimiter: Delimiter | undefined;
}

function collectWords(rules: AssertionRules): Map<string, Draft> {
  const words = new Map<string, Draft>();
  const at = (text: string): Draft => {
    const key = fold(text);
    const word = words.get(key) ?? { roles: [], ends: 0, delimiter: undefined };
    words.set(key, word);
    return word;
  };
  for (const group of rules.triggers) {
    const role = compileRole(group);
    for (const word of group.words) at(word).roles.push(role);
  }
  for (const { ends, words: list } of rules.terminators) {
    const bits = ends.reduce((sum, assertion) => sum | (1 << PRECEDENCE.indexOf(assertion)), 0);
    for (const word of list) at(word).ends |= bits;
  }
  for (const [kind, list] of Object.entries(rules.delimiters)) {
    for (const word of list) at(word).delimiter = kind as Delimiter; // safe: keys of the delimiters schema
  }
  const pseudo = pseudoWords(rules);
  const both = pseudo.find((word) => words.has(fold(word)));
  if (both !== undefined) throw new Error(`assertion.json: ${both} is both a trigger and a pseudo-trigger`);
  for (const word of pseudo) at(word);
  return words;
}

function pseudoWords(rules: AssertionRules): string[] {
  const pairs = rules.pseudoPairs.flatMap(({ first, second }) =>
    first.flatMap((a) => second.map((b) => a + b)),
  );
  return [...Object.values(rules.pseudo).flat(), ...pairs];
}

function compileRole(group: TriggerGroup): TriggerRole {
  const types = new Set<EntityType>(group.types ?? EntityType.options);
  const only = group.sections && new Set(group.sections);
  const except = new Set(group.notSections ?? []);
  return {
    rank: PRECEDENCE.indexOf(group.assertion),
    position: group.position,
    scope: group.scope,
    reach: group.reach,
    verdict: group.verdict,
    allows: (type, section = undefined) =>
      types.has(type) && !except.has(section ?? 'none') && (!only || only.has(section ?? 'none')),
  };
}

/** Leftmost-longest words that no mention covers. A word that itself holds a whole mention and more stays. */
function selectTriggers(
  automaton: Automaton,
  table: readonly Word[],
  units: Uint16Array,
  covered: readonly Span[],
): Trigger[] {
  const matches = automaton.scan(units);
  const longest = longestPerStart(matches, covered);
  const triggers: Trigger[] = [];
  let free = 0;
  for (const i of longest) {
    const start = matches.start[i]!;
    if (start < free) continue;
    const end = matches.end[i]!;
    triggers.push({ start, end, word: table[matches.name[i]!]! });
    free = end;
  }
  return triggers;
}

/** Uncovered matches by start, the longest of those with the same start. */
function longestPerStart(matches: Matches, covered: readonly Span[]): number[] {
  const open: number[] = [];
  let cover = 0;
  for (let i = 0; i < matches.count; i++) {
    const start = matches.start[i]!;
    const end = matches.end[i]!;
    // matches come by end, so mentions that end at or before the longest word's reach back are done with
    while (cover < covered.length && covered[cover]!.end <= end - MAX_WORD) cover++;
    if (isCovered(covered, cover, start, end)) continue;
    open.push(i);
  }
  return keepLongest(matches, open);
}

/** Upper bound of a trigger's length in code units. */
const MAX_WORD = 32;

function isCovered(covered: readonly Span[], from: number, start: number, end: number): boolean {
  for (let c = from; c < covered.length && covered[c]!.start < end; c++) {
    const mention = covered[c]!;
    if (mention.end <= start) continue;
    const holds = start <= mention.start && mention.end <= end && end - start > mention.end - mention.start;
    if (!holds) return true;
  }
  return false;
}

/** From matches by end to matches by start: insertion, since a word's start lies at most MAX_WORD back. */
function keepLongest(matches: Matches, open: number[]): number[] {
  const byStart: number[] = [];
  for (const i of open) {
    const start = matches.start[i]!;
    let at = byStart.length;
    while (at > 0 && matches.start[byStart[at - 1]!]! > start) at--;
    if (at > 0 && matches.start[byStart[at - 1]!] === start)
      byStart[at - 1] = i; // ends later: longer
    else byStart.splice(at, 0, i);
  }
  return byStart;
}
