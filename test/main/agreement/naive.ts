/** The coefficients straight from their definitions, character by character and pair by pair; slow and plain. */
import type { LayeredDocument } from '../../../main/agreement/layers.ts';
import type { SpanItem } from '../../../shared/domain/annotation.ts';

/** A value for each character, or none where an annotator did not annotate: one row an annotator. */
export type Codings = readonly (readonly (string | undefined)[])[];

const accepted = (items: LayeredDocument['layers'][number]['items']): SpanItem[] =>
  items.filter((item): item is SpanItem => item.kind === 'span' && item.status === 'accepted');

export const spansOf = (document: LayeredDocument, annotator: string): SpanItem[] | undefined => {
  const found = document.layers.find((layer) => layer.annotator === annotator);
  return found === undefined ? undefined : accepted(found.items);
};

/** The set of types over each character of all documents, as text; `type` alone if given. */
export function codings(
  documents: readonly LayeredDocument[],
  annotators: readonly string[],
  type?: string,
): Codings {
  return annotators.map((annotator) =>
    documents.flatMap((document) => {
      const spans = spansOf(document, annotator);
      return Array.from({ length: document.text.length }, (_, at) =>
        spans === undefined
          ? undefined
          : [
              ...new Set(
                spans
                  .filter((span) => type === undefined || span.type === type)
                  .filter(({ fragments }) => fragments.some(({ start, end }) => start <= at && at < end))
                  .map((span) => span.type),
              ),
            ]
              .sort()
              .join('+'),
      );
    }),
  );
}

export function naiveCohen(left: readonly (string | undefined)[], right: readonly (string | undefined)[]) {
  const both = left.flatMap((value, i) =>
    value === undefined || right[i] === undefined ? [] : [[value, right[i]] as const],
  );
  const observed = both.filter(([a, b]) => a === b).length / both.length;
  let expected = 0;
  for (const value of new Set(both.flat()))
    expected +=
      (both.filter(([a]) => a === value).length / both.length) *
      (both.filter(([, b]) => b === value).length / both.length);
  return both.length === 0 || expected > 1 - 1e-9 ? undefined : (observed - expected) / (1 - expected);
}

const unitsOf = (rows: Codings): string[][] =>
  Array.from({ length: rows[0]!.length }, (_, i) => rows.flatMap((row) => row[i] ?? [])).filter(
    (values) => values.length > 1,
  );

export function naiveFleiss(rows: Codings): number | undefined {
  const units = unitsOf(rows);
  const all = units.flat();
  const observed =
    units
      .map((values) => {
        let agreeing = 0;
        for (const [i, a] of values.entries())
          for (const [j, b] of values.entries()) if (i !== j && a === b) agreeing++;
        return agreeing / (values.length * (values.length - 1));
      })
      .reduce((sum, share) => sum + share, 0) / units.length;
  let expected = 0;
  for (const value of new Set(all)) expected += (all.filter((v) => v === value).length / all.length) ** 2;
  return units.length === 0 || expected > 1 - 1e-9 ? undefined : (observed - expected) / (1 - expected);
}

/** Computes alpha from the coincidence matrix (Krippendorff 2011). */
export function naiveAlpha(rows: Codings): number | undefined {
  const units = unitsOf(rows);
  const all = units.flat();
  let observed = 0;
  for (const values of units)
    for (const [i, a] of values.entries())
      for (const [j, b] of values.entries()) if (i !== j && a !== b) observed += 1 / (values.length - 1);
  let expected = 0;
  for (const a of new Set(all))
    for (const b of new Set(all))
      if (a !== b)
        expected +=
          (all.filter((v) => v === a).length * all.filter((v) => v === b).length) / (all.length - 1);
  return expected === 0 ? undefined : 1 - observed / expected;
}

interface Unit {
  readonly start: number;
  readonly end: number;
  /** Empty for a gap. */
  readonly value: string;
}

