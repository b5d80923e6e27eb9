/**
 * Keeps fields of a row besides text and annotations in a document's `meta`, so that the row can be restored. Names
 * with `@` describe how the row was written.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { MAX_NAME, type UniqueNames } from '../../reading/unique-names.ts';
import { parseJson } from './json-numbers.ts';
import { LOST, type Losses } from './losses.ts';

type Meta = AnnotatedDocument['meta'];
type Row = Readonly<Record<string, unknown>>;

/** JSON of the row's id if it differs from the document's name; empty for a row without id. */
const ID = '@id';
/** JSON list of the fields with JSON values, not texts. */
const JSON_FIELDS = '@json';

/** Meta of a document without a name in its file. */
export const NUMBERED: Meta = { [ID]: '' };

/** Names a document without a name: stable for one file, different between files. @param number from 1, in the file */
export function numberedName(file: string, number: number): string {
  const stem = file.replace(/\.[^./]+$/, '');
  const mark = `-${number}`;
  return `${stem.slice(0, MAX_NAME - mark.length)}${mark}`;
}

export const hasOwnName = ({ meta }: AnnotatedDocument): boolean => meta[ID] !== '';

/** Returns the document's own fields, without `@`. */
export const fieldsOf = ({ meta }: AnnotatedDocument): [string, string][] =>
  Object.entries(meta).filter(([field]) => !field.startsWith('@'));

/** Counts fields that a format does not hold. */
export function countMeta(document: AnnotatedDocument, losses: Losses): void {
  const fields = fieldsOf(document);
  const [field, value] = fields[0] ?? ['', ''];
  losses.add(LOST.meta, `${document.name}: ${field} ${value}`, fields.length);
}

export interface RowPlace {
  readonly names: UniqueNames;
  readonly file: string;
  /** Number of the row in its file, from 1. */
  readonly number: number;
  readonly losses: Losses;
}

/**
 * Returns name and meta of a row.
 * @param known fields read elsewhere; a field with `@` is lost, since such names are reserved
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

/** Returns `id` and the other fields of a row, except the `known` ones. */
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

/** Returns the text itself if it is not JSON any more. */
function parsedOr(json: string): unknown {
  const value = parsed(json);
  return value === undefined ? json : value;
}

/** Returns `undefined` for invalid JSON: meta may have been edited by hand. */
function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}
