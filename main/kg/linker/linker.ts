/**
 * Entity linking by exact names: finds the names of a lexicon in a text, resolves overlaps, disambiguates entities
 * of the same name, and classifies assertions. Reads no files; rules are passed in as data.
 */
import type { EntityType, LexiconName } from '../../../shared/domain/graph.ts';
import type { Mention, Section, SectionKind } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import { type AssertionClassifier, buildAssertionClassifier } from '../../text/assertion.ts';
import {
  type Automaton,
  type AutomatonTables,
  buildAutomatonTables,
  type Matches,
  openAutomaton,
} from '../../text/automaton.ts';
import { fold, foldUnits } from '../../text/folding.ts';
import { buildPatientReader, type PatientReader } from '../../text/patient.ts';
import type { LinkerRules } from '../../text/rule-schemas.ts';
import { foldScript } from '../../text/script.ts';
import { buildSectionFinder, type SectionFinder } from '../../text/sections.ts';
import { type AbbreviationReader, abbreviatedNames, buildAbbreviationReader } from './abbreviations.ts';
import { type Blocker, blockedNames, buildBlocker } from './blocking.ts';
import { buildCompoundReader, type CompoundReader, withWholeParts } from './compounds.ts';
import { buildChooser, type Chooser } from './entity-choice.ts';
import { buildLexicon, Lexicon, type LexiconTables } from './lexicon.ts';
import { buildModifiedScan } from './modified-names.ts';
import { type Selected, selectMatches } from './overlap.ts';
import { buildValueLinker, findingNames, type ValueLinker } from './value-findings.ts';

export interface Linker {
  /** Numbers of linkable names and entities, after the rules' filters. */
  readonly size: { readonly names: number; readonly entities: number };
  /** Returns sections, mentions by start (outer before inner), values and patient. Time is linear in the text. */
  annotate(text: string): TextAnalysis;
  /** Returns outer mentions alone, by start. */
  link(text: string): LinkedSpan[];
}

interface LinkedSpan extends Span {
  readonly entityId: number;
}

/** Plain data that takes long to build, so that it can be kept in a file. */
export interface LinkerTables {
  readonly lexicon: LexiconTables;
  readonly automaton: AutomatonTables;
  /** Indices of those names that rules speak of. */
  readonly indices: ReadonlyMap<string, number>;
}

export const buildLinker = (names: Iterable<LexiconName>, rules: LinkerRules): Linker =>
  openLinker(buildLinkerTables(names, rules), rules);

export function buildLinkerTables(names: Iterable<LexiconName>, rules: LinkerRules): LinkerTables {
  const { tables, indices } = buildLexicon(names, rules.linking);
  return {
    lexicon: tables,
    automaton: buildAutomatonTables([...indices.keys()].map(foldScript)),
    indices: new Map(
      namesInRules(rules).flatMap((name) => {
        const index = indices.get(name);
        return index === undefined ? [] : [[name, index]];
      }),
    ),
  };
}

/** Returns the names, normalised, that `openLinker` looks up. */
export const namesInRules = ({ linking, values }: LinkerRules): string[] => [
  ...blockedNames(linking.blocking),
  ...abbreviatedNames(linking.abbreviations),
  ...findingNames(values.analytes),
];

/** @param rules those with which the tables were built */
export function openLinker(tables: LinkerTables, rules: LinkerRules): Linker {
  const lexicon = new Lexicon(tables.lexicon, tables.indices);
  const automaton = openAutomaton(tables.automaton);
  const parts: Parts = {
    lexicon,
    automaton,
    scan: buildModifiedScan(automaton, tables.automaton, rules.linking.modifiers),
    blocker: buildBlocker(lexicon, rules.linking.blocking),
    yields: namesOfOnly(lexicon, rules.linking.yielding),
    bodies: namesOfOnly(lexicon, ['anatomy']),
    abbreviations: buildAbbreviationReader(lexicon, rules.linking.abbreviations),
    compounds: buildCompoundReader(rules.linking.compounds),
    chooser: buildChooser(lexicon, rules.linking.choice),
    sections: buildSectionFinder(rules.headings),
    assertion: buildAssertionClassifier(rules.assertion),
    patient: buildPatientReader(rules.patient),
    values: buildValueLinker(rules.values.analytes, lexicon, rules.assertion),
    rules,
  };
  return {
    size: { names: lexicon.names, entities: lexicon.entities },
    annotate: (text) => annotate(parts, text),
    link: (text) => link(parts, text),
  };
}

