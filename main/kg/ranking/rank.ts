/**
 * Ranks diseases by evidence for and against them in a record. Not a trained model: the score measures how well the
 * record fits the graph's description of the disease and is no probability. Formula and sources:
 * docs/diagnosis-ranking.md.
 */
import { invariant } from '../../../shared/assert.ts';
import type { Candidate, Diagnosis, Evidence } from '../../../shared/domain/diagnosis.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { EVIDENCE_RELATIONS } from '../../db/repositories/evidence.ts';
import type { EvidenceGraph } from './evidence-graph.ts';
import { collectEvidence, information, isKnown, type RecordEvidence } from './match.ts';
import { collectObservations, type Documented } from './observations.ts';
import { type Plausibility, plausibility } from './plausibility.ts';
import type { RankingRules } from './rules.ts';
import { type Contribution, hasManifestations, scoreDisease, supportBounds } from './score.ts';
import { byPoints, type Scored, sameName, select } from './select.ts';
import { buildSilenceTest, type SilenceTest } from './silence.ts';
import { buildSpokenTest, type SpokenTest } from './spoken.ts';

export { loadRankingRules, RankingRules } from './rules.ts';

/** Relation of evidence that the record itself names the disease. */
const DOCUMENTED = 'Documented';

/** Steps in evidence paths from the words of the record to the expected finding. */
const STEPS = { narrower: 'IsA', broader: 'BroaderThan', result: 'NegativeResult' } as const;

interface Ranked extends Scored {
  readonly documented: Documented | undefined;
  readonly documentedPoints: number;
  readonly plausibility: Plausibility;
}

export interface RankingOptions {
  /** Number of candidates; diseases that the record itself names come on top of it. */
  readonly top: number;
  /** The record: what it speaks of in other words than names of the graph is then not called missing. */
  readonly text?: string;
}

/** Ranks diseases. Pure: independent of the order of mentions. */
export function rankDiagnoses(
  graph: EvidenceGraph,
  annotation: TextAnalysis,
  rules: RankingRules,
  options: RankingOptions,
): Diagnosis {
  const { observations, documented } = collectObservations(graph, annotation, rules, options.text);
  const evidence = collectEvidence(graph, observations, rules);
  const findings = observations.filter(({ concept }) => isKnown(graph, concept, rules)).length;
  const best = rankBest(evidence, documented, annotation, options.top);
  const abstained = thinEvidence(evidence, documented, best[0]?.points ?? 0);
  if (abstained !== undefined) return { candidates: [], abstained, findings };
  const text = options.text ?? '';
  const tests = { spoken: buildSpokenTest(text, annotation, rules), missable: buildSilenceTest(text, rules) };
  const listed = [...best, ...namedBesides(evidence, documented, annotation, best)];
  return { candidates: listed.map((scored) => toCandidate(evidence, scored, tests)), findings };
}

/** Returns the diseases that the record firmly names and that are not listed yet. */
function namedBesides(
  evidence: RecordEvidence,
  documented: ReadonlyMap<number, Documented>,
  annotation: TextAnalysis,
  best: readonly Ranked[],
): Ranked[] {
  const { graph, rules } = evidence;
  const named: Ranked[] = [];
  for (const [disease, item] of documented) {
    if (item.strength < rules.documented.listed) continue;
    if (!best.some((one) => sameName(graph, one.disease, disease)))
      named.push(rankOne(evidence, disease, item, annotation));
  }
  return named.filter(({ points }) => points > 0).sort(byPoints);
}

/** Diseases scored between two checks of the bound. */
const BATCH = 128;

/**
 * Returns the same list as scoring every disease: scores by falling bound until no remaining bound can reach the
 * list.
 */
function rankBest(
  evidence: RecordEvidence,
  documented: ReadonlyMap<number, Documented>,
  annotation: TextAnalysis,
  top: number,
): Ranked[] {
  const { graph, rules } = evidence;
  const bounds = supportBounds(evidence);
  for (const [disease, { strength }] of documented) {
    // A disease without manifestations in the graph cannot be judged; firmly named ones are listed all the same.
    if (!hasManifestations(graph, disease)) continue;
    bounds.set(disease, (bounds.get(disease) ?? 0) + Math.max(0, strength) * rules.documented.points);
  }
  const largestFactor = Math.max(...Object.values(rules.frequency));
  const open = [...bounds].sort((a, b) => b[1] - a[1]);
  const ranked: Ranked[] = [];
  for (let from = 0; from < open.length; from += BATCH) {
    for (const [disease] of open.slice(from, from + BATCH)) {
      const scored = rankOne(evidence, disease, documented.get(disease), annotation);
      if (scored.points > 0) ranked.push(scored);
    }
    ranked.sort(byPoints);
    const reachable = largestFactor * (open[from + BATCH]?.[1] ?? 0);
    const settled = ranked.filter(({ points }) => points > reachable);
    const chosen = select(graph, settled, top, rules);
    if (chosen.length === top) return chosen;
  }
  return select(graph, ranked, top, rules);
}

