/**
 * De-identifies a record of a JSON lines file in its own form: text or section fields, spans that move with the
 * text, and all other fields.
 */
import { z } from 'zod';
import type { DeidMode } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { AppError } from '../../shared/result.ts';
import { mapOffset } from './apply.ts';
import {
  type DeidentifiedRecord,
  type Deidentifier,
  DeidRun,
  type FoundRecord,
  type RecordToDeidentify,
} from './deidentify.ts';
import type { DetectOptions } from './detect.ts';
import { mapFragment } from './map-items.ts';
import type { KnownWords } from './repeats.ts';
import type { DeidRules } from './rules.ts';
import { choicesFor } from './seeded-choices.ts';

type Fields = Readonly<Record<string, unknown>>;
const FieldsSchema = z.record(z.string(), z.unknown());
const SpanFields = z.looseObject({ start: z.number().int(), end: z.number().int() });

export interface DeidentifiedJson {
  readonly fields: Fields;
  readonly hidden: DeidentifiedRecord;
  /** The text that offsets of the findings refer to. */
  readonly text: string;
  /** Fields that the text was read from, and the pseudonym. */
  readonly written: ReadonlySet<string>;
  /** Spans inside replaced text or with invalid offsets. */
  readonly lostSpans: number;
}

export interface JsonOptions {
  readonly mode: DeidMode;
  /** Number of the record, its name when it has no id. */
  readonly ordinal: number;
  /** Field with the patient's identifier; replaced by a pseudonym. */
  readonly patientField?: string | undefined;
  /** Model entities found in `textOfJson`. */
  readonly model?: DetectOptions['model'] | undefined;
  /** Marks of `textOfJson`. */
  readonly marks?: DetectOptions['marks'];
}

/** A JSON value read as a record. */
interface JsonRecord {
  readonly fields: Fields;
  readonly labels: LabelReader;
  readonly places: ReadonlyMap<string, Span>;
  readonly patient: string | undefined;
  readonly record: RecordToDeidentify;
}

function recordOf(tools: Deidentifier, value: unknown, options: JsonOptions): JsonRecord {
  const parsed = FieldsSchema.safeParse(value);
  if (!parsed.success) throw new AppError('bad-input', 'deid.not-an-object');
  const fields = parsed.data;
  const labels = labelReader(tools.rules);
  const { patientField } = options;
  const patient = patientField === undefined ? undefined : patientOf(fields, patientField);
  const { text, places } = textOf(fields);
  const record = {
    text,
    title: '',
    id: String(fields.id ?? options.ordinal),
    patientKey: patient === undefined ? undefined : `patient:${patient}`,
    known: knownFrom(tools, fields, labels, places),
    model: options.model,
    marks: options.marks,
  };
  return { fields, labels, places, patient, record };
}

/** Looks at a record of a run. @throws AppError `bad-input` as `deidentifyJsonRecord` does */
export const readJsonRecord = (
  tools: Deidentifier,
  run: DeidRun,
  value: unknown,
  options: JsonOptions,
): FoundRecord => run.read(recordOf(tools, value, options).record);

/**
 * De-identifies one record. Throws AppError `bad-input` when the value is no object or lacks the patient field.
 * @param first what the run found when it looked at the record; looked at now otherwise
 */
export function deidentifyJsonRecord(
  tools: Deidentifier,
  value: unknown,
  options: JsonOptions,
  run: DeidRun = new DeidRun(tools),
  first?: FoundRecord,
): DeidentifiedJson {
  const { fields, labels, places, patient, record } = recordOf(tools, value, options);
  const { text } = record;
  const { patientField } = options;
  const hidden = run.finish(record, first ?? run.read(record), options.mode);
  const lost = { spans: 0 };
  const context = { hidden, labels, text: places.has('text') ? text : undefined, lost };
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const place = places.get(key);
    if (key === patientField && patient !== undefined)
      out[key] = `P${choicesFor(tools.secret, patient).digits(10, 'not-zero', 'pseudonym')}`;
    else if (place !== undefined)
      out[key] = hidden.text.slice(
        mapOffset(hidden.pieces, place.start),
        mapOffset(hidden.pieces, place.end),
      );
    else out[key] = deidentifyValue(field, key, context);
  }
  const written = new Set([...places.keys(), ...(patientField === undefined ? [] : [patientField])]);
  return { fields: out, hidden, text, written, lostSpans: lost.spans };
}