/** A continuum cut at every border of every fragment. */
function unitsAlong(spans: readonly SpanItem[], length: number): Unit[] {
  const borders = new Set([
    0,
    length,
    ...spans.flatMap(({ fragments }) => fragments.flatMap((f) => [f.start, f.end])),
  ]);
  const sorted = [...borders].sort((a, b) => a - b);
  return sorted.slice(1).map((end, i) => {
    const start = sorted[i]!;
    const over = spans.filter(({ fragments }) => fragments.some((f) => f.start <= start && start < f.end));
    return { start, end, value: [...new Set(over.map(({ type }) => type))].sort().join('+') };
  });
}

/** uα (eqs. 1-5), |uα (eq. 6) and cuα (eqs. 9-11) of Krippendorff et al. (2016) by every pair of units. */
export function naiveUnitizing(
  documents: readonly LayeredDocument[],
): Record<'unitizing' | 'boundary' | 'coding', number | undefined> {
  const observed = new Map<string, number>();
  const selfOf = new Map<string, number>();
  const codedSelfOf = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, amount: number) =>
    map.set(key, (map.get(key) ?? 0) + amount);
  const values = new Set<string>();
  for (const { text, layers } of documents) {
    const continua = layers.map(({ items }) => unitsAlong(accepted(items), text.length));
    for (const [i, own] of continua.entries())
      for (const unit of own) {
        values.add(unit.value);
        const length = unit.end - unit.start;
        add(selfOf, unit.value, unit.value === '' ? length : length * length);
        let shared = 0;
        for (const [j, other] of continua.entries())
          if (i !== j)
            for (const met of other) {
              const both = Math.max(0, Math.min(unit.end, met.end) - Math.max(unit.start, met.start));
              add(observed, `${unit.value}/${met.value}`, both / (layers.length - 1));
              if (met.value !== '') shared += both / (layers.length - 1);
            }
        if (unit.value !== '') add(codedSelfOf, unit.value, shared * shared);
      }
  }
  const alpha = (
    names: readonly string[],
    coincidence: (c: string, k: string) => number,
    self: (c: string) => number,
  ): number | undefined => {
    const row = (c: string): number => names.reduce((sum, k) => sum + coincidence(c, k), 0);
    const total = names.reduce((sum, c) => sum + row(c), 0);
    const pairs = total - names.reduce((sum, c) => sum + self(c), 0) / total;
    let [differing, expected] = [0, 0];
    for (const c of names)
      for (const k of names)
        if (c !== k) {
          differing += coincidence(c, k);
          expected += (row(c) * row(k)) / pairs;
        }
    return total > 0 && pairs > 1e-9 && expected > 1e-9 ? 1 - differing / expected : undefined;
  };
  const all = [...values];
  const marked = all.filter((value) => value !== '');
  const at = (c: string, k: string): number => observed.get(`${c}/${k}`) ?? 0;
  const group = (side: string): string[] => (side === 'gap' ? [''] : marked);
  return {
    unitizing: alpha(all, at, (c) => selfOf.get(c) ?? 0),
    boundary: alpha(
      ['gap', 'marked'],
      (c, k) => group(c).reduce((sum, a) => sum + group(k).reduce((inner, b) => inner + at(a, b), 0), 0),
      (c) => group(c).reduce((sum, a) => sum + (selfOf.get(a) ?? 0), 0),
    ),
    coding: alpha(marked, at, (c) => codedSelfOf.get(c) ?? 0),
  };
}

/** The size of a largest matching, by trying everything. */
export function naiveMatching(left: readonly SpanItem[], right: readonly SpanItem[]): number {
  const [first, ...rest] = left;
  if (first === undefined) return 0;
  let best = naiveMatching(rest, right);
  for (const [j, candidate] of right.entries()) {
    const touches = first.fragments.some((x) =>
      candidate.fragments.some((y) => x.start < y.end && y.start < x.end),
    );
    if (touches) best = Math.max(best, 1 + naiveMatching(rest, right.toSpliced(j, 1)));
  }
  return best;
}
