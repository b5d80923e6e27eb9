/** Scores one disease against the observations of a record. Formula and reasons: docs/diagnosis-ranking.md. */
import type { EvidenceGraph } from './evidence-graph.ts';
import { type Direction, information, type RecordEvidence } from './match.ts';
import type { Observation } from './observations.ts';
import type { RelationRule } from './rules.ts';
import { listOf } from './sparse-rows.ts';

/** Effect of one observation on the disease. `entity` is the expected finding. */
export interface Contribution {
  readonly observation: number;
  readonly entity: number;
  readonly relation: number;
  readonly direction: Direction;
  readonly weight: number;
}

interface MissingFinding {
  readonly entity: number;
  readonly relation: number;
  readonly weight: number;
}

export interface Fit {
  readonly found: readonly Contribution[];
  readonly denied: readonly Contribution[];
  readonly missing: readonly MissingFinding[];
  /** Share of the chief complaint that the disease explains; 1 without one. */
  readonly explained: number;
  /** Supporting evidence times its factors, minus contrary evidence; at least 0. */
  readonly points: number;
}

/** Entry of the disease's lists with a weighted relation. */
interface Entry {
  readonly entity: number;
  readonly concept: number;
  readonly relation: number;
  readonly rule: RelationRule;
  /** Relation weight times typicality. */
  readonly expectation: number;
}

/**
 * Returns the diseases supported by any finding, each with an upper bound of its points: as if every finding were
 * the most typical one of the heaviest relation. Cheap, and sufficient for most of a large graph.
 */
