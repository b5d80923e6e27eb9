/** Answers to SPARQL queries over the graph. */
import { z } from 'zod';
import { csvFile } from '../csv.ts';
import { EntityId } from './graph.ts';

/** Seconds that a query may take. */
export const QUERY_SECONDS = 30;
/** Most rows that a window may ask for. */
export const MOST_ROWS = 10_000;

/** A text, empty where the column is unbound, or an entity. */
const QueryCell = z.union([z.string(), z.object({ id: EntityId, name: z.string() })]);
export type QueryCell = z.infer<typeof QueryCell>;

export const QueryAnswer = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(QueryCell)),
  /** Whether there are more rows than were asked for. */
  isCut: z.boolean(),
});
export type QueryAnswer = z.infer<typeof QueryAnswer>;

/** Returns an answer as CSV; a column of entities is followed by one of their names. */
export function answerCsv({ columns, rows }: QueryAnswer): string {
  const named = columns.map((_, n) => rows.some((row) => typeof row[n] === 'object'));
  const head = columns.flatMap((column, n) => (named[n] ? [column, `${column}.name`] : [column]));
  const lines = rows.map((row) =>
    row.flatMap((cell, n) => {
      if (typeof cell === 'object') return [cell.id, cell.name];
      return named[n] ? [cell, ''] : [cell];
    }),
  );
  return csvFile([head, ...lines]);
}