function rankOne(
  evidence: RecordEvidence,
  disease: number,
  documented: Documented | undefined,
  { patient }: TextAnalysis,
): Ranked {
  const { graph, rules } = evidence;
  const fit = scoreDisease(evidence, disease);
  const strength = documented?.strength ?? 0;
  const { points, denied, unexplained } = rules.documented;
  const documentedPoints =
    strength < 0 ? strength * denied : strength * points * (unexplained + (1 - unexplained) * fit.explained);
  const fits = plausibility(graph, disease, patient, rules);
  // An impossible disease is shown only when the record names it, so that somebody checks.
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

/** Returns why nothing should be suggested, or undefined. A disease that the record firmly names is evidence enough. */
function thinEvidence(
  { graph, rules, observations }: RecordEvidence,
  documented: ReadonlyMap<number, Documented>,
  bestPoints: number,
): Message | undefined {
  const { thin } = rules;
  for (const { strength } of documented.values()) if (strength >= thin.strength) return undefined;
  const positive = observations
    .filter(({ concept, current }) => current >= thin.strength && isKnown(graph, concept, rules))
    .map(({ concept, current }) => current * information(graph, concept, rules));
  if (positive.length === 0) return message('diagnosis.no-finding');
  if (positive.length < thin.findings && !positive.some((info) => info >= thin.specific))
    return message('diagnosis.few-findings', { count: positive.length });
  const sum = positive.reduce((total, info) => total + info, 0);
  if (sum < thin.information || bestPoints < thin.points) return message('diagnosis.unspecific');
  return undefined;
}

interface MissingTests {
  readonly spoken: SpokenTest;
  readonly missable: SilenceTest;
}

function toCandidate(
  evidence: RecordEvidence,
  ranked: Ranked,
  { spoken, missable }: MissingTests,
): Candidate {
  const { graph, rules } = evidence;
  const { disease, fit, points, documented, documentedPoints } = ranked;
  const named =
    documented === undefined ? [] : [documentedEvidence(graph, disease, documented, documentedPoints)];
  const found = fit.found.map((item) => toEvidence(evidence, disease, item, 1));
  const denied = fit.denied.map((item) => toEvidence(evidence, disease, item, -1));
  const missing = fit.missing
    .filter(({ entity, weight }) => {
      const names = [graph.norms[entity]!, ...(graph.aliases.get(entity) ?? [])];
      if (weight < rules.show.missingWeight) return false;
      return missable(graph.summary(entity).type, names) && !spoken(names);
    })
    .slice(0, rules.show.missing);
  return {
    entity: graph.summary(disease),
    score: (100 * points) / (points + rules.score.half),
    urgent: graph.facts.urgent.has(disease),
    ...(documented === undefined ? {} : { documented: documented.assertion }),
    for: documentedPoints > 0 ? [...named, ...found] : found,
    against: documentedPoints < 0 ? [...named, ...denied] : denied,
    missing: missing.map(({ entity, relation, weight }) => ({
      entity: graph.summary(entity),
      relation: EVIDENCE_RELATIONS[relation]!,
      weight,
      spans: [],
      path: [graph.names[entity]!, EVIDENCE_RELATIONS[relation]!, graph.names[disease]!],
      ...(graph.isPredicted(disease, relation, entity) && { predicted: true }),
    })),
    ...(ranked.plausibility.reason === undefined ? {} : { implausible: ranked.plausibility.reason }),
  };
}

const documentedEvidence = (
  graph: EvidenceGraph,
  disease: number,
  { assertion, spans }: Documented,
  weight: number,
): Evidence => ({
  entity: graph.summary(disease),
  relation: DOCUMENTED,
  assertion,
  weight,
  spans: sortSpans(spans),
  path: [graph.names[disease]!],
});

function toEvidence(
  { graph, observations }: RecordEvidence,
  disease: number,
  { observation, entity, relation, direction, weight }: Contribution,
  sign: 1 | -1,
): Evidence {
  const { found, denied } = observations[observation]!;
  const said = sign > 0 ? found : denied;
  invariant(said !== undefined, `toEvidence: observation ${observation} has no words on side ${sign}`);
  const edge = [graph.names[entity]!, EVIDENCE_RELATIONS[relation]!, graph.names[disease]!];
  return {
    entity: graph.summary(said.entity),
    relation: EVIDENCE_RELATIONS[relation]!,
    assertion: said.assertion,
    weight: sign * weight,
    spans: sortSpans(said.spans),
    path: direction === 'same' ? edge : [graph.names[said.entity]!, STEPS[direction], ...edge],
    ...(graph.isPredicted(disease, relation, entity) && { predicted: true }),
  };
}

const sortSpans = (spans: readonly Span[]): Span[] =>
  [...spans].sort((a, b) => a.start - b.start || a.end - b.end).map(({ start, end }) => ({ start, end }));
