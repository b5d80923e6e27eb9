/** Scores of entity types as rows of a table. */
import type { NerScores, Score } from '../../../shared/domain/training.ts';

export interface TypeRow {
  readonly type: string;
  readonly exact: Score;
  readonly relaxed: Score | undefined;
}

export type TypeColumn = 'type' | 'support' | `${'exact' | 'relaxed'}.${'precision' | 'recall' | 'f1'}`;
export interface TypeSort {
  readonly column: TypeColumn;
  readonly descending: boolean;
}

export const typeRows = (scores: NerScores): TypeRow[] =>
  Object.entries(scores.perType).map(([type, exact]) => ({
    type,
    exact,
    relaxed: scores.relaxed.perType[type],
  }));

export const sortTypes = (rows: readonly TypeRow[], { column, descending }: TypeSort): TypeRow[] =>
  rows.toSorted((a, b) => {
    const byName = a.type.localeCompare(b.type, 'zh');
    const order = column === 'type' ? byName : columnValue(a, column) - columnValue(b, column);
    return (descending ? -order : order) || byName;
  });

const METRICS = ['precision', 'recall', 'f1'] as const;

function columnValue({ exact, relaxed }: TypeRow, column: Exclude<TypeColumn, 'type'>): number {
  const metric = METRICS.find((name) => column.endsWith(name)) ?? 'support';
  return (column.startsWith('relaxed') ? relaxed?.[metric] : exact[metric]) ?? 0;
}

/** Types of several runs, in the order in which they first come. */
export const allTypes = (scores: readonly NerScores[]): string[] => [
  ...new Set(scores.flatMap(({ perType }) => Object.keys(perType))),
];
