/** Which expected findings an observation can stand for: itself, narrower and broader ones. */
import { EVIDENCE_RELATIONS } from '../db/repositories/evidence.ts';
import type { EvidenceGraph } from './evidence.ts';
import { reach } from './rank-nearness.ts';
import type { Observation } from './rank-observations.ts';
import type { RankingRules, RelationRule } from './rank-rules.ts';

/** How the observed finding lies to the expected one. */
export type Direction = 'same' | 'narrower' | 'broader';

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
  observations.forEach((observation, index) => {
    const into = observation.denied > 0 ? denied : found;
    for (const { concept, share, direction } of nearby(graph, observation, rules)) {
      const match = { observation: index, share, direction };
      const known = into.get(concept);
      if (known === undefined) into.set(concept, [match]);
      else known.push(match);
    }
  });
  const chief = new Map<number, number>();
  observations.forEach(({ chief: isChief, concept }, index) => {
    if (isChief && isKnown(graph, concept, rules)) chief.set(index, information(graph, concept, rules));
  });
  const relations = EVIDENCE_RELATIONS.map((name) => rules.relations[name]);
  return { graph, rules, observations, found, denied, relations, chief };
}

/** Concepts for which an observation speaks, and how much of it. */
function nearby(
  graph: EvidenceGraph,
  { concept, denied }: Observation,
  rules: RankingRules,
): { concept: number; share: number; direction: Direction }[] {
  const { maxSteps, narrower, broader } = rules.nearness;
  const found: { concept: number; share: number; direction: Direction }[] = [
    { concept, share: 1, direction: 'same' },
  ];
  // A 右下腹痛 is a 腹痛; a denied one says nothing about 腹痛.
  if (denied === 0) {
    for (const [other, steps] of reach(graph.nearness.broader, concept, maxSteps)) {
      if (steps > 0) found.push({ concept: other, share: narrower ** steps, direction: 'narrower' });
    }
  }
  // An unspecified 腹痛 may be the 右下腹痛 expected; a denied 腹痛 denies it outright.
  for (const [other, steps] of reach(graph.nearness.narrower, concept, maxSteps)) {
    const share = denied > 0 ? 1 : broader ** steps;
    if (steps > 0) found.push({ concept: other, share, direction: 'broader' });
  }
  return found;
}

/** Inverse frequency, 0..1: 1 for a finding of one disease, `minInformation` for one that all share. */
export function information(graph: EvidenceGraph, concept: number, rules: RankingRules): number {
  const count = Math.max(1, graph.diseaseCount[concept]!);
  if (graph.diseases < 2) return 1;
  return Math.max(rules.minInformation, 1 - Math.log(count) / Math.log(graph.diseases));
}

/** Whether any disease expects the concept or something near it. */
export function isKnown(graph: EvidenceGraph, concept: number, rules: RankingRules): boolean {
  if (graph.diseaseCount[concept]! > 0) return true;
  for (const [other] of reach(graph.nearness.broader, concept, rules.nearness.maxSteps)) {
    if (graph.diseaseCount[other]! > 0) return true;
  }
  return false;
}
