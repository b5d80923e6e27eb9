/**
 * Ranks diseases by the evidence that a record holds for and against them. No trained model: the score says how
 * well the record fits the graph's picture of the disease and is no probability. Formula and sources:
 * docs/diagnosis-ranking.md.
 */

import { invariant } from '../../shared/assert.ts';
import type { Candidate, Diagnosis, Evidence } from '../../shared/domain/diagnosis.ts';
import type { Annotation } from '../../shared/domain/mention.ts';
import { EVIDENCE_RELATIONS } from '../db/repositories/evidence.ts';
import type { EvidenceGraph } from './evidence.ts';
import { type Evidences, gather, information, isKnown } from './rank-match.ts';
import { type Documented, observe, type Span } from './rank-observations.ts';
import { type Plausibility, plausibility } from './rank-plausibility.ts';
import type { RankingRules } from './rank-rules.ts';
import { type Contribution, candidateDiseases, hasPicture, scoreDisease } from './rank-score.ts';
import { byPoints, type Scored, select } from './rank-select.ts';

export { loadRankingRules, RankingRules } from './rank-rules.ts';

/** `relation` of the evidence that the record itself names the disease. */
export const DOCUMENTED = 'Documented';

interface Ranked extends Scored {
  readonly documented: Documented | undefined;
  readonly documentedPoints: number;
  readonly plausibility: Plausibility;
}

/** Pure: the same graph, annotation and rules give the same answer, whatever the order of the mentions. */
export function rankDiagnoses(
  graph: EvidenceGraph,
  annotation: Annotation,
  rules: RankingRules,
  options: { readonly top: number },
): Diagnosis {
  const { observations, documented } = observe(graph, annotation, rules);
  const evidences = gather(graph, observations, rules);
  const findings = observations.filter(({ concept }) => isKnown(graph, concept, rules)).length;
  const diseases = candidateDiseases(evidences);
  // A disease of which the graph has no picture cannot be judged, whatever the record calls it.
  for (const disease of documented.keys()) if (hasPicture(graph, disease)) diseases.add(disease);
  const ranked: Ranked[] = [];
  for (const disease of diseases) {
    const scored = rankOne(evidences, disease, documented.get(disease), annotation);
    if (scored.points > 0) ranked.push(scored);
  }
  ranked.sort(byPoints);
  const abstained = thinEvidence(evidences, documented, ranked[0]?.points ?? 0);
  if (abstained !== undefined) return { candidates: [], abstained, findings };
  const chosen = select(graph, ranked, options.top, rules);
  return { candidates: chosen.map((scored) => toCandidate(evidences, scored)), findings };
}

function rankOne(
  evidences: Evidences,
  disease: number,
  documented: Documented | undefined,
  { patient }: Annotation,
): Ranked {
  const { graph, rules } = evidences;
  const fit = scoreDisease(evidences, disease);
  const strength = documented?.strength ?? 0;
  const { points, denied, unexplained } = rules.documented;
  const documentedPoints =
    strength < 0 ? strength * denied : strength * points * (unexplained + (1 - unexplained) * fit.explained);
  const fits = plausibility(graph, disease, patient, rules);
  // An impossible disease is shown only because the record names it, so that somebody looks.
  const factor = fits.factor === 0 && strength > 0 ? rules.plausibility.sexFactor : fits.factor;
  const frequency = rules.frequency[graph.facts.frequency.get(disease) ?? 'unknown'];
  return {
    disease,
    fit,
    points: (fit.points + documentedPoints) * (frequency ?? rules.frequency.unknown) * factor,
    named: strength > 0,
    documented,
    documentedPoints,
    plausibility: fits,
  };
}

/** Why nothing should be suggested, or undefined. A disease that the record firmly names is evidence enough. */
function thinEvidence(
  { graph, rules, observations }: Evidences,
  documented: ReadonlyMap<number, Documented>,
  bestPoints: number,
): string | undefined {
  const { thin } = rules;
  for (const { strength } of documented.values()) if (strength >= thin.strength) return undefined;
  const positive = observations.filter(
    ({ concept, current }) => current >= thin.strength && isKnown(graph, concept, rules),
  );
  if (positive.length < thin.findings) {
    return positive.length === 0
      ? '病历中没有可用于推断的阳性发现，暂不给出诊断建议'
      : `可用于推断的阳性发现过少（仅${positive.length}项），暂不给出诊断建议`;
  }
  const informative = positive.reduce(
    (sum, { concept, current }) => sum + current * information(graph, concept, rules),
    0,
  );
  if (informative < thin.information || bestPoints < thin.points) {
    return '已有发现缺乏特异性，许多疾病均可出现，暂不给出诊断建议';
  }
  return undefined;
}

function toCandidate(evidences: Evidences, ranked: Ranked): Candidate {
  const { graph, rules } = evidences;
  const { disease, fit, points, documented, documentedPoints } = ranked;
  const named =
    documented === undefined ? [] : [documentedEvidence(graph, disease, documented, documentedPoints)];
  const found = fit.found.map((item) => toEvidence(evidences, disease, item, 1));
  const denied = fit.denied.map((item) => toEvidence(evidences, disease, item, -1));
  return {
    entity: graph.summary(disease),
    score: (100 * points) / (points + rules.score.half),
    urgent: graph.facts.urgent.has(disease),
    ...(documented === undefined ? {} : { documented: documented.assertion }),
    for: documentedPoints > 0 ? [...named, ...found] : found,
    against: documentedPoints < 0 ? [...named, ...denied] : denied,
    missing: fit.missing.map(({ entity, relation, weight }) => ({
      entity: graph.summary(entity),
      relation: EVIDENCE_RELATIONS[relation]!,
      weight,
      spans: [],
      path: [graph.names[entity]!, EVIDENCE_RELATIONS[relation]!, graph.names[disease]!],
    })),
    ...(ranked.plausibility.reason === undefined ? {} : { implausible: ranked.plausibility.reason }),
  };
}

function documentedEvidence(
  graph: EvidenceGraph,
  disease: number,
  { assertion, spans }: Documented,
  weight: number,
): Evidence {
  return {
    entity: graph.summary(disease),
    relation: DOCUMENTED,
    assertion,
    weight,
    spans: sortSpans(spans),
    path: [graph.names[disease]!],
  };
}

function toEvidence(
  { graph, observations }: Evidences,
  disease: number,
  { observation, entity, relation, direction, weight }: Contribution,
  sign: 1 | -1,
): Evidence {
  const { found, denied } = observations[observation]!;
  const said = sign > 0 ? found : denied;
  invariant(said !== undefined, `toEvidence: observation ${observation} has no words on side ${sign}`);
  const edge = [graph.names[entity]!, EVIDENCE_RELATIONS[relation]!, graph.names[disease]!];
  const step = direction === 'narrower' ? 'IsA' : 'BroaderThan';
  return {
    entity: graph.summary(said.entity),
    relation: EVIDENCE_RELATIONS[relation]!,
    assertion: said.assertion,
    weight: sign * weight,
    spans: sortSpans(said.spans),
    path: direction === 'same' ? edge : [graph.names[said.entity]!, step, ...edge],
  };
}

function sortSpans(spans: readonly Span[]): { start: number; end: number }[] {
  return [...spans]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end }) => ({ start, end }));
}
