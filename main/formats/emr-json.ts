/**
 * Reads EMRs as JSON: `{ "text": … }`, or one field per section (`{ "主诉": …, "现病史": … }`), which become a text with
 * headings. Used for .json, .jsonl and the command line's INPUT.
 */
import { z } from 'zod';
import type { RecordFacts, ToldDiagnosis } from '../../shared/domain/patient.ts';
import { AppError } from '../../shared/result.ts';

export interface EmrRecord extends RecordFacts {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** True when the text was composed from section fields; offsets then refer to the composed text. */
  readonly composed: boolean;
  /** Filled fields that are neither text nor name, and the line of the record. */
  readonly rest?: { readonly line: number; readonly fields: Readonly<Record<string, unknown>> };
  /** Confidence in percent of a text that was read from pictures of its pages. */
  readonly scan?: number;
  /** Diagnoses that somebody accepted for this record. */
  readonly diagnoses?: readonly ToldDiagnosis[];
}

const Fields = z.record(z.string(), z.unknown());
/** Fields with the record's name, which are not part of its text. */
const NAMES = new Set(['id', 'ID', 'title', 'name']);

/**
 * Throws `bad-input` for invalid records.
 * @param ordinal counts from 1 and names records without id
 * @param line absent: the record's other fields are not returned
 */
export function recordFromJson(value: unknown, ordinal: number, line?: number): EmrRecord {
  const parsed = Fields.safeParse(value);
  if (!parsed.success) throw new AppError('bad-input', 'deid.not-an-object');
  const fields = parsed.data;
  const given = fields.id ?? fields.ID;
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : String(ordinal);
  const title = [fields.title, fields.name, given].find((v) => typeof v === 'string' && v.trim() !== '');
  const name = typeof title === 'string' ? title : `#${ordinal}`;
  const isText = typeof fields.text === 'string';
  const isRead = (field: string): boolean => (isText ? field === 'text' : /\p{Script=Han}/u.test(field));
  const others = Object.entries(fields).filter(
    ([field, other]) => !isRead(field) && !NAMES.has(field) && isFilled(other),
  );
  const rest =
    line === undefined || others.length === 0 ? {} : { rest: { line, fields: Object.fromEntries(others) } };
  if (typeof fields.text === 'string')
    return { id, title: name, text: fields.text, composed: false, ...rest };
  const sections = Object.entries(fields)
    .filter(([heading]) => isRead(heading))
    .map(([heading, value]): [string, string] => [heading, plainText(value)])
    .filter(([, body]) => body !== '');
  if (sections.length === 0) throw new AppError('bad-input', 'documents.no-text-field');
  const text = sections.map(([heading, body]) => `${heading}：${body}\n`).join('');
  return { id, title: name, text, composed: true, ...rest };
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Converts lists and tables in a section to text, so that nothing of a record is dropped. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join('；');
  const inner = Fields.safeParse(value);
  if (!inner.success) return '';
  return Object.entries(inner.data)
    .map(([name, part]) => [name, plainText(part)])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}：${text}`)
    .join('；');
}
