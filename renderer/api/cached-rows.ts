/** Puts the newest state of a document, job, run or cell into a list that the query cache holds. */
import type { DocumentPage, DocumentSummary } from '../../shared/domain/document.ts';
import type { ExperimentDetail } from '../../shared/domain/experiment.ts';
import type { RunSummary } from '../../shared/domain/training.ts';

/** Returns the page with the document in its newest state; the page itself when the document is not on it. */
export function withDocument(page: DocumentPage, document: DocumentSummary): DocumentPage {
  if (!page.documents.some(({ id }) => id === document.id)) return page;
  return { ...page, documents: page.documents.map((row) => (row.id === document.id ? document : row)) };
}

/** Returns the rows with `row` in its newest state, in their order. */
export const withRow = <Row extends { readonly id: number | string }>(
  rows: readonly Row[],
  row: Row,
  order: (a: Row, b: Row) => number,
): Row[] => [row, ...rows.filter(({ id }) => id !== row.id)].sort(order);

/** Order of rows with the newest number first. */
export const newestFirst = (a: { readonly id: number }, b: { readonly id: number }): number => b.id - a.id;

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
