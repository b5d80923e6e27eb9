/** Which expected findings an observation can stand for: itself, narrower and broader ones. */
import { EntityType } from '../../../shared/domain/graph.ts';
import { EVIDENCE_RELATIONS } from '../../db/repositories/evidence.ts';
import type { EvidenceGraph } from './evidence-graph.ts';
import { reach } from './nearness.ts';
import type { Observation, Words } from './observations.ts';
import type { RankingRules, RelationRule } from './rules.ts';

const EXAM = EntityType.options.indexOf('exam');

/** How the observed finding lies to the expected one; `result` is a test whose result denies it. */
export type Direction = 'same' | 'narrower' | 'broader' | 'result';

/** An observation seen from a concept that some disease may expect. */
export interface Match {
  /** Index of the observation. */
  readonly observation: number;
  readonly share: number;
  readonly direction: Direction;
}

/** What scoring needs beside the disease itself; made once per record. */
export interface Evidences {
  readonly graph: EvidenceGraph;
  readonly rules: RankingRules;
  readonly observations: readonly Observation[];
  /** Concept → what was found that is it or near it. */
  readonly found: ReadonlyMap<number, readonly Match[]>;
  /** Concept → what was denied that is it or broader. */
  readonly denied: ReadonlyMap<number, readonly Match[]>;
  /** Per index of `EVIDENCE_RELATIONS`; undefined counts nothing. */
  readonly relations: readonly (RelationRule | undefined)[];
  /** Concepts of results whose test the record reports, maybe in numbers. */
  readonly measured: ReadonlySet<number>;
  /** Information of each chief complaint that some disease could explain, by observation. */
  readonly chief: ReadonlyMap<number, number>;
}

export function gather(
  graph: EvidenceGraph,
  observations: readonly Observation[],
  rules: RankingRules,
): Evidences {
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
    if (observation.chief && isKnown(graph, concept, rules)) {
      chief.set(index, information(graph, concept, rules));
    }
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

/** A 右下腹痛 is a 腹痛, and an unspecified 腹痛 may be the 右下腹痛 expected. */
function nearFound(graph: EvidenceGraph, concept: number, rules: RankingRules): Near[] {
  const { maxSteps, narrower, broader } = rules.nearness;
  const near: Near[] = [{ concept, share: 1, direction: 'same' }];
  for (const [other, steps] of reach(graph.nearness.broader, concept, maxSteps)) {
    if (steps > 0) near.push({ concept: other, share: narrower ** steps, direction: 'narrower' });
  }
  for (const [other, steps] of reach(graph.nearness.narrower, concept, maxSteps)) {
    if (steps > 0) near.push({ concept: other, share: broader ** steps, direction: 'broader' });
  }
  return near;
}

/** No 腹痛 is no 右下腹痛 either, but no 右下腹痛 says nothing about 腹痛. */
function nearDenied(graph: EvidenceGraph, concept: number, rules: RankingRules): Near[] {
  const reached = reach(graph.nearness.narrower, concept, rules.nearness.maxSteps);
  return [...reached].map(([other, steps]) => ({
    concept: other,
    share: 1,
    direction: steps === 0 ? 'same' : 'broader',
  }));
}

/** 肌钙蛋白阴性 denies 肌钙蛋白升高. */
function deniedResults(graph: EvidenceGraph, words: Words, rules: RankingRules): Near[] {
  if (graph.types[words.entity] !== EXAM) return [];
  const results = resultsOf(graph, words, rules.results.raised);
  return results.map((concept) => ({ concept, share: 1, direction: 'result' }));
}

/** Concepts whose name is that of the test and one of the words for a result. */
function resultsOf(graph: EvidenceGraph, { entity }: Words, results: readonly string[]): number[] {
  const test = graph.norms[entity]!;
  return results.flatMap((word) => graph.conceptOfNorm.get(test + word) ?? []);
}

/**
 * Inverse frequency, 0..1: 1 for a finding of one disease, `floor` for one that all share. Smoothed, since lists
 * are never complete: a finding that one disease lists may well belong to others.
 */
export function information(graph: EvidenceGraph, concept: number, rules: RankingRules): number {
  const { floor, smoothing } = rules.information;
  if (graph.diseases < 2) return 1;
  const count = Math.max(1, graph.diseaseCount[concept]!);
  const rarity = Math.log((graph.diseases + smoothing) / (count + smoothing));
  return Math.max(floor, rarity / Math.log((graph.diseases + smoothing) / (1 + smoothing)));
}

/** Whether any disease expects the concept or something near it. */
export function isKnown(graph: EvidenceGraph, concept: number, rules: RankingRules): boolean {
  if (graph.diseaseCount[concept]! > 0) return true;
  for (const [other] of reach(graph.nearness.broader, concept, rules.nearness.maxSteps)) {
    if (graph.diseaseCount[other]! > 0) return true;
  }
  return false;
}
