/** Extends a project's schema for imported files. Adds what is missing and removes nothing. */
import type { AnnotatedDocument, Item, Loss, SpanItem } from '../../../../shared/domain/annotation.ts';
import {
  AnnotationSchema,
  type AttributeType,
  joinValues,
  type RelationType,
  valuesOf,
  withNamedTypes,
} from '../../../../shared/domain/annotation-schema.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { SchemaIndex } from './schema-index.ts';

/** Largest number of distinct values of an attribute that becomes a choice; others become free text. */
const MAX_CHOICES = 20;

export interface Grown {
  readonly schema: AnnotationSchema;
  /** Items with valid type names, without attribute values that the schema's kind of attribute cannot hold. */
  readonly documents: readonly AnnotatedDocument[];
  readonly losses: readonly Loss[];
}

/**
 * Yields after each document.
 * @param own types declared by the files
 * @throws AppError `bad-input` when there are too many types
 */
export function* growSchema(
  before: AnnotationSchema,
  own: AnnotationSchema | undefined,
  given: readonly AnnotatedDocument[],
): Generator<undefined, Grown, undefined> {
  const documents: AnnotatedDocument[] = [];
  const grower = new Grower(own === undefined ? before : joined(before, own));
  for (const document of given) {
    const items = document.items.map(withNamedType);
    documents.push({ ...document, items });
    grower.see(items);
    yield;
  }
  const parsed = AnnotationSchema.safeParse(grower.schema());
  if (!parsed.success)
    throw new AppError(
      'bad-input',
      'projects.too-many-types',
      { problem: parsed.error.issues[0]?.message ?? '' },
      { kept: 'kept.nothing-imported' },
    );
  return { schema: parsed.data, ...(yield* fitted(parsed.data, documents)) };
}

function withNamedType(item: Item): Item {
  const attributes = Object.entries(item.attributes).map(([name, value]) => [name.trim() || '?', value]);
  return { ...item, type: item.type.trim() || '?', attributes: Object.fromEntries(attributes) };
}

/** Adds types, preferring the project's own definitions; drops shortcut keys that are taken. */
function joined(before: AnnotationSchema, own: AnnotationSchema): AnnotationSchema {
  const keys = new Set([...before.spans, ...before.relations].map(({ key }) => key));
  const fresh = <T extends { readonly name: string }>(mine: readonly T[], theirs: readonly T[]): T[] => {
    const names = new Set(mine.map(({ name }) => name));
    return theirs.filter(({ name }) => !names.has(name));
  };
  const withFreeKey = <T extends { readonly key?: string | undefined }>(type: T): T => {
    const { key: _key, ...rest } = type;
    // safe: only the key, which may be missing, is left out
    return keys.has(type.key) ? (rest as unknown as T) : type;
  };
  return {
    spans: [...before.spans, ...fresh(before.spans, own.spans).map(withFreeKey)],
    attributes: [...before.attributes, ...fresh(before.attributes, own.attributes)],
    relations: [...before.relations, ...fresh(before.relations, own.relations).map(withFreeKey)],
    labels: [...before.labels, ...fresh(before.labels, own.labels)],
    guidelines: before.guidelines || own.guidelines,
  };
}

/** Values and item types seen for an attribute. */
interface Seen {
  readonly values: Set<string>;
  readonly types: Set<string>;
  onOthers: boolean;
}

class Grower {
  readonly #before: AnnotationSchema;
  readonly #spans = new Set<string>();
  readonly #labels = new Set<string>();
  readonly #ends = new Map<string, Set<string>>();
  readonly #attributes = new Map<string, Seen>();

  constructor(before: AnnotationSchema) {
    this.#before = before;
  }

  see(items: readonly Item[]): void {
    const spans = new Map(
      items.flatMap((item): [number, SpanItem][] => (item.kind === 'span' ? [[item.id, item]] : [])),
    );
    for (const item of items) {
      if (item.kind === 'span') this.#spans.add(item.type);
      else if (item.kind === 'label') this.#labels.add(item.type);
      else {
        const ends = this.#ends.get(item.type) ?? new Set();
        ends.add(JSON.stringify([spans.get(item.from)?.type, spans.get(item.to)?.type]));
        this.#ends.set(item.type, ends);
      }
      for (const [name, value] of Object.entries(item.attributes)) this.#seeAttribute(item, name, value);
    }
  }

