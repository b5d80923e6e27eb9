/**
 * Writes a document as a Label Studio task: accepted items as one annotation, suggestions as predictions of their
 * models.
 */
import {
  type AnnotatedDocument,
  type DocumentLabel,
  endOf,
  type Item,
  type Provenance,
  type Relation,
  type SpanItem,
  startOf,
} from '../../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { example, type Losses, wholeItems } from '../losses.ts';
import { type ToUnits, toCodePoints } from '../offsets.ts';
import { toRow } from '../row-meta.ts';
import { CONTROLS, controlOf } from './config.ts';
import { type Extras, provenanceExtra } from './extras.ts';
import { TEXT_FIELD } from './read.ts';

const ACROSS = 'losses.across-models';

export function toTask(
  document: AnnotatedDocument,
  id: number,
  schema: AnnotationSchema | undefined,
  losses: Losses,
): object {
  const field = document.meta[TEXT_FIELD] ?? CONTROLS.text;
  const data = { ...toRow(document, new Set([field]), losses), [field]: document.text };
  const groups = groupsOf(document, losses);
  const writer = new ResultWriter(document, schema);
  const accepted = groups.get('') ?? [];
  const annotations = accepted.length === 0 ? [] : [{ id, result: writer.resultsOf(accepted) }];
  const predictions = [...groups]
    .filter(([version]) => version !== '')
    .map(([version, items]) => ({
      model_version: version,
      score: meanScore(items),
      result: writer.resultsOf(items),
    }));
  return { id, data, annotations, predictions };
}

/** Groups items that can refer to each other: accepted ones under '', suggestions by model. */
function groupsOf(document: AnnotatedDocument, losses: Losses): Map<string, Item[]> {
  const groupOf = (item: Item) => (item.status === 'accepted' ? '' : versionOf(item.provenance));
  const items = wholeItems(document, losses);
  const spans = new Map(
    items.flatMap((item) => (item.kind === 'span' ? [[item.id, groupOf(item)] as const] : [])),
  );
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groupOf(item);
    if (item.kind === 'relation' && (spans.get(item.from) !== group || spans.get(item.to) !== group))
      losses.add(ACROSS, example(document, item));
    else groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return groups;
}

const versionOf = ({ name, version }: Provenance): string => [name, version].filter(Boolean).join(' ') || '?';

function meanScore(items: readonly Item[]): number | undefined {
  const scores = items.flatMap(({ provenance: { confidence } }) => confidence ?? []);
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

class ResultWriter {
  readonly #document: AnnotatedDocument;
  readonly #points: ToUnits;
  readonly #kinds: ReadonlyMap<string, string>;

  constructor(document: AnnotatedDocument, schema: AnnotationSchema | undefined) {
    this.#document = document;
    this.#points = toCodePoints(document.text);
    this.#kinds = new Map(schema?.attributes.map(({ name, kind }) => [name, kind]));
  }

  resultsOf(items: readonly Item[]): object[] {
    const labels = items.filter((item) => item.kind === 'label');
    return [
      ...items.flatMap((item) => (item.kind === 'span' ? this.#region(item) : [])),
      ...(labels.length === 0 ? [] : [this.#choices(labels)]),
      ...items.flatMap((item) => (item.kind === 'relation' ? [relationResult(item)] : [])),
    ];
  }

  #region(span: SpanItem): object[] {
    const place = { start: this.#at(startOf(span)), end: this.#at(endOf(span)) };
    const region = {
      id: regionId(span.id),
      to_name: CONTROLS.text,
      origin: originOf(span),
      ...scoreOf(span),
    };
    const words = this.#document.text.slice(startOf(span), endOf(span));
    const fragments = span.fragments.map(({ start, end }): [number, number] => [
      this.#at(start),
      this.#at(end),
    ]);
    const extras: Extras = {
      ...(span.link === undefined ? {} : { link: span.link }),
      ...provenanceExtra(span),
      ...(fragments.length === 1 ? {} : { fragments }),
    };
    const meta = { ...(span.note === '' ? {} : { text: [span.note] }), ...ours(extras) };
    const label = {
      ...{ ...region, from_name: CONTROLS.spans, type: 'labels' },
      value: { ...place, text: words, labels: [span.type] },
      ...(Object.keys(meta).length === 0 ? {} : { meta }),
    };
    const answers = Object.entries(span.attributes).map(([name, value]) => ({
      ...region,
      from_name: controlOf(name),
      ...(this.#isChoice(name, value)
        ? { type: 'choices', value: { ...place, choices: [value] } }
        : { type: 'textarea', value: { ...place, text: [value] } }),
    }));
    return [label, ...answers];
  }

  /** Writes one result for all, since a control has one answer. */
  #choices(labels: readonly DocumentLabel[]): object {
    const extras = labels.map((label) => ({ ...ownParts(label), ...provenanceExtra(label) }));
    const hasExtras = extras.some((each) => Object.keys(each).length > 0);
    return {
      ...{
        id: `labels-${labels[0]?.id}`,
        from_name: CONTROLS.labels,
        to_name: CONTROLS.text,
        type: 'choices',
      },
      value: { choices: labels.map(({ type }) => type) },
      ...(hasExtras ? { meta: { meridian: extras } } : {}),
    };
  }

  #isChoice(name: string, value: string): boolean {
    const kind = this.#kinds.get(name);
    return kind === undefined ? value === 'true' : kind !== 'text';
  }

  #at(unit: number): number {
    return this.#points(unit) ?? 0;
  }
}

function relationResult(relation: Relation): object {
  const extras = { ...ownParts(relation), ...provenanceExtra(relation) };
  return {
    ...{ type: 'relation', direction: 'right', labels: [relation.type] },
    ...{ from_id: regionId(relation.from), to_id: regionId(relation.to) },
    ...(Object.keys(extras).length === 0 ? {} : { meta: ours(extras) }),
  };
}

const regionId = (id: number): string => `region-${id}`;

const ours = (extras: Extras): { meridian?: Extras } =>
  Object.keys(extras).length === 0 ? {} : { meridian: extras };

/** Counts attributes and notes of items without a region. */
const ownParts = ({ attributes, note }: Item): Extras => ({
  ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  ...(note === '' ? {} : { note }),
});

const originOf = ({ provenance: { kind } }: Item): string =>
  kind === 'model' || kind === 'dictionary' ? 'prediction' : 'manual';

const scoreOf = ({ provenance: { confidence } }: Item): { score?: number } =>
  confidence === undefined ? {} : { score: confidence };
