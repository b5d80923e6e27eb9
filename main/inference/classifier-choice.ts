/** Classifier to predict with. */
import { ClassifyTask } from '../../shared/domain/classification.ts';
import type { PredictorCard } from '../../shared/domain/prediction.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import type { ModelChoice } from './model-slot.ts';

export type ClassifierChoice = ModelChoice & PredictorCard;

/** Returns the model if it is a classifier, else `undefined`. */
export function classifierOf(card: ModelCard): ClassifierChoice | undefined {
  const task = ClassifyTask.safeParse(card.task);
  return task.success ? { ...card, task: task.data } : undefined;
}