  #seeAttribute(item: Item, name: string, value: string): void {
    const seen = this.#attributes.get(name) ?? { values: new Set(), types: new Set(), onOthers: false };
    if (seen.values.size <= MAX_CHOICES) seen.values.add(value);
    seen.types.add(item.type);
    seen.onOthers ||= item.kind !== 'span';
    this.#attributes.set(name, seen);
  }

  schema(): AnnotationSchema {
    const { spans, relations, labels, attributes, guidelines } = this.#before;
    const lacking = (known: readonly { readonly name: string }[], names: Iterable<string>): string[] => {
      const have = new Set(known.map(({ name }) => name));
      return [...names].filter((name) => !have.has(name)).sort();
    };
    return {
      spans: withNamedTypes(spans, lacking(spans, this.#spans)),
      relations: [
        ...relations.map((relation) => this.#wider(relation)),
        ...lacking(relations, this.#ends.keys()).map((name) => ({
          name,
          title: '',
          from: [],
          to: [],
          symmetric: false,
        })),
      ],
      labels: [...labels, ...lacking(labels, this.#labels).map((name) => ({ name, title: '', group: '' }))],
      attributes: [
        ...attributes.map((attribute) => this.#roomier(attribute)),
        ...lacking(attributes, this.#attributes.keys()).map((name) => this.#newAttribute(name)),
      ],
      guidelines,
    };
  }

  /** Extends a relation of the project by the span types that it joins in the files. */
  #wider(relation: RelationType): RelationType {
    const index = new SchemaIndex({ ...this.#before, relations: [relation] });
    const { from, to } = { from: new Set(relation.from), to: new Set(relation.to) };
    for (const pair of this.#ends.get(relation.name) ?? []) {
      const [a, b] = JSON.parse(pair) as [string, string]; // safe: written by `see`
      if (index.allowsEnds(relation.name, a, b)) continue;
      if (relation.from.length > 0) from.add(a);
      if (relation.to.length > 0) to.add(b);
    }
    return { ...relation, from: [...from], to: [...to] };
  }

  /** Extends an attribute of the project by the choices and bearers that it has in the files. */
  #roomier(attribute: AttributeType): AttributeType {
    const seen = this.#attributes.get(attribute.name);
    if (seen === undefined) return attribute;
    const spanTypes = [...this.#before.spans.map(({ name }) => name), ...this.#spans];
    const everywhere = attribute.types.length === 0 && !seen.onOthers;
    const types = new Set(
      attribute.types.length === 0 ? [...spanTypes, ...seen.types] : [...attribute.types, ...seen.types],
    );
    const values =
      attribute.kind === 'choice'
        ? [
            ...attribute.values,
            ...[...seen.values]
              .flatMap((value) => (attribute.several ? valuesOf(value) : value))
              .filter(isChoice),
          ]
        : attribute.values;
    return { ...attribute, types: everywhere ? [] : [...types], values: [...new Set(values)] };
  }

  #newAttribute(name: string): AttributeType {
    const { values, types, onOthers } = this.#attributes.get(name) ?? {
      values: new Set<string>(),
      types: new Set<string>(),
      onOthers: false,
    };
    const all = [...values].sort();
    const flag = all.every((value) => value === 'true');
    const choice = all.length <= MAX_CHOICES && all.every(isChoice);
    return {
      name,
      title: '',
      kind: flag ? 'flag' : choice ? 'choice' : 'text',
      values: !flag && choice ? all : [],
      types: onOthers ? [...types].sort() : [],
      several: false,
      required: false,
    };
  }
}

/** Returns whether a value is allowed as a choice. */
const isChoice = (value: string): boolean =>
  value === value.trim() && value.length >= 1 && value.length <= 100;

/** Returns the item with several values in the order of the schema. */
function inOrder(schema: AnnotationSchema, item: Item): Item {
  const ordered = schema.attributes.flatMap((attribute) => {
    const value = item.attributes[attribute.name];
    if (!attribute.several || value === undefined) return [];
    return [[attribute.name, joinValues(attribute, valuesOf(value)) ?? value]];
  });
  return ordered.length === 0
    ? item
    : { ...item, attributes: { ...item.attributes, ...Object.fromEntries(ordered) } };
}

/** Leaves out and counts what the extended schema does not hold. */
function* fitted(
  schema: AnnotationSchema,
  documents: readonly AnnotatedDocument[],
): Generator<undefined, { documents: AnnotatedDocument[]; losses: Loss[] }, undefined> {
  const index = new SchemaIndex(schema);
  let count = 0;
  let example = '';
  let lacking = 0;
  let without = '';
  const fitting: AnnotatedDocument[] = [];
  for (const document of documents) {
    const items = document.items.map((given) => {
      const item = inOrder(schema, given);
      const entries = Object.entries(item.attributes);
      const kept = entries.filter(([name, value]) => index.allowsAttribute(item, name, value));
      if (kept.length === entries.length) return item;
      count += entries.length - kept.length;
      example ||= `${document.name}: ${item.type} ${JSON.stringify(item.attributes)}`.slice(0, 200);
      return { ...item, attributes: Object.fromEntries(kept) };
    });
    fitting.push({ ...document, items });
    const missing = index.lacking(items);
    lacking += missing.count;
    if (missing.first !== undefined)
      without ||= `${document.name}: ${missing.first.item.type} ${missing.first.attribute.name}`.slice(
        0,
        200,
      );
    yield;
  }
  const losses: Loss[] = [];
  if (count > 0) losses.push({ what: message('losses.attribute-values'), count, example });
  if (lacking > 0) losses.push({ what: message('losses.required-values'), count: lacking, example: without });
  return { documents: fitting, losses };
}
