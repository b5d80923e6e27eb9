/** Scores one disease against what a record says. The formula with its reasons: docs/diagnosis-ranking.md. */
import type { EvidenceGraph } from './evidence-graph.ts';
import { type Direction, type Evidences, information } from './match.ts';
import type { Observation } from './observations.ts';
import type { RelationRule } from './rules.ts';
import { listOf } from './sparse-rows.ts';

/** One observation and what it does to the disease. `entity` is the finding that the disease expects. */
export interface Contribution {
  readonly observation: number;
  readonly entity: number;
  readonly relation: number;
  readonly direction: Direction;
  readonly weight: number;
}

export interface MissingFinding {
  readonly entity: number;
  readonly relation: number;
  readonly weight: number;
}

export interface Fit {
  readonly found: readonly Contribution[];
  readonly denied: readonly Contribution[];
  readonly missing: readonly MissingFinding[];
  /** Share of the chief complaint that the disease explains; 1 when there is none. */
  readonly explained: number;
  /** Evidence for times its factors, less evidence against; 0 at least. */
  readonly points: number;
}

/** An entry of the disease's lists that the rules give a weight. */
interface Entry {
  readonly entity: number;
  readonly concept: number;
  readonly relation: number;
  readonly rule: RelationRule;
  /** Relation weight times typicality. */
  readonly expectation: number;
}

/**
 * Diseases for which anything found speaks, each with a bound that its points cannot exceed: as if everything were
 * the most typical finding of the heaviest relation. Cheap, and most of a large graph never needs more.
 */
export function supportBounds({
  graph,
  rules,
  observations,
  found,
  relations,
}: Evidences): Map<number, number> {
  const heaviest = relations.reduce((most, rule) => Math.max(most, rule?.weight ?? 0), 0);
  const bounds = new Map<number, number>();
  for (const [concept, matches] of found) {
    const best = matches.reduce((most, { observation, share }) => {
      const { current, background } = observations[observation]!;
      return Math.max(most, share * Math.max(current, background));
    }, 0);
    const bound = heaviest * information(graph, concept, rules) * best;
    for (const disease of listOf(graph.expecting, concept)) {
      bounds.set(disease, (bounds.get(disease) ?? 0) + bound);
    }
  }
  return bounds;
}

/** Whether the graph says how a disease shows itself. */
export function hasPicture(graph: EvidenceGraph, disease: number): boolean {
  return graph.expected.start[disease + 1]! > graph.expected.start[disease]!;
}

export function scoreDisease(evidences: Evidences, disease: number): Fit {
  const entries = listEntries(evidences, disease);
  const found = pairUp(candidatePairs(evidences, entries));
  const covered = coveredConcepts(evidences, entries);
  const picture = usualPicture(evidences, entries, covered);
  const explained = explainedComplaint(evidences, disease, entries);
  const { floor } = evidences.rules.chiefComplaint;
  const factor = coverage(evidences, picture, covered) * (floor + (1 - floor) * explained);
  const support = factor * found.reduce((total, { weight }) => total + weight, 0);
  const denied = shareOut(support, pairUp(denials(evidences, entries, picture, covered)));
  return {
    explained,
    found,
    denied,
    missing: missingFindings(evidences, picture, covered),
    points: denied.reduce((rest, { weight }) => rest - weight, support),
  };
}

/** PriorityScheduler shares of the picture denied into points: together never more than all of `support`. */
function shareOut(support: number, denied: readonly Contribution[]): Contribution[] {
  const total = denied.reduce((sum, { weight }) => sum + weight, 0);
  const unit = support / Math.max(1, total);
  return denied.map((item) => ({ ...item, weight: item.weight * unit }));
}

/** Per concept the entry that expects it most. */
function listEntries({ graph, rules, relations }: Evidences, disease: number): Entry[] {
  const { start, entity, relation, rank } = graph.expected;
  const { decay, floor } = rules.typicality;
  const byConcept = new Map<number, Entry>();
  for (let i = start[disease]!; i < start[disease + 1]!; i++) {
    const rule = relations[relation[i]!];
    if (rule === undefined || rule.weight === 0) continue;
    const expectation = rule.weight * (floor + (1 - floor) * decay ** rank[i]!);
    const concept = graph.conceptOf[entity[i]!]!;
    const known = byConcept.get(concept);
    if (known !== undefined && known.expectation >= expectation) continue;
    byConcept.set(concept, { entity: entity[i]!, concept, relation: relation[i]!, rule, expectation });
  }
  return [...byConcept.values()];
}

/** A possible contribution; `concept` is the expected one. */
interface Pair extends Contribution {
  readonly concept: number;
}

function candidatePairs(evidences: Evidences, entries: readonly Entry[]): Pair[] {
  const { graph, rules, observations } = evidences;
  const pairs: Pair[] = [];
  for (const { entity, concept, relation, rule, expectation } of entries) {
    for (const { observation, share, direction } of evidences.found.get(concept) ?? []) {
      const said = observations[observation]!;
      const strength = strengthFor(said, rule);
      if (strength <= 0) continue;
      // The broader of the two decides: 腹痛 said for 右下腹痛 expected is worth no more than any 腹痛.
      const info = Math.min(information(graph, concept, rules), information(graph, said.concept, rules));
      const weight = expectation * info * share * strength;
      pairs.push({ observation, entity, concept, relation, direction, weight });
    }
  }
  return pairs;
}

