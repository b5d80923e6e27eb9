/** Counts parts that a format cannot hold, in the same words for every format. */
import {
  type AnnotatedDocument,
  type Attributes,
  type DocumentLabel,
  type Item,
  type Loss,
  type Provenance,
  type Relation,
  type SpanItem,
  wordsOf,
} from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { message, type PlainId } from '../../../shared/messages/message.ts';

export const LOST = {
  suggestions: 'losses.suggestions',
  relations: 'losses.relations',
  loose: 'losses.loose-relations',
  labels: 'losses.labels',
  discontinuous: 'losses.discontinuous',
  overlapping: 'losses.overlapping',
  insideCharacter: 'losses.inside-character',
  attributes: 'losses.attributes',
  notes: 'losses.notes',
  links: 'losses.links',
  provenance: 'losses.provenance',
  meta: 'losses.document-fields',
  names: 'losses.document-names',
  schema: 'losses.schema',
  titles: 'losses.titles',
  rules: 'losses.schema-rules',
  undecided: 'losses.undecided-documents',
  unfinished: 'losses.unfinished-documents',
  otherFiles: 'losses.other-files',
  unreadableFiles: 'losses.unreadable-files',
  scans: 'losses.scans',
  unreadAnnotations: 'losses.unread-annotations',
  emptyDocuments: 'losses.empty-documents',
  lineBreaks: 'losses.line-breaks',
  surrogates: 'losses.surrogates',
} as const;

const EXAMPLE_CHARS = 120;

export class Losses {
  readonly #byWhat = new Map<PlainId, { count: number; example: string }>();

  /** Keeps the first example of each kind. */
  add(what: PlainId, example: string, count = 1): void {
    if (count < 1) return;
    const known = this.#byWhat.get(what);
    if (known === undefined) this.#byWhat.set(what, { count, example: example.slice(0, EXAMPLE_CHARS) });
    else known.count += count;
  }

  /** Returns the losses in order of first occurrence. */
  list(): Loss[] {
    return [...this.#byWhat].map(([what, { count, example }]) => ({ what: message(what), count, example }));
  }
}

/** Describes an item briefly, for examples. */
export function example(document: AnnotatedDocument, item: Item): string {
  switch (item.kind) {
    case 'span':
      return `${document.name}: ${wordsOf(document.text, item)} [${item.type}]`;
    case 'relation':
      return `${document.name}: ${item.type} ${item.from} → ${item.to}`;
    case 'label':
      return `${document.name}: ${item.type}`;
  }
}

export interface AcceptedItems {
  readonly spans: readonly SpanItem[];
  readonly relations: readonly Relation[];
  readonly labels: readonly DocumentLabel[];
}

/** Returns the accepted items; counts suggestions and their relations as losses. */
export function acceptedItems(document: AnnotatedDocument, losses: Losses): AcceptedItems {
  const spans: SpanItem[] = [];
  const labels: DocumentLabel[] = [];
  const given: Relation[] = [];
  for (const item of document.items) {
    if (item.status === 'suggested') losses.add(LOST.suggestions, example(document, item));
    else if (item.kind === 'span') spans.push(item);
    else if (item.kind === 'relation') given.push(item);
    else labels.push(item);
  }
  const ids = new Set(spans.map(({ id }) => id));
  const relations = given.filter((relation) => {
    const holds = ids.has(relation.from) && ids.has(relation.to);
    if (!holds) losses.add(LOST.loose, example(document, relation));
    return holds;
  });
  return { spans, relations, labels };
}

/** Returns all items but relations without their ends, for formats that hold suggestions. */
export function wholeItems(document: AnnotatedDocument, losses: Losses): readonly Item[] {
  const spans = new Set(document.items.filter(({ kind }) => kind === 'span').map(({ id }) => id));
  return document.items.filter((item) => {
    const isWhole = item.kind !== 'relation' || (spans.has(item.from) && spans.has(item.to));
    if (!isWhole) losses.add(LOST.loose, example(document, item));
    return isWhole;
  });
}

export interface Holds {
  readonly attributes?: boolean;
  readonly note?: boolean;
  readonly link?: boolean;
  readonly provenance?: boolean;
}

/** Counts the parts of a written item besides its place and type, unless the format `holds` them. */
export function countExtras(
  document: AnnotatedDocument,
  item: Item,
  losses: Losses,
  holds: Holds = {},
): void {
  const values = Object.keys(item.attributes).length;
  if (!holds.attributes && values > 0) losses.add(LOST.attributes, example(document, item), values);
  if (!holds.note && item.note !== '') losses.add(LOST.notes, example(document, item));
  if (!holds.link && item.kind === 'span' && item.link !== undefined)
    losses.add(LOST.links, example(document, item));
  // Every imported item has a provenance from its file anyway.
  if (!holds.provenance && saysMore(item)) losses.add(LOST.provenance, example(document, item));
}

/** Returns whether a provenance has more than the source file. */
export function saysMore({ provenance }: Item): boolean {
  const { kind, name: _, ...rest } = provenance;
  return kind !== 'import' || Object.values(rest).some((value) => value !== undefined);
}

/** Counts a schema, for formats without one. */
export function countSchema(schema: AnnotationSchema | undefined, losses: Losses): void {
  if (schema === undefined) return;
  const { spans, attributes, relations, labels, guidelines } = schema;
  const names = [...spans, ...attributes, ...relations, ...labels].map(({ name }) => name);
  losses.add(LOST.schema, names.join(', '), names.length + (guidelines === '' ? 0 : 1));
}

/** Adds up losses of the same kind. */
export function mergeLosses(losses: readonly Loss[]): Loss[] {
  const byWhat = new Map<string, Loss>();
  for (const loss of losses) {
    const known = byWhat.get(loss.what.id);
    byWhat.set(loss.what.id, known === undefined ? loss : { ...known, count: known.count + loss.count });
  }
  return [...byWhat.values()];
}

export const MAX_TYPE = 100;
const MAX_NAME = 100;
const MAX_VALUE = 2000;
const MAX_NOTE = 5000;
const MAX_FILE = 500;

export const READ_LOST = {
  zeroWidth: 'losses.zero-width',
  longValues: 'losses.long-values',
  longNames: 'losses.long-names',
} as const;

export const importedFrom = (file: string): Provenance => ({ kind: 'import', name: file.slice(0, MAX_FILE) });

/** Returns attribute values within the limits; counts the others. */
export function fittingAttributes(given: Iterable<readonly [string, string]>, losses: Losses): Attributes {
  const kept = new Map<string, string>();
  for (const [name, value] of given) {
    if (name === '' || name.length > MAX_NAME) losses.add(READ_LOST.longNames, `${name}: ${value}`);
    else kept.set(name, cut(value, MAX_VALUE, losses));
  }
  return Object.fromEntries(kept);
}

export const fittingNote = (note: string, losses: Losses): string => cut(note, MAX_NOTE, losses);

function cut(value: string, length: number, losses: Losses): string {
  if (value.length <= length) return value;
  losses.add(READ_LOST.longValues, value);
  return value
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
