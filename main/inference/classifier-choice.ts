/** Classifier to predict with. */
import type { PredictorCard } from '../../shared/domain/prediction.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import type { ModelChoice } from './model-slot.ts';

export type ClassifierChoice = ModelChoice & PredictorCard;

/** Returns the model if it is a classifier, else `undefined`. */
export function classifierOf(card: ModelCard): ClassifierChoice | undefined {
  if (card.task !== 'classify' && card.task !== 'diagnose') return undefined;
  return { ...card, task: card.task };
}