interface Parts {
  readonly lexicon: Lexicon;
  readonly automaton: Automaton;
  /** Finds names with words of degree inside, too. */
  readonly scan: (units: Uint16Array) => Matches;
  readonly blocker: Blocker;
  /** 1 for names that only entities of yielding types have. */
  readonly yields: Uint8Array;
  /** 1 for names of parts of the body alone. */
  readonly bodies: Uint8Array;
  readonly abbreviations: AbbreviationReader;
  readonly compounds: CompoundReader;
  readonly chooser: Chooser;
  readonly sections: SectionFinder;
  readonly assertion: AssertionClassifier;
  readonly patient: PatientReader;
  readonly values: ValueLinker;
  readonly rules: LinkerRules;
}

/** Returns 1 for names that only entities of these types have. */
function namesOfOnly(lexicon: Lexicon, types: readonly EntityType[]): Uint8Array {
  const wanted = new Set(types);
  return Uint8Array.from({ length: lexicon.names }, (_, name) => (lexicon.hasOnly(name, wanted) ? 1 : 0));
}

function annotate(parts: Parts, text: string): TextAnalysis {
  const folded = foldScript(text);
  const units = foldUnits(folded);
  const sections = parts.sections.find(text, units);
  const matches = parts.scan(units);
  const even = fold(folded);
  const selected = selectMentions(parts, even, units, sections, matches);
  const named = selected.map(({ match, depth, senses }): Omit<Mention, 'assertion'> => {
    const entity = parts.lexicon.entity(senses[0]!);
    const start = matches.start[match]!;
    const end = endOfSigns(units, matches.end[match]!);
    const alternatives = senses.slice(1).map((sense) => parts.lexicon.entity(sense).id);
    return {
      start,
      end,
      text: text.slice(start, end),
      type: entity.type,
      entityId: entity.id,
      name: entity.name,
      depth,
      ...(alternatives.length > 0 ? { alternatives } : {}),
    };
  });
  const lookup = (name: string, type: EntityType) => wholeName(parts, name, type);
  const whole = withWholeParts(text, named, partsOfBody(parts, matches, units.length), lookup);
  const mentions = parts.compounds.join(text, even, whole, lookup);
  const asserted = parts.assertion.classify(units, mentions, sections);
  const patient = parts.patient.read(folded);
  return {
    sections,
    mentions: mentions
      .map((mention, i) => ({ ...mention, ...asserted[i]! }))
      .filter((mention) => !isBroaderDenied(parts, mention)),
    values: parts.values.link(parts.rules.values.read(text, patient), units, sections),
    patient,
  };
}

/** Returns whether a condition is denied only as part of a narrower one: 排除淋巴水肿 denies no 水肿. */
const isBroaderDenied = ({ rules }: Parts, { depth, type, assertion }: Mention): boolean =>
  depth > 0 && assertion === 'negated' && rules.linking.nesting.conditions.includes(type);

/** Returns the longest parts of the body by where they start and end. */
function partsOfBody({ bodies }: Parts, matches: Matches, length: number) {
  const startAt = new Int32Array(length + 1).fill(length);
  const endAt = new Int32Array(length + 1);
  for (let i = 0; i < matches.count; i++) {
    if (bodies[matches.name[i]!] === 0) continue;
    const start = matches.start[i]!;
    const end = matches.end[i]!;
    startAt[end] = Math.min(startAt[end]!, start);
    endAt[start] = Math.max(endAt[start]!, end);
  }
  return { startAt, endAt };
}

const PLUS = '+'.charCodeAt(0);

