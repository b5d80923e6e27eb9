/** Compares suggestions of the knowledge graph with labels of a model. */
import type { PredictedLabel, TextPrediction } from '../../shared/domain/prediction.ts';

/** The model's verdict on a suggestion. */
type CandidateVerdict =
  /** It gives the text that label too. */
  | 'agree'
  /** It has a label for the disease, which it does not give. */
  | 'doubt'
  /** None of its labels stands for the disease. */
  | 'unknown'
  /** It abstains. */
  | 'silent';

export interface CandidateOpinion {
  readonly verdict: CandidateVerdict;
  /** The most probable of its labels that stand for the disease. */
  readonly label: PredictedLabel | undefined;
}

export function opinionOn(entityId: number, { labels, abstained }: TextPrediction): CandidateOpinion {
  const own = labels.filter((label) => standsFor(label, entityId));
  const label = own.find(({ holds }) => holds) ?? own[0];
  if (label === undefined) return { verdict: 'unknown', label };
  if (abstained !== undefined) return { verdict: 'silent', label };
  return { verdict: label.holds ? 'agree' : 'doubt', label };
}

const standsFor = ({ link }: PredictedLabel, entityId: number): boolean =>
  link !== undefined && (link.entity.id === entityId || link.others.includes(entityId));

/** The graph's view of a label. */
type LabelVerdict =
  /** It suggests the disease too. */
  | 'agree'
  /** It knows the disease and does not suggest it. */
  | 'only-model'
  /** No disease of the graph fits the label. */
  | 'unmatched'
  /** The model itself does not give the label. */
  | 'not-given'
  | 'silent';

export interface LabelOpinion {
  readonly verdict: LabelVerdict;
  /** Place of the disease among the suggestions, from 1. */
  readonly rank: number | undefined;
}

/** @param suggested diseases by id, the best first */
export function opinionOnLabel(
  label: PredictedLabel,
  suggested: readonly number[],
  abstained: boolean,
): LabelOpinion {
  const at = suggested.findIndex((id) => standsFor(label, id));
  const rank = at < 0 ? undefined : at + 1;
  if (label.link === undefined) return { verdict: 'unmatched', rank };
  if (abstained) return { verdict: 'silent', rank };
  if (!label.holds) return { verdict: 'not-given', rank };
  return { verdict: rank === undefined ? 'only-model' : 'agree', rank };
}

const LEAST_SHOWN = 3;

/** The labels given, and at least the first few. */
export const shownLabels = (labels: readonly PredictedLabel[]): readonly PredictedLabel[] =>
  labels.filter(({ holds }, i) => holds || i < LEAST_SHOWN);

/** 1, 2 or 3: how much words move, beside those that move most. */
export function strengthOf(weight: number, heaviest: number): 1 | 2 | 3 {
  const share = heaviest === 0 ? 0 : Math.abs(weight) / heaviest;
  return share > 2 / 3 ? 3 : share > 1 / 3 ? 2 : 1;
}