function strengthFor(observation: Observation, rule: RelationRule): number {
  return rule.uses === 'current' ? observation.current : observation.background;
}

/**
 * Each observation counts once, for the expectation it fits best, and each expectation once, by the best of its
 * observations. No second choices: with them a stronger observation could push out another and lower the sum.
 */
function pairUp(pairs: Pair[]): Pair[] {
  pairs.sort((a, b) => b.weight - a.weight || a.observation - b.observation || a.concept - b.concept);
  const observed = new Set<number>();
  const met = new Set<number>();
  return pairs.filter(({ observation, concept }) => {
    if (observed.has(observation)) return false;
    observed.add(observation);
    if (met.has(concept)) return false;
    met.add(concept);
    return true;
  });
}

/** Concept → largest share of it that was found. */
function coveredConcepts(evidences: Evidences, entries: readonly Entry[]): Map<number, number> {
  const covered = new Map<number, number>();
  for (const { concept, rule } of entries) {
    let most = 0;
    for (const { observation, share } of evidences.found.get(concept) ?? []) {
      most = Math.max(most, share * strengthFor(evidences.observations[observation]!, rule));
    }
    if (most > 0) covered.set(concept, most);
  }
  return covered;
}

/**
 * Pairs weighted by the share of the usual picture that they deny. A share and no fixed sum: records deny by routine,
 * and ten denials from one phrase must not outweigh the one finding that is there.
 */
function denials(
  { rules, observations, denied }: Evidences,
  entries: readonly Entry[],
  picture: Picture,
  covered: ReadonlyMap<number, number>,
): Pair[] {
  const pairs: Pair[] = [];
  for (const { entity, concept, relation, rule, expectation } of entries) {
    if (rule.denial === 0 || covered.has(concept)) continue;
    for (const { observation, share, direction } of denied.get(concept) ?? []) {
      const strength = -strengthFor(observations[observation]!, rule);
      if (strength <= 0) continue;
      const weight = (rules.denial.weight * rule.denial * expectation * strength * share) / picture.mass;
      pairs.push({ observation, entity, concept, relation, direction, weight });
    }
  }
  return pairs;
}

/** The manifestations expected most, and the sum of their expectations: not less than the rules' least mass. */
interface Picture {
  readonly entries: readonly Entry[];
  readonly mass: number;
}

/**
 * A test that the record reports without words for its result (肌钙蛋白 0.02) is
 * left out: its finding is neither there nor missing.
 */
function usualPicture(
  { rules, measured }: Evidences,
  entries: readonly Entry[],
  covered: ReadonlyMap<number, number>,
): Picture {
  const isRead = ({ concept }: Entry) => covered.has(concept) || !measured.has(concept);
  const usual = entries
    .filter((entry) => entry.rule.manifestation && isRead(entry))
    .sort((a, b) => b.expectation - a.expectation || a.concept - b.concept)
    .slice(0, rules.coverage.entries);
  const sum = usual.reduce((total, { expectation }) => total + expectation, 0);
  return { entries: usual, mass: Math.max(sum, rules.coverage.mass) };
}

/** floor..1 by how much of the disease's usual picture is there; short lists never reach 1. */
function coverage(
  { rules }: Evidences,
  { entries, mass }: Picture,
  covered: ReadonlyMap<number, number>,
): number {
  const there = entries.reduce(
    (sum, { concept, expectation }) => sum + expectation * (covered.get(concept) ?? 0),
    0,
  );
  const { floor } = rules.coverage;
  return floor + (1 - floor) * (there / mass);
}

/** Share of the chief complaint, by information, that the disease explains; 1 when there is none. */
function explainedComplaint(evidences: Evidences, disease: number, entries: readonly Entry[]): number {
  const { graph, found, observations, chief } = evidences;
  if (chief.size === 0) return 1;
  const explained = new Map<number, number>();
  for (const { concept, rule } of entries) {
    if (!rule.manifestation) continue;
    for (const { observation, share } of found.get(concept) ?? []) {
      if (chief.has(observation)) {
        explained.set(observation, Math.max(explained.get(observation) ?? 0, share));
      }
    }
  }
  let total = 0;
  let part = 0;
  for (const [observation, info] of chief) {
    const itself = observations[observation]!.concept === graph.conceptOf[disease];
    total += info;
    part += info * (itself ? 1 : (explained.get(observation) ?? 0));
  }
  return part / total;
}

/** Expected manifestations of which the record says nothing, the most telling first. */
function missingFindings(
  { graph, rules, denied }: Evidences,
  { entries }: Picture,
  covered: ReadonlyMap<number, number>,
): MissingFinding[] {
  return entries
    .filter(({ concept }) => !covered.has(concept) && !denied.has(concept))
    .map(({ entity, concept, relation, expectation }) => ({
      entity,
      relation,
      weight: expectation * information(graph, concept, rules),
    }))
    .sort((a, b) => b.weight - a.weight || a.entity - b.entity)
    .slice(0, rules.show.missing);
}
