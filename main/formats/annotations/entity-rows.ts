/**
 * Reads and writes rows of a text and a list of entities of one fragment each: CMeEE, CCKS and derived data sets.
 * Layouts differ in field names and in whether the end is inclusive. Entities with a score are suggestions.
 */
import type { AnnotatedDocument, SpanItem } from '../../../shared/domain/annotation.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { NamedFile, Reading } from './format.ts';
import { type JsonRow, jsonRows } from './json-rows.ts';
import { acceptedItems, countExtras, example, importedFrom, LOST, type Losses } from './losses.ts';
import { fromCodePoints, fromCodeUnits, type ToUnits, toCodePoints } from './offsets.ts';
import { fromRow, toRow } from './row-meta.ts';

export interface EntityLayout {
  /** Id in a document's meta, so that the document is written in the same layout. */
  readonly id: string;
  readonly text: string;
  readonly start: string;
  readonly end: string;
  /** Whether `end` is inclusive. */
  readonly inclusive: boolean;
  readonly type: string;
  /** Field of the entity's words, if the layout has one. */
  readonly words?: string;
  /** Field of a whole number, kept as an attribute of this name. */
  readonly number?: string;
}

/** Common layout of public data sets: code points, end exclusive. */
export const SPAN_LINES: EntityLayout = {
  id: 'lines',
  text: 'text',
  start: 'start',
  end: 'end',
  inclusive: false,
  type: 'type',
  words: 'text',
};

const OTHER_FIELDS = 'losses.entity-fields';

/** @param layouts possible layouts; the first entity of a file decides, the first layout without entities */
export function readEntityRows(
  files: readonly NamedFile[],
  layouts: readonly EntityLayout[],
  mark: string,
  { losses, names }: Reading,
): { documents: AnnotatedDocument[] } {
  const documents: AnnotatedDocument[] = [];
  for (const file of files) {
    const rows = [...jsonRows(file)];
    const layout = layoutOf(rows, layouts);
    const known = new Set([layout.text, 'entities']);
    for (const [i, row] of rows.entries()) {
      const text = row.value[layout.text];
      if (typeof text !== 'string') throw row.broken([layout.text], message('fault.no-text'));
      const spans = readEntities(row, text, layout, losses);
      const place = { names, file: file.name, number: i + 1, losses };
      const { name, meta } = fromRow(row.value, known, place);
      const items = spans.map(({ confidence, ...span }, n) => ({
        ...span,
        id: n + 1,
        provenance: {
          ...importedFrom(file.name),
          ...(confidence === undefined ? {} : { kind: 'model' as const, confidence }),
        },
      }));
      documents.push({ name, text, meta: { ...meta, [mark]: layout.id }, items });
    }
  }
  return { documents };
}

/** Returns whether rows have one of the layouts; rows with relations belong to another format. */
export const haveLayout = (rows: readonly JsonRow['value'][], layouts: readonly EntityLayout[]): boolean =>
  rows.length > 0 &&
  layouts.some((layout) =>
    rows.every(
      (row) =>
        typeof row[layout.text] === 'string' &&
        !('relations' in row) &&
        Array.isArray(row.entities) &&
        row.entities.every((entity: unknown) => fits(entity, layout)),
    ),
  );

const fits = (entity: unknown, { start, end, type }: EntityLayout): boolean =>
  typeof entity === 'object' && entity !== null && start in entity && end in entity && type in entity;

function layoutOf(rows: readonly JsonRow[], layouts: readonly EntityLayout[]): EntityLayout {
  const [first] = layouts;
  for (const { value } of rows) {
    const entity: unknown = Array.isArray(value.entities) ? value.entities[0] : undefined;
    const layout = layouts.find((each) => each.text in value && fits(entity, each));
    if (layout !== undefined) return layout;
  }
  const bare = rows[0];
  const fitting = layouts.filter(({ text }) => bare !== undefined && text in bare.value);
  const found = fitting.find(({ id }) => bare?.isLine === (id !== 'json')) ?? fitting[0] ?? first;
  if (found === undefined) throw new Error('no layouts given');
  return found;
}

type ReadSpan = Omit<SpanItem, 'id' | 'provenance'> & { readonly confidence?: number };

/** Fields with the score of a prediction, which becomes a suggestion. */
const SCORES: ReadonlySet<string> = new Set(['score', 'confidence', 'probability', 'prob']);

interface GivenEntity {
  readonly start: number;
  readonly end: number;
  readonly words: string | undefined;
  readonly span: Omit<ReadSpan, 'fragments'>;
}

function readEntities(row: JsonRow, text: string, layout: EntityLayout, losses: Losses): ReadSpan[] {
  const { entities } = row.value;
  if (!Array.isArray(entities)) throw row.broken(['entities'], message('fault.no-list'));
  const given = entities.map((entity: unknown, i) => readEntity(row, entity, i, layout, losses));
  const countings = [fromCodePoints(text), fromCodeUnits(text)];
  const units = countings.find((toUnits) => given.every((entity) => stands(entity, text, toUnits)));
  if (units === undefined) throw misplaced(row, given, text, layout);
  return given.map(({ start, end, span }) => ({
    ...span,
    // `stands` has found both offsets.
    fragments: [{ start: units(start) ?? 0, end: units(end) ?? 0 }],
  }));
}

