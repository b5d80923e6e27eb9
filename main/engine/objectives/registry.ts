/** The pre-training objectives by their setting in `shared/domain/pretraining.ts`. */
import type { PairObjective, TokenObjective } from '../../../shared/domain/pretraining.ts';
import { hybrid } from './hybrid.ts';
import { mlm } from './mlm.ts';
import type { ObjectiveKind } from './objective.ts';
import { pair } from './pair.ts';
import { rtd } from './rtd.ts';

type ObjectiveName = TokenObjective | Exclude<PairObjective, 'none'>;

const OBJECTIVES: Readonly<Record<ObjectiveName, ObjectiveKind>> = { mlm, rtd, hybrid, nsp: pair, sop: pair };

/** Settings that say which objectives a run has. */
export interface ObjectiveChoice {
  readonly objective: TokenObjective;
  readonly pair: PairObjective;
}

/** Returns the chosen objectives; the loss is the sum of theirs, and scores are those of the first. */
export const chosenObjectives = ({ objective, pair: second }: ObjectiveChoice): readonly ObjectiveKind[] =>
  (second === 'none' ? [objective] : [objective, second]).map((name) => OBJECTIVES[name]);
