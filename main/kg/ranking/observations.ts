/** Observations of a record: one per concept, however often it is mentioned. */
import type { Assertion, Mention, Section, SectionKind } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import { normaliseName } from '../../text/folding.ts';
import type { EvidenceGraph } from './evidence-graph.ts';
import { conceptsWithin } from './nearness.ts';
import type { RankingRules, Uses } from './rules.ts';

/** Entity index and assertion of the strongest mention, and the spans of all mentions. */
export interface Words {
  readonly entity: number;
  readonly assertion: Assertion;
  readonly spans: readonly Span[];
}

/** Strengths in -1..1, negative when denied. Their signs may differ: a past illness denied for the present. */
export interface Observation {
  readonly concept: number;
  /** Strength as part of the present illness. */
  readonly current: number;
  /** Strength as a cause, risk factor or treatment. */
  readonly background: number;
  /** Whether it occurs in the chief complaint. */
  readonly chief: boolean;
  /** Present when a strength is positive. */
  readonly found?: Words;
  /** Present when a strength is negative. */
  readonly denied?: Words;
}

/** Disease named in the record. `strength` is negative when denied. */
export interface Documented {
  readonly assertion: Assertion;
  readonly strength: number;
  readonly spans: readonly Span[];
}

export interface RecordObservations {
  readonly observations: readonly Observation[];
  /** Diseases by entity index. */
  readonly documented: ReadonlyMap<number, Documented>;
}

/** Collects observations from all mentions whose entity is in the graph. */
export function collectObservations(
  graph: EvidenceGraph,
  annotation: TextAnalysis,
  rules: RankingRules,
  text = '',
): RecordObservations {
  const admitting = admittingSpans(text);
  const tallies = new Map<number, Tally>();
  const named = new Map<number, NamedTally>();
  const sectionAt = sectionFinder(annotation.sections);
  for (const { mention, outer } of withOuterMention(annotation.mentions)) {
    const kind = sectionAt(mention.start);
    const section = admitting.some(({ start, end }) => mention.start >= start && mention.end <= end)
      ? admitted(rules.sections[kind], rules)
      : rules.sections[kind];
    for (const { entity, reliability, repeats } of readings(graph, mention, rules)) {
      const inner = outer === undefined ? 1 : innerReliability(graph, mention, outer, entity, rules);
      const trust = reliability * inner;
      if (trust === 0) continue;
      const concept = graph.conceptOf[entity]!;
      if (!repeats) {
        const tally = tallyOf(tallies, concept);
        tally.add(mention, entity, section, trust, rules);
        if (kind === 'chief-complaint' && mention.assertion !== 'negated') tally.noteChief();
      }
      if (graph.isDisease(entity)) tallyNamed(named, entity, mention, section, trust, rules);
    }
  }
  for (const { statement, trust } of valueStatements(annotation.values, rules)) {
    const entity = graph.indexOf(statement.entityId);
    if (entity < 0) continue;
    const section = rules.sections[sectionAt(statement.start)];
    tallyOf(tallies, graph.conceptOf[entity]!).add(statement, entity, section, trust, rules);
    if (graph.isDisease(entity)) tallyNamed(named, entity, statement, section, trust, rules);
  }
  tallyComposites(graph, tallies, rules);
  const observations: Observation[] = [];
  for (const [concept, tally] of tallies) {
    const observation = tally.settle(concept);
    if (observation !== undefined) observations.push(observation);
  }
  const documented = new Map<number, Documented>();
  for (const [entity, { yes, no }] of named) {
    if (yes.strength > 0) documented.set(entity, yes);
    else if (no.strength > 0) documented.set(entity, { ...no, strength: -no.strength });
  }
  return { observations, documented };
}

