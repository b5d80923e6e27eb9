/** Compares two models by what each found in every document of a set. */
import type {
  ComparisonOptions,
  DocumentCounts,
  ModelComparison,
} from '../../../shared/domain/comparison.ts';
import { TASKS, type TasksWith, tasksWith } from '../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { COMPARISON_LEVEL } from '../../agreement/compare-models.ts';
import type { Session } from '../session/session.ts';

interface Comparison {
  readonly task: TasksWith<'compared'>;
  /** Counts of the same documents by both models. */
  readonly counts: { readonly first: readonly DocumentCounts[]; readonly second: readonly DocumentCounts[] };
  readonly dataSet: string;
  readonly options: ComparisonOptions;
  readonly signal?: AbortSignal;
}

/** Returns the task of two models. @throws AppError `bad-request` when they have different ones or they tag and label no texts */
export function comparedTask(first: ModelCard, second: ModelCard): TasksWith<'compared'> {
  const task = tasksWith('compared').find((known) => known === first.task);
  if (task !== undefined && task === second.task) return task;
  throw new AppError('bad-request', 'models.not-comparable', { first: first.name, second: second.name });
}

/** Tests the differences in a background process. @throws AppError `cancelled` */
export async function compareCounts(
  { background }: Session,
  { task, counts, dataSet, options, signal }: Comparison,
): Promise<ModelComparison> {
  const input = { ...counts, scores: TASKS[task].compared, options };
  const scores = await background.run('compareModels', input, signal === undefined ? {} : { signal });
  return { ...options, dataSet, documents: counts.first.length, level: COMPARISON_LEVEL, scores };
}
