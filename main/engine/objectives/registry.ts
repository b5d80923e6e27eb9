/** The pre-training objectives by their setting in `shared/domain/pretraining.ts`. */
import type { KnowledgeModel, PairObjective, TokenObjective } from '../../../shared/domain/pretraining.ts';
import { embert } from './embert.ts';
import { hybrid } from './hybrid.ts';
import { kebiolm } from './kebiolm.ts';
import { mlm } from './mlm.ts';
import type { ObjectiveKind } from './objective.ts';
import { pair } from './pair.ts';
import { rtd } from './rtd.ts';
import { smedbert } from './smedbert.ts';

type ObjectiveName = TokenObjective | Exclude<PairObjective, 'none'> | Exclude<KnowledgeModel, 'bert'>;

const OBJECTIVES: Readonly<Record<ObjectiveName, ObjectiveKind>> = {
  mlm,
  rtd,
  hybrid,
  nsp: pair,
  sop: pair,
  smedbert,
  kebiolm,
  embert,
};

/** Settings that say which objectives a run has. */
export interface ObjectiveChoice {
  readonly objective: TokenObjective;
  readonly pair: PairObjective;
  /** Default `bert`. */
  readonly model?: KnowledgeModel | undefined;
}

/** Returns the chosen objectives; the loss is the sum of theirs, and scores are those of the first. */
export function chosenObjectives({
  objective,
  pair: second,
  model = 'bert',
}: ObjectiveChoice): ObjectiveKind[] {
  const names: ObjectiveName[] = [objective];
  if (second !== 'none') names.push(second);
  if (model !== 'bert') names.push(model);
  return names.map((name) => OBJECTIVES[name]);
}