export function supportBounds({
  graph,
  rules,
  observations,
  found,
  relations,
}: RecordEvidence): Map<number, number> {
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

export const hasManifestations = (graph: EvidenceGraph, disease: number): boolean =>
  graph.expected.start[disease + 1]! > graph.expected.start[disease]!;

export function scoreDisease(evidence: RecordEvidence, disease: number): Fit {
  const entries = listEntries(evidence, disease);
  const found = bestPairs(candidatePairs(evidence, entries));
  const covered = coveredConcepts(evidence, entries);
  const manifestations = typicalManifestations(evidence, entries, covered);
  const explained = explainedComplaint(evidence, disease, entries);
  const { floor } = evidence.rules.chiefComplaint;
  const factor = coverage(evidence, manifestations, covered) * (floor + (1 - floor) * explained);
  const support = factor * found.reduce((total, { weight }) => total + weight, 0);
  const denied = denialPoints(support, bestPairs(denials(evidence, entries, manifestations, covered)));
  return {
    explained,
    found,
    denied,
    missing: missingFindings(evidence, manifestations, covered),
    points: denied.reduce((rest, { weight }) => rest - weight, support),
  };
}

/** Converts denied shares into points; together at most `support`. */
function denialPoints(support: number, denied: readonly Contribution[]): Contribution[] {
  const total = denied.reduce((sum, { weight }) => sum + weight, 0);
  const unit = support / Math.max(1, total);
  return denied.map((item) => ({ ...item, weight: item.weight * unit }));
}

/** Returns, per concept, the entry that expects it most. */
function listEntries({ graph, rules, relations }: RecordEvidence, disease: number): Entry[] {
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

/** Possible contribution; `concept` is the expected one. */
interface Pair extends Contribution {
  readonly concept: number;
}

function candidatePairs(evidence: RecordEvidence, entries: readonly Entry[]): Pair[] {
  const { graph, rules, observations } = evidence;
  const pairs: Pair[] = [];
  for (const { entity, concept, relation, rule, expectation } of entries) {
    for (const { observation, share, direction } of evidence.found.get(concept) ?? []) {
      const said = observations[observation]!;
      const strength = strengthFor(said, rule);
      if (strength <= 0) continue;
      // The broader of the two decides: 腹痛 found for an expected 右下腹痛 is worth no more than any 腹痛.
      const info = Math.min(information(graph, concept, rules), information(graph, said.concept, rules));
      const weight = expectation * info * share * strength;
      pairs.push({ observation, entity, concept, relation, direction, weight });
    }
  }
  return pairs;
}

const strengthFor = (observation: Observation, rule: RelationRule): number =>
  rule.uses === 'current' ? observation.current : observation.background;

/**
 * Counts each observation once, for the expectation it fits best, and each expectation once, by its best
 * observation. Allows no second choices: a stronger observation could otherwise displace another and lower the sum.
 */
function bestPairs(pairs: Pair[]): Pair[] {
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
function coveredConcepts(evidence: RecordEvidence, entries: readonly Entry[]): Map<number, number> {
  const covered = new Map<number, number>();
  for (const { concept, rule } of entries) {
    let most = 0;
    for (const { observation, share } of evidence.found.get(concept) ?? []) {
      most = Math.max(most, share * strengthFor(evidence.observations[observation]!, rule));
    }
    if (most > 0) covered.set(concept, most);
  }
  return covered;
}

/**
 * Weights pairs by the share of the typical manifestations they deny. A share rather than a fixed sum: records deny
 * routinely, and ten denials from one phrase must not outweigh the one finding that is present.
 */
function denials(
  { rules, observations, denied }: RecordEvidence,
  entries: readonly Entry[],
  manifestations: Manifestations,
  covered: ReadonlyMap<number, number>,
): Pair[] {
  const pairs: Pair[] = [];
  for (const { entity, concept, relation, rule, expectation } of entries) {
    if (rule.denial === 0 || covered.has(concept)) continue;
    for (const { observation, share, direction } of denied.get(concept) ?? []) {
      const strength = -strengthFor(observations[observation]!, rule);
      if (strength <= 0) continue;
      const weight =
        (rules.denial.weight * rule.denial * expectation * strength * share) / manifestations.mass;
      pairs.push({ observation, entity, concept, relation, direction, weight });
    }
  }
  return pairs;
}

/** Most expected manifestations, and the sum of their expectations, at least the rules' minimum mass. */
interface Manifestations {
  readonly entries: readonly Entry[];
  readonly mass: number;
}

/**
 * Returns the typical manifestations. Omits a test that the record reports as a number (肌钙蛋白 0.02): its finding is
 * neither present nor missing.
 */
function typicalManifestations(
  { rules, measured }: RecordEvidence,
  entries: readonly Entry[],
  covered: ReadonlyMap<number, number>,
): Manifestations {
  const isRead = ({ concept }: Entry) => covered.has(concept) || !measured.has(concept);
  const usual = entries
    .filter((entry) => entry.rule.manifestation && isRead(entry))
    .sort((a, b) => b.expectation - a.expectation || a.concept - b.concept)
    .slice(0, rules.coverage.entries);
  const sum = usual.reduce((total, { expectation }) => total + expectation, 0);
  return { entries: usual, mass: Math.max(sum, rules.coverage.mass) };
}

/** Returns floor..1 by the share of typical manifestations present; short lists never reach 1. */
function coverage(
  { rules }: RecordEvidence,
  { entries, mass }: Manifestations,
  covered: ReadonlyMap<number, number>,
): number {
  const there = entries.reduce(
    (sum, { concept, expectation }) => sum + expectation * (covered.get(concept) ?? 0),
    0,
  );
  const { floor } = rules.coverage;
  return floor + (1 - floor) * (there / mass);
}

/** Returns the share of the chief complaint, by information, that the disease explains; 1 without one. */
function explainedComplaint(evidence: RecordEvidence, disease: number, entries: readonly Entry[]): number {
  const { graph, found, observations, chief } = evidence;
  if (chief.size === 0) return 1;
  const explained = new Map<number, number>();
  for (const { concept, rule } of entries) {
    if (!rule.manifestation) continue;
    for (const { observation, share } of found.get(concept) ?? []) {
      if (chief.has(observation))
        explained.set(observation, Math.max(explained.get(observation) ?? 0, share));
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

/** Returns expected manifestations that the record does not mention, the most informative first. */
const missingFindings = (
  { graph, rules, denied }: RecordEvidence,
  { entries }: Manifestations,
  covered: ReadonlyMap<number, number>,
): MissingFinding[] =>
  entries
    .filter(({ concept }) => !covered.has(concept) && !denied.has(concept))
    .map(({ entity, concept, relation, expectation }) => ({
      entity,
      relation,
      weight: expectation * information(graph, concept, rules),
    }))
    .sort((a, b) => b.weight - a.weight || a.entity - b.entity);
