/** The agreement report: every coefficient, overall, by type, by pair and by document. */
import type {
  AgreementReport,
  AttributeAgreement,
  Coefficients,
  DocumentAgreement,
  LabelAgreement,
  PairAgreement,
  RelationAgreement,
  TypeAgreement,
} from '../../shared/domain/agreement.ts';
import type { Item } from '../../shared/domain/annotation.ts';
import { AppError } from '../../shared/result.ts';
import { type BootstrapOptions, type Computed, type Resamples, resample } from './bootstrap.ts';
import {
  boundaryAlpha,
  codingAlpha,
  cohenKappa,
  fleissKappa,
  krippendorffAlpha,
  meanOfPairs,
  pairF1,
  unitizingAlpha,
} from './kappa-and-alpha.ts';
import { acceptedItems, acceptedSpans, checkLayers, type LayeredDocument } from './layers.ts';
import type { Sums } from './scope.ts';
import { SpanScopes } from './span-scopes.ts';
import { JOINT, type Layout } from './tally.ts';
import { AttributeScopes, LabelScopes, RelationScopes, type Work } from './unit-scopes.ts';

export interface AgreementOptions extends Partial<BootstrapOptions> {
  /** Relation types that mean the same from either end. */
  readonly symmetric?: readonly string[];
  /** Order of annotators in the report; order of appearance by default. */
  readonly annotators?: readonly string[];
  readonly onProgress?: OnProgress;
}

/** `comparing` counts documents, `resampling` sets of coefficients. */
type OnProgress = (stage: 'comparing' | 'resampling', done: number, total: number) => void;

/** Document with at least two annotators. */
interface Compared {
  readonly document: LayeredDocument;
  readonly work: readonly Work[];
}

/**
 * Compares accepted items; ignores suggestions. Documents with fewer than two annotators are counted and left out.
 * @throws AppError `bad-input` for layers that cannot be compared, or when no document has two annotators
 */
export function agreementReport(
  documents: readonly LayeredDocument[],
  options: AgreementOptions = {},
): AgreementReport {
  for (const document of documents) checkLayers(document);
  const bootstrap = { samples: 1000, seed: 1, level: 0.95, ...options };
  const several = documents.filter(({ layers }) => layers.length > 1);
  const present = new Set(several.flatMap(({ layers }) => layers.map(({ annotator }) => annotator)));
  const listed = (options.annotators ?? []).filter((name) => present.has(name));
  const names = [...new Set([...listed, ...present])];
  if (names.length < 2) throw new AppError('bad-input', 'agreement.nothing-shared');
  const numbers = new Map(names.map((name, number) => [name, number]));
  const compared = several.map((document) => ({
    document,
    work: document.layers.map((layer) => ({ annotator: numbers.get(layer.annotator)!, layer })),
  }));
  return reportOn(compared, names, {
    single: documents.length - several.length,
    bootstrap,
    symmetric: new Set(options.symmetric),
    onProgress: options.onProgress ?? (() => undefined),
  });
}

function reportOn(
  compared: readonly Compared[],
  names: readonly string[],
  {
    single,
    bootstrap,
    symmetric,
    onProgress,
  }: { single: number; bootstrap: BootstrapOptions; symmetric: ReadonlySet<string>; onProgress: OnProgress },
): AgreementReport {
  const items = new ItemCounts(compared, names.length);
  const spans = new SpanScopes(names.length, items.types('span'));
  const labels = new LabelScopes(names.length, items.types('label'));
  const relations = new RelationScopes(names.length, items.types('relation'), symmetric);
  const attributes = new AttributeScopes(names.length, items.usedWith);
  const perDocument = compared.map(({ document, work }, done): DocumentAgreement => {
    onProgress('comparing', done, compared.length);
    labels.add(work);
    relations.add(work);
    attributes.add(work);
    const marked = work.map(({ annotator, layer }) => ({ annotator, spans: acceptedSpans(layer) }));
    const sums = spans.add(document.text.length, marked);
    return ofDocument(document, marked, spanCoefficients(sums, spans.overall.layout));
  });
  const resamples = resample(compared.length, bootstrap);
  const sets = 2 + spans.types.size + relations.scopes.size + labels.scopes.size + attributes.scopes.size;
  let estimated = 0;
  const next = <Estimated>(estimate: () => Estimated): Estimated => {
    onProgress('resampling', estimated++, sets);
    return estimate();
  };
  return {
    annotators: names.map((name, number) => items.annotator(name, number)),
    documents: compared.length,
    single,
    characters: compared.reduce((sum, { document }) => sum + document.text.length, 0),
    bootstrap: { samples: resamples.length, seed: bootstrap.seed, level: bootstrap.level },
    overall: next(() => spans.overall.estimate(spanCoefficients, resamples, bootstrap.level)),
    types: [...spans.types].map(
      ([type, scope]): TypeAgreement => ({
        type,
        counts: items.counts('span', type),
        coefficients: next(() => scope.estimate(spanCoefficients, resamples, bootstrap.level)),
      }),
    ),
    pairs: next(() => pairs(compared, names, spans, resamples, bootstrap.level)),
    relations: [...relations.scopes].map(
      ([type, scope]): RelationAgreement => ({
        type,
        counts: items.counts('relation', type),
        ...next(() => scope.estimate(relationCoefficients, resamples, bootstrap.level)),
      }),
    ),
    labels: [...labels.scopes].map(
      ([label, scope]): LabelAgreement => ({
        label,
        counts: items.counts('label', label),
        ...next(() => scope.estimate(labelCoefficients, resamples, bootstrap.level)),
      }),
    ),
    attributes: [...attributes.scopes].map(
      ([name, scope]): AttributeAgreement => ({
        name,
        units: attributes.units.get(name) ?? 0,
        ...next(() => scope.estimate(attributeCoefficients, resamples, bootstrap.level)),
      }),
    ),
    perDocument,
  };
}

