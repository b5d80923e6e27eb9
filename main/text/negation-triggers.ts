/** Finds trigger words of assertions and the delimiters between them, in one pass of an automaton. */
import { EntityType } from '../../shared/domain/graph.ts';
import type { SectionKind } from '../../shared/domain/mention.ts';
import type { Span } from '../../shared/domain/span.ts';
import { type Automaton, buildAutomaton, type Matches } from './automaton.ts';
import { fold, isDigitUnit, isWordUnit } from './folding.ts';
import type { AssertionRules, CueAssertion, Scope, TriggerGroup } from './rule-schemas.ts';

/** Assertions by falling precedence: of several that hold for a mention, the first wins. */
export const PRECEDENCE: readonly CueAssertion[] = [
  'negated',
  'family',
  'hypothetical',
  'uncertain',
  'historical',
];

/** Role of a word as a trigger. */
export interface TriggerRole {
  /** Index into PRECEDENCE. */
  readonly rank: number;
  readonly position: TriggerGroup['position'];
  readonly scope: Scope;
  readonly reach: number;
  readonly verdict: boolean;
  readonly factual: boolean;
  readonly unless: readonly string[];
  readonly notBefore: readonly string[];
  readonly unlessThen: readonly string[];
  /** Types that the group names; `undefined` for all. */
  readonly types: ReadonlySet<EntityType> | undefined;
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

/** All roles of one word. A pseudo-trigger has none and hides the shorter words it contains. */
interface Word {
  readonly roles: readonly TriggerRole[];
  /** Bit per rank: assertions whose scopes end here. */
  readonly ends: number;
  readonly delimiter: Delimiter | undefined;
  /** Whether it names the patient, and so ends the description of a disease. */
  readonly patient: boolean;
  /** Whether it stands before a treatment that goes on. */
  readonly current: boolean;
}

/** Trigger in the text; triggers are in order and do not overlap. */
export interface Trigger {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
}

/** Mention, or a heading, which has no type. */
type Covering = Span & { readonly type?: EntityType };

export interface TriggerFinder {
  /** @param covered outermost mentions in order: words inside them are no triggers */
  find(units: Uint16Array, covered: readonly Covering[]): Trigger[];
}

/** Throws when a word is both a trigger and a pseudo-trigger. */
export function buildTriggerFinder(rules: AssertionRules): TriggerFinder {
  const words = collectWords(rules);
  const automaton = buildAutomaton([...words.keys()], { minUnits: 1, wordBorders: false });
  const table = [...words.values()];
  return { find: (units, covered) => selectTriggers(automaton, table, units, covered) };
}

interface Draft {
  roles: TriggerRole[];
  ends: number;
  delimiter: Delimiter | undefined;
  patient: boolean;
  current: boolean;
}

function collectWords(rules: AssertionRules): Map<string, Draft> {
  const words = new Map<string, Draft>();
  const at = (text: string): Draft => {
    const key = fold(text);
    const word = words.get(key) ?? {
      roles: [],
      ends: 0,
      delimiter: undefined,
      patient: false,
      current: false,
    };
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
  for (const word of rules.description.patient) at(word).patient = true;
  for (const word of rules.current.words) at(word).current = true;
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
    factual: group.factual,
    unless: group.unless.map(fold),
    notBefore: group.notBefore.map(fold),
    unlessThen: group.unlessThen.map(fold),
    types: group.types && types,
    allows: (type, section = undefined) =>
      types.has(type) && !except.has(section ?? 'none') && (!only || only.has(section ?? 'none')),
  };
}

/** Selects leftmost-longest words outside mentions. Keeps a word that contains a whole mention and more. */
function selectTriggers(
  automaton: Automaton,
  table: readonly Word[],
  units: Uint16Array,
  covered: readonly Covering[],
): Trigger[] {
  const matches = automaton.scan(units);
  const longest = longestPerStart(matches, table, units, covered);
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

/** Returns uncovered matches by start, the longest for each start. */
function longestPerStart(
  matches: Matches,
  table: readonly Word[],
  units: Uint16Array,
  covered: readonly Covering[],
): number[] {
  const open: number[] = [];
  let cover = 0;
  for (let i = 0; i < matches.count; i++) {
    const start = matches.start[i]!;
    const end = matches.end[i]!;
    // matches are sorted by end, so earlier mentions are out of reach of the longest word
    while (cover < covered.length && covered[cover]!.end <= end - MAX_WORD) cover++;
    const { roles } = table[matches.name[i]!]!;
    if (isCovered(covered, cover, start, end, roles) || isInnerStop(units, start, end)) continue;
    open.push(i);
  }
  return keepLongest(matches, open);
}

const STOP = '.'.charCodeAt(0);

/** Returns whether a stop belongs to a number, an abbreviation or a numbering: 3.5, E.coli, 1.高血压. A numbering after
 * white space is a word of its own, and no stop before a decimal ( 2.5g). */
function isInnerStop(units: Uint16Array, start: number, end: number): boolean {
  if (units[end - 1] !== STOP) return false;
  if (end > start + 1) return isDigitUnit(units[end]);
  return isWordUnit(units[end]) || isDigitUnit(units[start - 1]);
}

/** Upper bound of a trigger's length in code units. */
const MAX_WORD = 32;

/** A word that is a mention itself is a trigger only for mentions of other types: 青霉素|过敏. */
function isCovered(
  covered: readonly Covering[],
  from: number,
  start: number,
  end: number,
  roles: readonly TriggerRole[],
): boolean {
  for (let c = from; c < covered.length && covered[c]!.start < end; c++) {
    const mention = covered[c]!;
    if (mention.end <= start) continue;
    const holds = start <= mention.start && mention.end <= end && end - start > mention.end - mention.start;
    const { type } = mention;
    const same = start === mention.start && end === mention.end;
    if (
      same &&
      type !== undefined &&
      roles.length > 0 &&
      roles.every(({ types }) => types && !types.has(type))
    )
      continue;
    if (!holds) return true;
  }
  return false;
}

/** Reorders matches from end to start by insertion, since a word's start lies at most MAX_WORD back. */
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
