/** The parts of a de-identified annotated document that the second look reads, and their removal. */
import type { AnnotatedDocument, Item } from '../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import type { DeidPiece } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import type { LookPart } from './second-look.ts';

const noteOf = ({ id }: Item): string => `note:${id}`;
const attributeOf = ({ id }: Item, name: string): string => `attribute:${id}:${name}`;
const sourceOf = ({ id }: Item): string => `source:${id}`;

/** Returns text, name, fields, notes, attributes and sources. */
export const annotatedParts = (
  { name, text, meta, items }: AnnotatedDocument,
  pieces: readonly DeidPiece[],
): LookPart[] => [
  { part: 'text', text, pieces },
  { part: 'title', text: name },
  ...Object.entries(meta).map(([key, value]) => ({ part: `meta:${key}`, text: value })),
  ...items.flatMap((item) => [
    ...(item.note === '' ? [] : [{ part: noteOf(item), text: item.note }]),
    ...(item.provenance.kind === 'import' ? [{ part: sourceOf(item), text: item.provenance.name }] : []),
    ...Object.entries(item.attributes).map(([key, value]) => ({ part: attributeOf(item, key), text: value })),
  ]),
];

/** Returns everything that a document says. */
export const originalOf = ({ name, text, meta, items }: AnnotatedDocument): string =>
  [
    name,
    text,
    ...Object.values(meta),
    ...items.flatMap(({ note, attributes, provenance }) => [
      note,
      provenance.name,
      ...Object.values(attributes),
    ]),
  ].join('\n');

type Remove<Place> = (text: string, places: readonly Place[], part: string) => string;

/** Returns the document without places of all parts but the text. */
export function withoutAnnotated<Place extends Span & { readonly part: string }>(
  document: AnnotatedDocument,
  places: readonly Place[],
  remove: Remove<Place>,
): AnnotatedDocument {
  if (places.every(({ part }) => part === 'text')) return document;
  const without = (text: string, part: string) => remove(text, places, part);
  return {
    ...document,
    name: without(document.name, 'title'),
    meta: mapValues(document.meta, (value, key) => without(value, `meta:${key}`)),
    items: document.items.map((item) => ({
      ...item,
      note: without(item.note, noteOf(item)),
      attributes: mapValues(item.attributes, (value, key) => without(value, attributeOf(item, key))),
      provenance: { ...item.provenance, name: without(item.provenance.name, sourceOf(item)) },
    })),
  };
}

/** Returns a schema whose texts for people and whose choices, which may come from data, are de-identified. */
export const withoutPersonsInSchema = (
  schema: AnnotationSchema,
  hide: (text: string) => string,
): AnnotationSchema => ({
  ...schema,
  spans: schema.spans.map((type) => ({
    ...type,
    title: hide(type.title),
    description: hide(type.description),
  })),
  attributes: schema.attributes.map((type) => ({
    ...{ ...type, title: hide(type.title) },
    values: [...new Set(type.values.map(hide))],
  })),
  guidelines: hide(schema.guidelines),
});

const mapValues = (
  values: Readonly<Record<string, string>>,
  change: (value: string, key: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