/** Returns the end of a row of plus signs that a name ends in: 尿糖+|+++. */
function endOfSigns(units: Uint16Array, end: number): number {
  let at = end;
  if (units[end - 1] === PLUS) while (units[at] === PLUS) at++;
  return at;
}

/** Returns the entity that bears a name, of the type or another kind of condition. */
function wholeName(
  { automaton, lexicon, rules }: Parts,
  name: string,
  type: EntityType,
): Pick<Mention, 'entityId' | 'name' | 'type'> | undefined {
  const units = foldUnits(foldScript(name));
  const matches = automaton.scan(units);
  const { conditions } = rules.linking.nesting;
  for (let i = 0; i < matches.count; i++) {
    if (matches.start[i] !== 0 || matches.end[i] !== units.length) continue;
    const found = lexicon.sensesOf(matches.name[i]!).map((sense) => lexicon.entity(sense));
    const best =
      found.find((entity) => entity.type === type) ??
      found.find((entity) => conditions.includes(type) && conditions.includes(entity.type));
    if (best !== undefined) return { entityId: best.id, name: best.name, type: best.type };
  }
  return undefined;
}

function link(parts: Parts, text: string): LinkedSpan[] {
  const folded = foldScript(text);
  const units = foldUnits(folded);
  const matches = parts.scan(units);
  const selected = selectMentions(parts, fold(folded), units, parts.sections.find(text, units), matches);
  return selected
    .filter(({ depth }) => depth === 0)
    .map(({ match, senses }) => ({
      start: matches.start[match]!,
      end: matches.end[match]!,
      entityId: parts.lexicon.entity(senses[0]!).id,
    }));
}

function selectMentions(
  parts: Parts,
  folded: string,
  units: Uint16Array,
  sections: readonly Section[],
  matches: Matches,
): Selected[] {
  const { lexicon, rules } = parts;
  const place = new SectionCursor(sections);
  const kept: number[] = [];
  const longest = longestByStart(matches);
  const swallows = negationFinder(units, longest);
  for (let i = 0; i < matches.count; i++) {
    const start = matches.start[i]!;
    const end = matches.end[i]!;
    if (place.inHeading(start, end) || swallows(start, end)) continue;
    if (longest.get(start) === end && isAdjective(parts, matches.name[i]!, units, end)) continue;
    if (!parts.blocker(units, matches.name[i]!, start, end)) kept.push(i);
  }
  const chooser = parts.chooser.read(units);
  const allowed = parts.abbreviations.read(folded);
  const { nesting } = rules.linking;
  const known = new Map<number, readonly number[]>();
  const sensesNamed = (name: number): readonly number[] => {
    const senses = known.get(name) ?? lexicon.sensesOf(name);
    known.set(name, senses);
    return senses;
  };
  return selectMatches(matches, kept, units.length, {
    maxDepth: rules.linking.maxDepth,
    nestedEdgeUnits: rules.linking.nestedEdgeUnits,
    yields: (match) => parts.yields[matches.name[match]!] === 1,
    nests: (match, sense, outer, outerSense) => {
      const own = lexicon.typeOf(sense);
      const type = lexicon.typeOf(outerSense);
      if (type === 'drug' || type === 'department' || own === 'department') return false;
      if (own === type && !lexicon.isPreferred(matches.name[match]!, sense)) return false;
      if (lexicon.entity(sense).name === lexicon.entity(outerSense).name) return false;
      // the name that begins a longer test is another test: 血清铁|蛋白
      if (own === 'exam' && type === 'exam' && matches.start[match] === matches.start[outer]) return false;
      if (own === 'cause' && type !== 'cause') return false;
      if (own === 'drug' && (type === 'exam' || nesting.conditions.includes(type))) return false;
      if (own === 'anatomy')
        return !nesting.parts.some((word) => folded.startsWith(word, matches.end[match]!));
      if (!nesting.conditions.includes(own)) return true;
      const name = folded.slice(matches.start[outer]!, matches.end[outer]!);
      if (type === 'treatment') return nesting.operations.some((word) => name.includes(word));
      if (nesting.silent.includes(type)) return false;
      const start = matches.start[match]!;
      const end = matches.end[match]!;
      const after = own === 'disease' ? nesting.before : [...nesting.before, ...nesting.adjectives];
      if (after.some((word) => folded.startsWith(word, end))) return false;
      if (nesting.after.some((word) => folded.endsWith(word, start) && start > matches.start[outer]!))
        return false;
      // another name of something inside a longer name is chance or less than it says: 疱疹 in 带状疱疹, 气胸 in 血气胸
      return !nesting.conditions.includes(type) || lexicon.isPreferred(matches.name[match]!, sense);
    },
    sameType: (a, b) => lexicon.typeOf(a) === lexicon.typeOf(b),
    senses: (match, taken) => {
      const name = matches.name[match]!;
      const span = { start: matches.start[match]!, end: matches.end[match]! };
      const senses = allowed(name, sensesNamed(name), span.start, span.end);
      const open = senses.filter((sense) => !taken.includes(sense));
      return open.length === 0 ? open : chooser.rank(name, open, span, place.kindAt(span.start));
    },
  });
}

