/** Entities of an ensemble of taggers: spans by the weighted mean of their confidences. */
import { HEADS } from '../../../../shared/domain/networks.ts';
import type { TaggerEnsembleFile } from '../../io/model-files.ts';
import { decodeEntities, type PredictedEntity } from './decode.ts';
import { spanProbabilities } from './span-probabilities.ts';

export interface Voting {
  /** Share of each member; they add up to 1. */
  readonly weights: readonly number[];
  /** Least mean confidence of an entity; a member that does not find it counts as 0. */
  readonly threshold: number;
  /** Whether entities may overlap; else the surest one of those that do is kept. */
  readonly nested: boolean;
  /** Returns a member's spans of a text with their confidences. */
  readonly decode: typeof decodeEntities;
}

type Model = TaggerEnsembleFile['model'];

/** Returns whether an entity of a member may overlap another. */
export const mayNest = (members: Model['members']): boolean =>
  members.some(({ config }) => HEADS[config.model.head].nested);

export const ensembleVoting = ({
  members,
  threshold,
  average,
  nested = mayNest(members),
}: Model): Voting => ({
  weights: members.map(({ weight }) => weight),
  threshold,
  nested,
  decode: average === 'spans' ? spanProbabilities : decodeEntities,
});

/**
 * Returns entities in order of place, longer ones first.
 * @param found spans of one text by each member
 */
export function voteSpans(
  found: readonly (readonly PredictedEntity[])[],
  { weights, threshold, nested }: Omit<Voting, 'decode'>,
): PredictedEntity[] {
  const votes = new Map<string, PredictedEntity>();
  for (const [member, entities] of found.entries())
    for (const { start, end, type, confidence } of entities) {
      const key = `${start} ${end} ${type}`;
      const before = votes.get(key)?.confidence ?? 0;
      votes.set(key, { start, end, type, confidence: Math.min(1, before + weights[member]! * confidence) });
    }
  const kept: PredictedEntity[] = [];
  for (const entity of [...votes.values()].sort((a, b) => b.confidence - a.confidence)) {
    if (entity.confidence < threshold) break;
    if (nested || !kept.some((other) => other.start < entity.end && entity.start < other.end))
      kept.push(entity);
  }
  return kept.sort((a, b) => a.start - b.start || b.end - a.end);
}
