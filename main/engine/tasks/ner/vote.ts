/** Entities of an ensemble of taggers: spans by the weighted mean of their confidences. */
import { HEADS } from '../../../../shared/domain/networks.ts';
import type { TaggerEnsembleFile } from '../../io/model-files.ts';
import type { PredictedEntity } from './decode.ts';

export interface Voting {
  /** Share of each member; they add up to 1. */
  readonly weights: readonly number[];
  /** Least mean confidence of an entity; a member that does not find it counts as 0. */
  readonly threshold: number;
  /** Whether entities may overlap; else the surest one of those that do is kept. */
  readonly nested: boolean;
}

/** Entities may be nested where a member's may. */
export const ensembleVoting = ({
  members,
  threshold,
}: Pick<TaggerEnsembleFile['model'], 'members' | 'threshold'>): Voting => ({
  weights: members.map(({ weight }) => weight),
  threshold,
  nested: members.some(({ config }) => HEADS[config.model.head].nested),
});

/**
 * Returns entities in order of place, longer ones first; those of an only member as they are.
 * @param found entities of one text by each member
 */
export function voteSpans(
  found: readonly (readonly PredictedEntity[])[],
  { weights, threshold, nested }: Voting,
): PredictedEntity[] {
  if (found.length === 1) return [...found[0]!];
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
