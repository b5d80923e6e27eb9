/** Compares two models by what each found in every document of a set. */
import type {
  ComparedScore,
  ComparisonOptions,
  DocumentCounts,
  ModelComparison,
} from '../../../shared/domain/comparison.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { COMPARISON_LEVEL } from '../../agreement/compare-models.ts';
import type { Session } from '../session/session.ts';

type ComparedTask = Exclude<ModelCard['task'], 'encoder' | 'relation'>;

/** Scores that are compared; the share of documents that are wholly right says little about entities. */
const SCORES: Readonly<Record<ComparedTask, readonly ComparedScore[]>> = {
  ner: ['f1', 'macroF1'],
  classify: ['accuracy', 'f1', 'macroF1'],
  diagnose: ['accuracy', 'f1', 'macroF1'],
  pair: ['accuracy', 'f1', 'macroF1'],
  nli: ['accuracy', 'f1', 'macroF1'],
  ranking: ['accuracy', 'f1', 'macroF1'],
  normalisation: ['accuracy', 'f1'],
};

interface Comparison {
  readonly task: ComparedTask;
  /** Counts of the same documents by both models. */
  readonly counts: { readonly first: readonly DocumentCounts[]; readonly second: readonly DocumentCounts[] };
  readonly dataSet: string;
  readonly options: ComparisonOptions;
  readonly signal?: AbortSignal;
}

/** Returns the task of two models. @throws AppError `bad-request` when they have different ones or they tag and label no texts */
export function comparedTask(first: ModelCard, second: ModelCard): ComparedTask {
  const { task } = first;
  if (task !== 'encoder' && task !== 'relation' && task === second.task) return task;
  throw new AppError('bad-request', 'models.not-comparable', { first: first.name, second: second.name });
}

/** Tests the differences in a background process. @throws AppError `cancelled` */
export async function compareCounts(
  { background }: Session,
  { task, counts, dataSet, options, signal }: Comparison,
): Promise<ModelComparison> {
  const input = { ...counts, scores: SCORES[task], options };
  const scores = await background.run('compareModels', input, signal === undefined ? {} : { signal });
  return { ...options, dataSet, documents: counts.first.length, level: COMPARISON_LEVEL, scores };
}
