/**
 * Fields of a row beside text and annotations, kept as a document's `meta` so that the row comes back as it was.
 * Names that begin with `@` say how the row was written; they are no fields of their own.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { MAX_NAME, type UniqueNames } from '../../reading/unique-names.ts';
import { parseJson } from './json-numbers.ts';
import { LOST, type Losses } from './losses.ts';

type Meta = AnnotatedDocument['meta'];
type Row = Readonly<Record<string, unknown>>;

/** JSON of the row's id where that is not simply the document's name; empty for a row without id. */
const ID = '@id';
/** JSON list of the fields whose value is JSON, not text. */
const JSON_FIELDS = '@json';

/** Meta of a document that its file does not name. */
export const NUMBERED: Meta = { [ID]: '' };

/** What its file does not name: the same at every reading, and another in another file. @param number from 1, in the file */
export function numberedName(file: string, number: number): string {
  const stem = file.replace(/\.[^./]+$/, '');
  const mark = `-${number}`;
  return `${stem.slice(0, MAX_NAME - mark.length)}${mark}`;
}

/** Whether the file itself gave the document its name. */
export function hasOwnName({ meta }: AnnotatedDocument): boolean {
  return meta[ID] !== '';
}

/** Fields of a document that are no remarks on how it was written. */
export function fieldsOf({ meta }: AnnotatedDocument): [string, string][] {
  return Object.entries(meta).filter(([field]) => !field.startsWith('@'));
}

/** Counts fields that a format does not hold. */
export function countMeta(document: AnnotatedDocument, losses: Losses): void {
  const fields = fieldsOf(document);
  const [field, value] = fields[0] ?? ['', ''];
  losses.add(LOST.meta, `${document.name}: ${field} ${value}`, fields.length);
}

export interface RowPlace {
  readonly names: UniqueNames;
  readonly file: string;
  /** Of the row in its file, from 1. */
  readonly number: number;
  readonly losses: Losses;
}

/**
 * Name and meta of a row. @param known fields that are read otherwise; a field that begins with `@` is lost, since
 * such names mean something else here
 */
export function fromRow(
  row: Row,
  known: ReadonlySet<string>,
  { names, file, number, losses }: RowPlace,
): { name: string; meta: Meta } {
  const meta: Meta = {};
  const json: string[] = [];
  for (const [field, value] of Object.entries(row)) {
    if (known.has(field) || field === 'id') continue;
    if (field.startsWith('@') || field === '__proto__') {
      losses.add(LOST.meta, `${field}: ${JSON.stringify(value)}`);
      continue;
    }
    if (typeof value !== 'string') json.push(field);
    meta[field] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  if (json.length > 0) meta[JSON_FIELDS] = JSON.stringify(json);
  const { id } = row;
  const given = typeof id === 'string' ? id : id === undefined ? '' : JSON.stringify(id);
  const name = names.unused(given === '' ? numberedName(file, number) : given);
  if (id !== name) meta[ID] = id === undefined ? '' : JSON.stringify(id);
  return { name, meta };
}

/** `id` and the other fields of a row, except those that `known` writes otherwise. */
export function toRow(document: AnnotatedDocument, known: ReadonlySet<string>, losses: Losses): Row {
  const { meta } = document;
  const json = new Set(listOf(meta[JSON_FIELDS]));
  const row: Record<string, unknown> = {};
  const id = meta[ID] === undefined ? document.name : parsed(meta[ID]);
  if (id !== undefined) row.id = id;
  for (const [field, value] of fieldsOf(document)) {
    if (known.has(field) || field === 'id' || field === '__proto__')
      losses.add(LOST.meta, `${document.name}: ${field} ${value}`);
    else row[field] = json.has(field) ? parsedOr(value) : value;
  }
  return row;
}

function listOf(json: string | undefined): unknown[] {
  const value = json === undefined ? undefined : parsed(json);
  return Array.isArray(value) ? value : [];
}

/** The text itself where it is no JSON any more. */
function parsedOr(json: string): unknown {
  const value = parsed(json);
  return value === undefined ? json : value;
}

/** `undefined` for what is no JSON: meta may have been changed by hand. */
function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}
