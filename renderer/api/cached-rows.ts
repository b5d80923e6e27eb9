/** Puts the newest state of a document, job, run or cell into a list that the query cache holds. */
import type { DocumentPage, DocumentSummary } from '../../shared/domain/document.ts';
import type { ExperimentDetail } from '../../shared/domain/experiment.ts';
import type { Job } from '../../shared/domain/system.ts';
import type { RunSummary } from '../../shared/domain/training.ts';

/** Returns the page with the document in its newest state; the page itself when the document is not on it. */
export function withDocument(page: DocumentPage, document: DocumentSummary): DocumentPage {
  if (!page.documents.some(({ id }) => id === document.id)) return page;
  return { ...page, documents: page.documents.map((row) => (row.id === document.id ? document : row)) };
}

/** Returns the jobs with `job` in its newest state, newest first. */
export function mergeJob(jobs: readonly Job[] | undefined, job: Job): Job[] {
  return [job, ...(jobs ?? []).filter(({ id }) => id !== job.id)].sort((a, b) =>
    b.startedAt.localeCompare(a.startedAt),
  );
}

/** Returns the runs with `run` in its newest state, newest first. */
export function mergeRun(runs: readonly RunSummary[] | undefined, run: RunSummary): RunSummary[] {
  return [run, ...(runs ?? []).filter(({ id }) => id !== run.id)].sort((a, b) => b.id - a.id);
}

/** Returns the experiment with the run's cell in its newest state; unchanged when the run is none of its cells. */
export function withCell(
  experiment: ExperimentDetail,
  { id, cell, state, progress }: Pick<RunSummary, 'id' | 'cell' | 'state' | 'progress'>,
): ExperimentDetail {
  if (cell?.experiment !== experiment.id) return experiment;
  const cells = experiment.cells.map((one) =>
    one.number === cell.number
      ? { ...one, runId: id, state, ...(progress === undefined ? {} : { progress }) }
      : one,
  );
  return { ...experiment, cells };
}
