/** Results of batch runs as lines of a file. */
import type { BatchRun } from '../../../shared/domain/batch.ts';
import type { LookRisk } from '../../../shared/domain/second-look.ts';
import type { NerReport } from '../../../shared/domain/training.ts';
import type { AppErrorData } from '../../../shared/result.ts';
import type { Session } from '../session/session.ts';
import type { BatchResult } from './batch.ts';
import type { BatchRecord, BatchSettings } from './processor.ts';

/** Line of an evaluation. `seconds`: that the workers were busy. */
export interface Evaluated {
  readonly report: NerReport;
  readonly documents: number;
  readonly seconds: number;
}

type Any<T> = AsyncIterable<T> | Iterable<T>;

/** A run with its results so far. */
export interface FoundResults {
  readonly run: BatchRun;
  readonly settings: BatchSettings;
  readonly results: Any<BatchResult>;
  /** The records as they were given. */
  readonly records: Any<BatchRecord>;
}

export interface ResultOptions {
  /** Removes places of the second look of this risk and of graver ones. */
  readonly removeFrom?: LookRisk | undefined;
  /** Told of records without a result. @param seq number of the record, from 0 */
  readonly onRefused: (seq: number, error: AppErrorData) => void;
}

/**
 * Yields a line a record; of an evaluation one with the scores.
 * @throws AppError `bad-request` when more places of de-identified records are left undecided than the limits allow
 */
export async function* resultLines(
  session: Session,
  { run: { name, job, workers }, settings, results, records }: FoundResults,
  { removeFrom, onRefused }: ResultOptions,
): AsyncGenerator<unknown> {
  const values = valuesOf(results, onRefused);
  if (job === 'evaluate') {
    const { scoresOf } = await import('./evaluation.ts');
    const seconds = workers.reduce((sum, { busySeconds }) => sum + busySeconds, 0);
    const scores = await scoresOf(values, { dataSet: name, settings, seconds });
    yield { ...scores, seconds } satisfies Evaluated;
  } else if (job === 'deid') {
    const { lookAgain } = await import('./look-again.ts');
    yield* await lookAgain(session, name, settings, { values, records, removeFrom });
  } else for await (const { value } of values) yield value;
}

async function* valuesOf(
  found: Any<BatchResult>,
  onRefused: ResultOptions['onRefused'],
): AsyncGenerator<{ readonly seq: number; readonly value: unknown }> {
  for await (const { seq, outcome } of found) {
    if ('value' in outcome) yield { seq, value: outcome.value };
    else onRefused(seq, outcome.error);
  }
}