const meanF1 = (sums: Sums, layout: Layout, kind: 'exact' | 'relaxed' | 'place'): number | undefined =>
  meanOfPairs(layout, (pair) => pairF1(sums, layout, pair, kind));

const meanKappa = (sums: Sums, layout: Layout): number | undefined =>
  meanOfPairs(layout, (pair) => cohenKappa(sums, layout, pair));

const spanCoefficients = (sums: Sums, layout: Layout): Computed<keyof Coefficients> => ({
  exact: meanF1(sums, layout, 'exact'),
  relaxed: meanF1(sums, layout, 'relaxed'),
  place: meanF1(sums, layout, 'place'),
  cohen: meanKappa(sums, layout),
  fleiss: fleissKappa(sums, layout),
  alpha: krippendorffAlpha(sums, layout),
  unitizing: unitizingAlpha(sums, layout),
  boundary: boundaryAlpha(sums, layout),
  coding: codingAlpha(sums, layout),
});

const relationCoefficients = (sums: Sums, layout: Layout) => ({ exact: meanF1(sums, layout, 'exact') });

const labelCoefficients = (sums: Sums, layout: Layout) => ({
  exact: meanF1(sums, layout, 'exact'),
  cohen: meanKappa(sums, layout),
  fleiss: fleissKappa(sums, layout),
  alpha: krippendorffAlpha(sums, layout),
});

const attributeCoefficients = (sums: Sums, layout: Layout) => ({
  same: sums[JOINT.units]! === 0 ? undefined : sums[JOINT.pairwise]! / sums[JOINT.units]!,
  alpha: krippendorffAlpha(sums, layout),
});

const ofDocument = (
  { name, layers }: LayeredDocument,
  marked: readonly { readonly spans: readonly unknown[] }[],
  { exact, relaxed, alpha, unitizing }: Computed<keyof Coefficients>,
): DocumentAgreement => ({
  name,
  annotators: layers.map(({ annotator }) => annotator),
  spans: marked.reduce((sum, { spans }) => sum + spans.length, 0),
  exact: exact ?? null,
  relaxed: relaxed ?? null,
  alpha: alpha ?? null,
  unitizing: unitizing ?? null,
});

const PAIR_COEFFICIENTS = ['exact', 'relaxed', 'place', 'cohen'] as const;

/** Computes all pairs at once, since summing the samples dominates the time. */
function pairs(
  compared: readonly Compared[],
  names: readonly string[],
  { overall }: SpanScopes,
  resamples: Resamples,
  level: number,
): PairAgreement[] {
  const estimates = overall.estimate(pairCoefficients, resamples, level);
  return overall.layout.pairs.map(([left, right], pair) => {
    const [exact, relaxed, place, cohen] = PAIR_COEFFICIENTS.map((name) => estimates[`${name} ${pair}`]!);
    return {
      left: names[left]!,
      right: names[right]!,
      documents: compared.filter(({ work }) =>
        [left, right].every((number) => work.some(({ annotator }) => annotator === number)),
      ).length,
      exact: exact!,
      relaxed: relaxed!,
      place: place!,
      cohen: cohen!,
    };
  });
}

const pairCoefficients = (sums: Sums, layout: Layout): Computed<string> =>
  Object.fromEntries(
    layout.pairs.flatMap((_, pair) =>
      PAIR_COEFFICIENTS.map((name) => [
        `${name} ${pair}`,
        name === 'cohen' ? cohenKappa(sums, layout, pair) : pairF1(sums, layout, pair, name),
      ]),
    ),
  );

/** Counts items of each type by annotator in the compared documents. */
class ItemCounts {
  /** Span types on which each attribute occurs. */
  readonly usedWith = new Map<string, Set<string>>();
  readonly #counts: Record<Item['kind'], Map<string, number[]>> = {
    span: new Map(),
    relation: new Map(),
    label: new Map(),
  };
  readonly #documents: number[];

  constructor(compared: readonly Compared[], annotators: number) {
    this.#documents = new Array<number>(annotators).fill(0);
    for (const { work } of compared)
      for (const { annotator, layer } of work) {
        this.#documents[annotator]!++;
        for (const item of acceptedItems(layer)) this.#count(item, annotator);
      }
  }

  #count(item: Item, annotator: number): void {
    const { kind, type } = item;
    const counts = this.#counts[kind].get(type) ?? this.#documents.map(() => 0);
    counts[annotator]!++;
    this.#counts[kind].set(type, counts);
    if (kind !== 'span') return;
    for (const name of Object.keys(item.attributes))
      this.usedWith.set(name, (this.usedWith.get(name) ?? new Set()).add(type));
  }

  /** Returns types by falling frequency. */
  types(kind: Item['kind']): string[] {
    const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
    return [...this.#counts[kind]]
      .sort(([a, m], [b, n]) => total(n) - total(m) || (a < b ? -1 : 1))
      .map(([type]) => type);
  }

  /** Returns counts by annotator of one type, or of all types for `''`. */
  counts(kind: Item['kind'], type: string): number[] {
    if (type !== '') return this.#counts[kind].get(type) ?? this.#documents.map(() => 0);
    return this.#documents.map((_, annotator) =>
      [...this.#counts[kind].values()].reduce((sum, counts) => sum + counts[annotator]!, 0),
    );
  }

  annotator(name: string, number: number) {
    return {
      name,
      documents: this.#documents[number]!,
      spans: this.counts('span', '')[number]!,
      relations: this.counts('relation', '')[number]!,
      labels: this.counts('label', '')[number]!,
    };
  }
}