/** Words before which a name may stand that the dictionary has with them too: negations, verbs and sides. */
const LEADS = [
  ...['没有', '未见', '否认', '无', '未', '没', '有', '见', '出现', '服用'],
  ...['左', '右', '双', '两'],
].map((word) => foldUnits(word));
/** 性 and 样 make an adjective of a name. */
const ADJECTIVES: ReadonlySet<number> = new Set(Array.from('性样', (char) => char.charCodeAt(0)));
/** Characters after 性 or 样 with which it is a noun: 疼痛性质. */
const NOUNS: ReadonlySet<number> = new Set(Array.from('质别格状能价本品', (char) => char.charCodeAt(0)));
const HAN = '一'.charCodeAt(0);

/** Returns whether a condition is the adjective of another one: 外伤|性蛛网膜下腔出血. */
function isAdjective({ lexicon, rules }: Parts, name: number, units: Uint16Array, end: number): boolean {
  if (!ADJECTIVES.has(units[end]!)) return false;
  const next = units[end + 1];
  if (next === undefined || next < HAN || NOUNS.has(next)) return false;
  return lexicon.hasOnly(name, new Set(rules.linking.nesting.conditions));
}

/** Returns the last end of the matches at each start. */
function longestByStart(matches: Matches): ReadonlyMap<number, number> {
  const longest = new Map<number, number>();
  for (let i = 0; i < matches.count; i++) {
    const start = matches.start[i]!;
    longest.set(start, Math.max(longest.get(start) ?? 0, matches.end[i]!));
  }
  return longest;
}

/**
 * Returns a test of whether a name begins with a negation or a side of a longer name: 无呼吸 in 无呼吸困难, 左肾 in
 * 左肾上腺. Time is linear in the matches.
 */
function negationFinder(
  units: Uint16Array,
  longest: ReadonlyMap<number, number>,
): (start: number, end: number) => boolean {
  const begins = (word: Uint16Array, at: number) => word.every((unit, i) => units[at + i] === unit);
  return (start, end) =>
    LEADS.some((word) => begins(word, start) && (longest.get(start + word.length) ?? 0) > end);
}

/** Finds sections by offset; fast for growing offsets, correct in any order. */
class SectionCursor {
  private readonly sections: readonly Section[];
  private at = 0;

  constructor(sections: readonly Section[]) {
    this.sections = sections;
  }

  kindAt(offset: number): SectionKind | undefined {
    return this.find(offset)?.kind;
  }

  /** Returns whether a span starts in a heading or a heading begins inside it. */
  inHeading(start: number, end: number): boolean {
    const section = this.find(start);
    if (section && start < section.bodyStart) return true;
    const next = this.sections[this.at + 1];
    return next !== undefined && next.start < end;
  }

  private find(offset: number): Section | undefined {
    while (this.at > 0 && this.sections[this.at]!.start > offset) this.at--;
    while (this.at < this.sections.length - 1 && this.sections[this.at]!.end <= offset) this.at++;
    const section = this.sections[this.at];
    return section && section.start <= offset && offset < section.end ? section : undefined;
  }
}
