/** An agreement report as tables and pictures take it. */
import type {
  AgreementReport,
  CoefficientName,
  DocumentAgreement,
  Estimate,
  PairAgreement,
  TypeAgreement,
} from '../../../../shared/domain/agreement.ts';

/** Measures in the order in which they are explained. */
export const COEFFICIENTS = [
  'exact',
  'relaxed',
  'place',
  'cohen',
  'fleiss',
  'alpha',
  'unitizing',
  'boundary',
  'coding',
] as const satisfies readonly CoefficientName[];

/** Measures that only a pair of annotators has. */
export const PAIR_MEASURES = ['exact', 'relaxed', 'place', 'cohen'] as const;
export type PairMeasure = (typeof PAIR_MEASURES)[number];

/** Measures of a single type; the others equal these. */
export const TYPE_MEASURES = ['exact', 'relaxed', 'cohen', 'fleiss', 'alpha', 'unitizing'] as const;
type TypeMeasure = (typeof TYPE_MEASURES)[number];

export const DOCUMENT_MEASURES = ['exact', 'relaxed', 'alpha', 'unitizing'] as const;

/** Finds what two annotators have together, whichever is asked first; undefined on the diagonal. */
export function pairFinder({ pairs }: AgreementReport): (a: string, b: string) => PairAgreement | undefined {
  const found = new Map(pairs.map((pair) => [JSON.stringify([pair.left, pair.right].sort()), pair]));
  return (a, b) => found.get(JSON.stringify([a, b].sort()));
}

/** Returns the place of an interval on a scale from 0 to 1, in percent; values below 0 lie at 0. */
export function onScale({
  value,
  low,
  high,
}: Estimate): { readonly at: number; readonly from: number; readonly to: number } | undefined {
  if (value === null) return undefined;
  const percent = (x: number): number => 100 * Math.min(1, Math.max(0, x));
  return { at: percent(value), from: percent(low ?? value), to: percent(high ?? value) };
}

export interface Sort<Column extends string> {
  readonly column: Column;
  readonly descending: boolean;
}

export type TypeColumn = 'type' | 'count' | TypeMeasure;
export type DocumentColumn = 'name' | 'spans' | (typeof DOCUMENT_MEASURES)[number];

export function sortTypes(rows: readonly TypeAgreement[], sort: Sort<TypeColumn>): TypeAgreement[] {
  const { column } = sort;
  return sorted(
    rows,
    sort,
    ({ type }) => type,
    (row) => {
      if (column === 'type') return row.type;
      if (column === 'count') return row.counts.reduce((sum, count) => sum + count, 0);
      return row.coefficients[column].value;
    },
  );
}

export const sortDocuments = (
  rows: readonly DocumentAgreement[],
  sort: Sort<DocumentColumn>,
): DocumentAgreement[] =>
  sorted(
    rows,
    sort,
    ({ name }) => name,
    (row) => row[sort.column],
  );

const byName = new Intl.Collator('zh', { numeric: true });

/** Sorts rows without a value to the end, in either direction; ties go by name. */
const sorted = <Row>(
  rows: readonly Row[],
  { descending }: { readonly descending: boolean },
  nameOf: (row: Row) => string,
  valueOn: (row: Row) => string | number | null,
): Row[] =>
  rows.toSorted((a, b) => {
    const [x, y] = [valueOn(a), valueOn(b)];
    const tie = byName.compare(nameOf(a), nameOf(b));
    if (x === null || y === null) return Number(x === null) - Number(y === null) || tie;
    const order = typeof x === 'string' ? byName.compare(x, String(y)) : x - Number(y);
    return (descending ? -order : order) || tie;
  });
