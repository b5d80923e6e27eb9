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

export function typeRows(scores: NerScores): TypeRow[] {
  return Object.entries(scores.perType).map(([type, exact]) => ({
    type,
    exact,
    relaxed: scores.relaxed.perType[type],
  }));
}

export function sortTypes(rows: readonly TypeRow[], { column, descending }: TypeSort): TypeRow[] {
  return [...rows].sort((a, b) => {
    const order = compare(a, b, column);
    return (descending ? -order : order) || a.type.localeCompare(b.type, 'zh');
  });
}

function compare(a: TypeRow, b: TypeRow, column: TypeColumn): number {
  if (column === 'type') return a.type.localeCompare(b.type, 'zh');
  return columnValue(a, column) - columnValue(b, column);
}

function columnValue({ exact, relaxed }: TypeRow, column: Exclude<TypeColumn, 'type'>): number {
  switch (column) {
    case 'support':
      return exact.support;
    case 'exact.precision':
      return exact.precision;
    case 'exact.recall':
      return exact.recall;
    case 'exact.f1':
      return exact.f1;
    case 'relaxed.precision':
      return relaxed?.precision ?? 0;
    case 'relaxed.recall':
      return relaxed?.recall ?? 0;
    case 'relaxed.f1':
      return relaxed?.f1 ?? 0;
  }
}

/** Types of several runs, in the order in which they first come. */
export function allTypes(scores: readonly NerScores[]): string[] {
  return [...new Set(scores.flatMap(({ perType }) => Object.keys(perType)))];
}