/** The words between 以 or 因 and 收入院: 门诊以“冠心病”收入我科. */
const ADMITTED =
  /(?:门诊|急诊|院|遂|现|诊断?|，|。)拟?[以因]([^。；;\n以因]{2,40}?)[”"」』]?(?:待查)?(?:收|平车收|步行收)(?:入|住|治)/dgu;

/** Returns the stretches of a text that tell for what the patient was admitted. */
const admittingSpans = (text: string): Span[] =>
  [...text.matchAll(ADMITTED)].map(({ indices }) => ({ start: indices![1]![0], end: indices![1]![1] }));

/** Returns the uses of a section for the words of an admission: they name the disease as an initial diagnosis does. */
const admitted = (section: Uses, { sections }: RankingRules): Uses => ({
  ...section,
  documented: Math.max(section.documented, sections['preliminary-diagnosis'].documented),
});

/** An entity with the state that a mention or a value gives it. */
type Statement = Pick<Mention, 'start' | 'end' | 'entityId' | 'assertion'>;

/** Findings of abnormal values, and denials by those that are not. */
function valueStatements(
  values: readonly MeasuredValue[],
  rules: RankingRules,
): { readonly statement: Statement; readonly trust: number }[] {
  return values.flatMap(({ start, end, assertion, entity, denies = [] }) => [
    ...(entity === undefined
      ? []
      : [{ statement: { start, end, assertion, entityId: entity.id }, trust: 1 }]),
    ...denies.map(({ id }) => ({
      statement: { start, end, assertion: 'negated' as const, entityId: id },
      trust: rules.reliability.ordinaryValue,
    })),
  ]);
}

/** Returns mentions in text order, each with its outermost enclosing mention. */
function withOuterMention(mentions: readonly Mention[]): { mention: Mention; outer: Mention | undefined }[] {
  const sorted = [...mentions].sort((a, b) => a.start - b.start || b.end - a.end || a.depth - b.depth);
  let cover: Mention | undefined;
  return sorted.map((mention) => {
    const outer =
      cover !== undefined && mention.depth > 0 && mention.end <= cover.end && mention.start >= cover.start
        ? cover
        : undefined;
    if (outer === undefined && (cover === undefined || mention.end > cover.end)) cover = mention;
    return { mention, outer };
  });
}

interface Reading {
  readonly entity: number;
  readonly reliability: number;
  /** Whether it is another type of the same concept, which must not count twice. */
  readonly repeats: boolean;
}

/** Returns the entity of a mention and others with the same name. */
function readings(graph: EvidenceGraph, mention: Mention, rules: RankingRules): Reading[] {
  const found: Reading[] = [];
  const concepts = new Set<number>();
  for (const id of [mention.entityId, ...(mention.alternatives ?? [])]) {
    const entity = graph.indexOf(id);
    if (entity < 0) continue;
    const concept = graph.conceptOf[entity]!;
    const reliability = id === mention.entityId ? 1 : rules.reliability.alternative;
    found.push({ entity, reliability, repeats: concepts.has(concept) });
    concepts.add(concept);
  }
  return found;
}

/**
 * Returns the weight of a nested mention: 0 when denied (no 右下腹痛 does not mean no 腹痛) or when the outer mention is a
 * kind of it.
 */
function innerReliability(
  graph: EvidenceGraph,
  mention: Mention,
  outer: Mention,
  entity: number,
  rules: RankingRules,
): number {
  if (mention.assertion === 'negated') return 0;
  const outerEntity = graph.indexOf(outer.entityId);
  if (outerEntity < 0) return 1;
  const kinds = conceptsWithin(
    graph.nearness.broader,
    graph.conceptOf[outerEntity]!,
    rules.nearness.maxSteps,
  );
  return kinds.has(graph.conceptOf[entity]!) ? 0 : rules.reliability.nested;
}

function sectionFinder(sections: readonly Section[]): (offset: number) => SectionKind | 'none' {
  const sorted = [...sections].sort((a, b) => a.start - b.start);
  let at = 0;
  return (offset) => {
    while (at > 0 && sorted[at]!.start > offset) at--;
    while (at + 1 < sorted.length && sorted[at + 1]!.start <= offset) at++;
    const section = sorted[at];
    return section !== undefined && section.start <= offset && offset < section.end ? section.kind : 'none';
  };
}

function tallyOf(tallies: Map<number, Tally>, concept: number): Tally {
  let tally = tallies.get(concept);
  if (tally === undefined) {
    tally = new Tally();
    tallies.set(concept, tally);
  }
  return tally;
}

/** Mentions of one concept on one side, found or denied. */
class Side {
  current = 0;
  background = 0;
  #strongest = -1;
  #entity = -1;
  #assertion: Assertion = 'present';
  readonly #spans: Span[] = [];

  add(mention: Statement, entity: number, current: number, background: number): void {
    if (current === 0 && background === 0) return;
    this.current = Math.max(this.current, current);
    this.background = Math.max(this.background, background);
    this.#spans.push({ start: mention.start, end: mention.end });
    // Breaks ties by entity, so that the order of mentions does not matter.
    const sum = current + background;
    if (sum < this.#strongest || (sum === this.#strongest && !this.#precedes(entity, mention))) return;
    this.#strongest = sum;
    this.#entity = entity;
    this.#assertion = mention.assertion;
  }

  #precedes(entity: number, { assertion }: Statement): boolean {
    return entity < this.#entity || (entity === this.#entity && assertion < this.#assertion);
  }

  words(): Words {
    return { entity: this.#entity, assertion: this.#assertion, spans: this.#spans };
  }
}

/** All mentions of one concept. */
class Tally {
  readonly #found = new Side();
  readonly #denied = new Side();
  #chief = false;

  add(mention: Statement, entity: number, section: Uses, trust: number, rules: RankingRules): void {
    const assertion = rules.assertions[mention.assertion];
    const side = mention.assertion === 'negated' ? this.#denied : this.#found;
    side.add(
      mention,
      entity,
      trust * section.current * assertion.current,
      trust * section.background * assertion.background,
    );
  }

  noteChief(): void {
    this.#chief = true;
  }

  /** Returns the stronger statement. Ties go to the finding, since denials are routine. */
  settle(concept: number): Observation | undefined {
    const current = stronger(this.#found.current, this.#denied.current);
    const background = stronger(this.#found.background, this.#denied.background);
    if (current === 0 && background === 0) return undefined;
    return {
      concept,
      current,
      background,
      chief: this.#chief && current > 0,
      ...(current > 0 || background > 0 ? { found: this.#found.words() } : {}),
      ...(current < 0 || background < 0 ? { denied: this.#denied.words() } : {}),
    };
  }
}

function stronger(found: number, denied: number): number {
  return found >= denied ? found : -denied;
}

/** Adds findings that others make up, where the record does not name them itself. */
function tallyComposites(graph: EvidenceGraph, tallies: Map<number, Tally>, rules: RankingRules): void {
  for (const { finding, of } of rules.composites) {
    const concept = graph.conceptOfNorm.get(normaliseName(finding));
    if (concept === undefined || tallies.has(concept)) continue;
    const parts = of.map((name) => {
      const part = graph.conceptOfNorm.get(normaliseName(name));
      return part === undefined ? undefined : tallies.get(part)?.settle(part);
    });
    const denied = parts.find((part) => part !== undefined && part.current < 0);
    const whole = parts.every((part) => part !== undefined && part.current > 0);
    const source = denied ?? (whole ? parts[0] : undefined);
    const words = denied?.denied ?? source?.found;
    if (source === undefined || words === undefined) continue;
    const section = { current: Math.abs(source.current), background: 0, documented: 0 };
    const assertion = denied === undefined ? 'present' : 'negated';
    const entity = graph.conceptOf.indexOf(concept);
    for (const span of words.spans) {
      const statement = { ...span, entityId: graph.ids[entity]!, assertion } as const;
      tallyOf(tallies, concept).add(statement, entity, section, rules.reliability.composite, rules);
    }
  }
}

interface NamedTally {
  yes: { assertion: Assertion; strength: number; spans: Span[] };
  no: { assertion: Assertion; strength: number; spans: Span[] };
}

function tallyNamed(
  named: Map<number, NamedTally>,
  entity: number,
  mention: Statement,
  section: Uses,
  trust: number,
  rules: RankingRules,
): void {
  const strength = trust * section.documented * rules.assertions[mention.assertion].documented;
  if (strength === 0) return;
  let tally = named.get(entity);
  if (tally === undefined) {
    tally = {
      yes: { assertion: 'present', strength: 0, spans: [] },
      no: { assertion: 'negated', strength: 0, spans: [] },
    };
    named.set(entity, tally);
  }
  const side = mention.assertion === 'negated' ? tally.no : tally.yes;
  side.spans.push({ start: mention.start, end: mention.end });
  if (strength <= side.strength) return;
  side.strength = strength;
  side.assertion = mention.assertion;
}
