/** Counts parts that a format cannot hold, in the same words for every format. */
import type {
  AnnotatedDocument,
  DocumentLabel,
  Item,
  Loss,
  Relation,
  SpanItem,
} from '../../../shared/domain/annotation.ts';
import { wordsOf } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';

export const LOST = {
  suggestions: 'suggestions that nobody has accepted (未被接受的建议)',
  relations: 'relations (关系)',
  loose: 'relations whose spans are left out (端点未保留的关系)',
  labels: 'labels of documents (文档标签)',
  discontinuous: 'discontinuous spans (不连续标注)',
  overlapping: 'spans inside or across longer ones (嵌套或重叠的标注)',
  insideCharacter: 'spans that begin or end inside a character (边界位于字符内部的标注)',
  attributes: 'attributes (属性)',
  notes: 'notes (备注)',
  links: 'links to concepts (概念链接)',
  provenance: 'who or what made an annotation (标注来源)',
  meta: 'fields of documents (文档字段)',
  names: 'names of documents (文档名称)',
  schema: 'types, attributes, relations, labels and guidelines of the schema (标注方案)',
  titles: 'titles that the format cannot hold (标题)',
  otherFiles: 'files of other kinds (其他类型的文件)',
  emptyDocuments: 'documents without text (无文本的文档)',
  lineBreaks: 'line breaks and tabs in notes, values and names, now blanks (换行和制表符改为空格)',
  surrogates: 'characters that are no Unicode, now U+FFFD (无效字符)',
} as const;

const EXAMPLE_CHARS = 120;

export class Losses {
  readonly #byWhat = new Map<string, { count: number; example: string }>();

  /** Keeps the first example of each kind. */
  add(what: string, example: string, count = 1): void {
    if (count < 1) return;
    const known = this.#byWhat.get(what);
    if (known === undefined) this.#byWhat.set(what, { count, example: example.slice(0, EXAMPLE_CHARS) });
    else known.count += count;
  }

  /** Returns the losses in order of first occurrence. */
  list(): Loss[] {
    return [...this.#byWhat].map(([what, { count, example }]) => ({ what, count, example }));
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
export function together(losses: readonly Loss[]): Loss[] {
  const byWhat = new Map<string, Loss>();
  for (const loss of losses) {
    const known = byWhat.get(loss.what);
    byWhat.set(loss.what, known === undefined ? loss : { ...known, count: known.count + loss.count });
  }
  return [...byWhat.values()];
}
