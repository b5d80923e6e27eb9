/** Matches observations to expected findings: the same, narrower and broader ones. */
import { EntityType } from '../../../shared/domain/graph.ts';
import { EVIDENCE_RELATIONS } from '../../db/repositories/evidence.ts';
import type { EvidenceGraph } from './evidence-graph.ts';
import { conceptsWithin } from './nearness.ts';
import type { Observation, Words } from './observations.ts';
import type { RankingRules, RelationRule } from './rules.ts';

const EXAM = EntityType.options.indexOf('exam');

/** Relation of the observed to the expected finding; `result` is a test whose result denies it. */
export type Direction = 'same' | 'narrower' | 'broader' | 'result';

/** Observation related to a concept that some disease may expect. */
interface Match {
  /** Index of the observation. */
  readonly observation: number;
  readonly share: number;
  readonly direction: Direction;
}

/** Input of scoring that is shared by all diseases; computed once per record. */
export interface RecordEvidence {
  readonly graph: EvidenceGraph;
  readonly rules: RankingRules;
  readonly observations: readonly Observation[];
  /** Concept → observations found that equal it or are near it. */
  readonly found: ReadonlyMap<number, readonly Match[]>;
  /** Concept → observations denied that equal it or are broader. */
  readonly denied: ReadonlyMap<number, readonly Match[]>;
  /** Rules per index of `EVIDENCE_RELATIONS`; `undefined` counts nothing. */
  readonly relations: readonly (RelationRule | undefined)[];
  /** Concepts of results whose test the record reports, possibly as a number. */
  readonly measured: ReadonlySet<number>;
  /** Information of each chief complaint that some disease explains, by observation. */
  readonly chief: ReadonlyMap<number, number>;
}

export function collectEvidence(
  graph: EvidenceGraph,
  observations: readonly Observation[],
  rules: RankingRules,
): RecordEvidence {
  const found = new Map<number, Match[]>();
  const denied = new Map<number, Match[]>();
  const chief = new Map<number, number>();
  const measured = new Set<number>();
  observations.forEach((observation, index) => {
    const { concept } = observation;
    if (observation.found !== undefined) {
      enter(found, index, nearFound(graph, concept, rules));
      if (observation.current > 0) {
        const { raised, other } = rules.results;
        for (const result of resultsOf(graph, observation.found, [...raised, ...other])) measured.add(result);
      }
    }
    if (observation.denied !== undefined) {
      enter(denied, index, nearDenied(graph, concept, rules));
      enter(denied, index, deniedResults(graph, observation.denied, rules));
    }
    if (observation.chief && isKnown(graph, concept, rules))
      chief.set(index, information(graph, concept, rules));
  });
  const relations = EVIDENCE_RELATIONS.map((name) => rules.relations[name]);
  return { graph, rules, observations, found, denied, relations, measured, chief };
}

interface Near {
  readonly concept: number;
  readonly share: number;
  readonly direction: Direction;
}

function enter(into: Map<number, Match[]>, observation: number, nearby: readonly Near[]): void {
  for (const { concept, share, direction } of nearby) {
    const match = { observation, share, direction };
    const known = into.get(concept);
    if (known === undefined) into.set(concept, [match]);
    else known.push(match);
  }
}

/** Expected concepts that a finding supports: 右下腹痛 is a 腹痛, and an unspecified 腹痛 may be the expected 右下腹痛. */
function nearFound(graph: EvidenceGraph, concept: number, rules: RankingRules): Near[] {
  const { maxSteps, narrower, broader } = rules.nearness;
  const near: Near[] = [{ concept, share: 1, direction: 'same' }];
  for (const [other, steps] of conceptsWithin(graph.nearness.broader, concept, maxSteps)) {
    if (steps > 0) near.push({ concept: other, share: narrower ** steps, direction: 'narrower' });
  }
  for (const [other, steps] of conceptsWithin(graph.nearness.narrower, concept, maxSteps)) {
    if (steps > 0) near.push({ concept: other, share: broader ** steps, direction: 'broader' });
  }
  return near;
}

/** Expected concepts that a denial excludes: no 腹痛 means no 右下腹痛, but no 右下腹痛 says nothing about 腹痛. */
function nearDenied(graph: EvidenceGraph, concept: number, rules: RankingRules): Near[] {
  const reached = conceptsWithin(graph.nearness.narrower, concept, rules.nearness.maxSteps);
  return [...reached].map(([other, steps]) => ({
    concept: other,
    share: 1,
    direction: steps === 0 ? 'same' : 'broader',
  }));
}

/** Returns the results that a negative test denies: 肌钙蛋白阴性 denies 肌钙蛋白升高. */
function deniedResults(graph: EvidenceGraph, words: Words, rules: RankingRules): Near[] {
  if (graph.types[words.entity] !== EXAM) return [];
  const results = resultsOf(graph, words, rules.results.raised);
  return results.map((concept) => ({ concept, share: 1, direction: 'result' }));
}

/** Returns concepts named by the test followed by a result word. */
function resultsOf(graph: EvidenceGraph, { entity }: Words, results: readonly string[]): number[] {
  const test = graph.norms[entity]!;
  return results.flatMap((word) => graph.conceptOfNorm.get(test + word) ?? []);
}

/**
 * Returns the inverse frequency in 0..1: 1 for a finding of one disease, `floor` for one of all diseases. Smoothed,
 * since lists are incomplete: a finding listed for one disease may well belong to others.
 */
export function information(graph: EvidenceGraph, concept: number, rules: RankingRules): number {
  const { floor, smoothing } = rules.information;
  if (graph.diseases < 2) return 1;
  const count = Math.max(1, graph.diseaseCount[concept]!);
  const rarity = Math.log((graph.diseases + smoothing) / (count + smoothing));
  return Math.max(floor, rarity / Math.log((graph.diseases + smoothing) / (1 + smoothing)));
}

/** Returns whether any disease expects the concept or a near one. */
export function isKnown(graph: EvidenceGraph, concept: number, rules: RankingRules): boolean {
  if (graph.diseaseCount[concept]! > 0) return true;
  for (const [other] of conceptsWithin(graph.nearness.broader, concept, rules.nearness.maxSteps)) {
    if (graph.diseaseCount[other]! > 0) return true;
  }
  return false;
}