/** Returns the text of a record, or '' where it has none. */
export function textOfJson(value: unknown): string {
  const parsed = FieldsSchema.safeParse(value);
  return parsed.success ? textOf(parsed.data).text : '';
}

function patientOf(fields: Fields, patientField: string): string {
  const value = fields[patientField];
  if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
    return String(value).trim();
  throw new AppError('bad-input', 'deid.no-patient-field', { field: patientField });
}

/** Returns the text, or the section fields joined with their names as headings. */
function textOf(fields: Fields): { text: string; places: ReadonlyMap<string, Span> } {
  if (typeof fields.text === 'string')
    return { text: fields.text, places: new Map([['text', { start: 0, end: fields.text.length }]]) };
  const places = new Map<string, Span>();
  let text = '';
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || !/\p{Script=Han}/u.test(key)) continue;
    const start = text.length + key.length + 1;
    text += `${key}：${value}\n`;
    places.set(key, { start, end: start + value.length });
  }
  return { text, places };
}

/** Returns the label of a field of the file, by its name; by its value too where the name says only that it is a number. */
type LabelReader = (key: string, value?: unknown) => string;

/** Names of fields that hold numbers: id, hospitalNo, 医院编号. */
const NUMBERED = /(?:^|_)(?:id|no|nr|num|number|code|sn|key)$|[号码]$/u;
/** A value that would be read as a date, or as nothing, without its name: 20240305. */
const LONG_NUMBER = /^\d{6,}$/;

function labelReader(rules: DeidRules): LabelReader {
  const labels = new Map(
    Object.entries(rules.fieldNames).flatMap(([label, names]) =>
      names.map((name): [string, string] => [name, label]),
    ),
  );
  const known = new Set(Object.values(rules.labels).flat());
  return (key, value) => {
    const name = key
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
      .toLowerCase()
      .replaceAll('-', '_');
    const label = labels.get(name);
    if (label !== undefined || known.has(key)) return label ?? key;
    return NUMBERED.test(name) && LONG_NUMBER.test(String(value ?? '')) ? '病案号' : key;
  };
}

/** Returns words from other fields about the patient, to search in the text. */
const knownFrom = (
  { detector, isTerm }: Deidentifier,
  fields: Fields,
  labels: LabelReader,
  places: ReadonlyMap<string, unknown>,
): KnownWords[] =>
  Object.entries(fields).flatMap(([key, value]): KnownWords[] => {
    if (places.has(key) || (typeof value !== 'string' && typeof value !== 'number')) return [];
    const whole = `${labels(key, value)}：${value}`;
    return detector
      .detect(whole, isTerm === undefined ? {} : { isTerm })
      .filter(({ field }) => field !== 'date' && field !== 'age' && field !== 'bed-number')
      .map(({ start, end, field }) => ({ words: whole.slice(start, end), field }));
  });

interface ValueContext {
  readonly hidden: DeidentifiedRecord;
  readonly labels: LabelReader;
  /** Value of the field `text`, which span offsets refer to. */
  readonly text: string | undefined;
  readonly lost: { spans: number };
}

function deidentifyValue(value: unknown, key: string, context: ValueContext): unknown {
  if (typeof value === 'string') return context.hidden.applyTo(value, context.labels(key, value));
  if (typeof value === 'number') {
    const words = context.hidden.applyTo(String(value), context.labels(key, value));
    return words === String(value) ? value : words;
  }
  if (Array.isArray(value)) return value.flatMap((one) => deidentifyElement(one, key, context));
  const inner = FieldsSchema.safeParse(value);
  return inner.success ? deidentifyFields(inner.data, context) : value;
}

const deidentifyFields = (fields: Fields, context: ValueContext): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, deidentifyValue(value, key, context)]),
  );

/** Keeps a span's words in step with the text; a lost span is removed and counted. */
function deidentifyElement(value: unknown, key: string, context: ValueContext): unknown[] {
  const span = SpanFields.safeParse(value);
  if (!span.success || context.text === undefined) return [deidentifyValue(value, key, context)];
  const { start, end, text, ...others } = span.data;
  const words = context.text.slice(start, end);
  const fits =
    0 <= start && start < end && end <= context.text.length && (text === undefined || text === words);
  const moved = fits ? mapFragment(context.hidden.pieces, { start, end }) : undefined;
  if (moved === undefined) {
    context.lost.spans++;
    return [];
  }
  const newWords = context.hidden.text.slice(moved.start, moved.end);
  return [
    { ...moved, ...(text === undefined ? {} : { text: newWords }), ...deidentifyFields(others, context) },
  ];
}