function readEntity(
  row: JsonRow,
  value: unknown,
  i: number,
  layout: EntityLayout,
  losses: Losses,
): GivenEntity {
  const at = ['entities', i];
  const wrong = (field: string, problem: Message) => row.broken([...at, field], problem);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw row.broken(at, message('fault.no-object'));
  const entity = new Map<string, unknown>(Object.entries(value));
  const whole = (field: string): number => {
    const number = entity.get(field);
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
    throw wrong(
      field,
      message('fault.no-whole-number', { value: JSON.stringify(number) ?? message('fault.nothing') }),
    );
  };
  const start = whole(layout.start);
  const end = whole(layout.end) + (layout.inclusive ? 1 : 0);
  if (end <= start) throw wrong(layout.end, message('fault.end-before-start', { start, end }));
  const type = entity.get(layout.type);
  if (typeof type !== 'string' || type === '') throw wrong(layout.type, message('fault.missing'));
  if (type.length > 100) throw wrong(layout.type, message('fault.too-long', { limit: 100 }));
  const words = layout.words === undefined ? undefined : entity.get(layout.words);
  if (words !== undefined && typeof words !== 'string')
    throw wrong(layout.words ?? '', message('fault.not-text'));
  const attributes: Record<string, string> = {};
  if (layout.number !== undefined && entity.has(layout.number))
    attributes[layout.number] = String(whole(layout.number));
  const known = [layout.start, layout.end, layout.type, layout.words, layout.number];
  let confidence: number | undefined;
  for (const [field, other] of entity) {
    if (known.includes(field)) continue;
    if (SCORES.has(field) && typeof other === 'number' && other >= 0 && other <= 1) confidence = other;
    else losses.add(OTHER_FIELDS, `${field}: ${JSON.stringify(other)}`);
  }
  const fate =
    confidence === undefined ? { status: 'accepted' as const } : { status: 'suggested' as const, confidence };
  return { start, end, words, span: { kind: 'span', type, attributes, note: '', ...fate } };
}

function stands({ start, end, words }: GivenEntity, text: string, toUnits: ToUnits): boolean {
  const from = toUnits(start);
  const to = toUnits(end);
  if (from === undefined || to === undefined || to > text.length) return false;
  return words === undefined || text.slice(from, to) === words;
}

/** Returns the error of the first misplaced entity, counted in code points. */
function misplaced(row: JsonRow, given: readonly GivenEntity[], text: string, layout: EntityLayout) {
  const toUnits = fromCodePoints(text);
  const i = given.findIndex((entity) => !stands(entity, text, toUnits));
  const { start = 0, end = 0, words } = given[i] ?? {};
  const to = toUnits(end);
  if (to === undefined || to > text.length) {
    const field = layout.end;
    const last = layout.inclusive ? end - 1 : end;
    return row.broken(
      ['entities', i, field],
      message('fault.past-end', { offset: last, length: [...text].length }),
    );
  }
  const field = layout.words ?? layout.start;
  const found = JSON.stringify(text.slice(toUnits(start), to));
  return row.broken(
    ['entities', i, field],
    message('fault.other-words', { words: JSON.stringify(words), place: start, found }),
  );
}

/** Returns a document as a row of the layout. */
export function toEntityRow(document: AnnotatedDocument, layout: EntityLayout, losses: Losses): unknown {
  const { spans, relations, labels } = acceptedItems(document, losses);
  for (const relation of relations) losses.add(LOST.relations, example(document, relation));
  for (const label of labels) losses.add(LOST.labels, example(document, label));
  const points = toCodePoints(document.text);
  const entities = spans.flatMap((span) => toEntity(document, span, layout, points, losses));
  const known = new Set([layout.text, 'entities']);
  return { ...toRow(document, known, losses), [layout.text]: document.text, entities };
}

function toEntity(
  document: AnnotatedDocument,
  span: SpanItem,
  layout: EntityLayout,
  points: ToUnits,
  losses: Losses,
): object[] {
  const [fragment, ...more] = span.fragments;
  if (fragment === undefined || more.length > 0) {
    losses.add(LOST.discontinuous, example(document, span));
    return [];
  }
  const start = points(fragment.start);
  const end = points(fragment.end);
  if (start === undefined || end === undefined) {
    losses.add(LOST.insideCharacter, example(document, span));
    return [];
  }
  const number = numberOf(span, layout);
  const { [layout.number ?? '']: _, ...attributes } = span.attributes;
  countExtras(document, number === undefined ? span : { ...span, attributes }, losses);
  return [
    {
      [layout.start]: start,
      [layout.end]: layout.inclusive ? end - 1 : end,
      [layout.type]: span.type,
      ...(layout.number === undefined || number === undefined ? {} : { [layout.number]: number }),
      ...(layout.words === undefined
        ? {}
        : { [layout.words]: document.text.slice(fragment.start, fragment.end) }),
    },
  ];
}

function numberOf({ attributes }: SpanItem, layout: EntityLayout): number | undefined {
  const value = layout.number === undefined ? undefined : attributes[layout.number];
  return value !== undefined && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : undefined;
}
