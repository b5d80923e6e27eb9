/**
 * Reads labelled texts as JSON lines or a table (CSV, TSV), also gzipped. Fields of text and labels are named: `a.b` is
 * field b of a, or of every member of a list a; `a,b` is both. A pair has a field for each text.
 */

import {
  type ClassifiedDocument,
  type ClassifyTask,
  isPairTask,
} from '../../shared/domain/classification.ts';
import type { ClassifiedFields, RefusedRow } from '../../shared/domain/data-preview.ts';
import { joinTexts } from '../../shared/domain/pairs.ts';
import type { CorpusDocument } from '../../shared/domain/pretraining.ts';
import { taskRow } from '../../shared/domain/tasks.ts';
import { message, type PlainId } from '../../shared/messages/message.ts';
import type { AppError } from '../../shared/result.ts';
import { isRecord } from '../reading/json.ts';
import { type Answers, answersBeside, CANDIDATE_FIELDS, candidateRows } from './candidate-rows.ts';
import { bad, checkText, idOf, readTrainingLines } from './training-lines.ts';

export type { ClassifiedFields } from '../../shared/domain/data-preview.ts';

const MAX_LABEL_CHARS = 200;
const MAX_NAMED_FIELDS = 20;

/**
 * A malformed row refuses the whole file, so that no model learns from half of it unnoticed, unless `onRefused` is
 * given.
 * @param name of the file, for messages
 */
export async function readClassified(
  path: string,
  name: string,
  fields: ClassifiedFields,
  task: ClassifyTask,
  onRefused?: (row: RefusedRow) => void,
): Promise<ClassifiedDocument[]> {
  const others = onRefused === undefined ? {} : { onRefused };
  if (!isPairTask(task))
    return readTrainingLines(path, name, {
      ...others,
      hint: message('hint.classified-form', { text: fields.text, label: fields.label }),
      parse: (row, number) => parseClassified(row, number, fields, task),
    });
  const answers = await answersBeside(path);
  return readTrainingLines(path, name, {
    ...others,
    hint: message('hint.pair-form', { label: fields.label }),
    parse: (row, number) => parsePairs(row, number, fields, answers),
  });
}

/** Returns the pairs of a row: one, or one for each candidate of its question. @throws AppError naming the field */
export function parsePairs(
  row: Readonly<Record<string, unknown>>,
  number: string,
  fields: ClassifiedFields,
  answers: Answers,
): ClassifiedDocument[] {
  const rows = candidateRows(row, answers);
  if (rows === undefined) return [parseClassified(row, number, fields, 'pair')];
  return rows.map((one) => parseClassified(one, number, CANDIDATE_FIELDS, 'pair'));
}

/** @throws AppError naming the field */
export function parseClassified(
  row: Readonly<Record<string, unknown>>,
  number: string,
  fields: ClassifiedFields,
  task: ClassifyTask,
): ClassifiedDocument {
  const text = isPairTask(task) ? pairIn(row, fields) : textIn(row, fields.text);
  const parent = parentOf(row, fields.parent);
  return {
    id: idOf(row.id, number),
    text,
    labels: labelsOf(row, fields, task),
    ...(parent === undefined ? {} : { parent }),
  };
}

/** Returns the text in a field. @throws AppError naming it */
function textIn(row: Readonly<Record<string, unknown>>, field: string): string {
  const texts = valuesAt(row, field).filter((value) => typeof value === 'string');
  if (texts.length === 0) throw absent(row, field, 'fault.no-text');
  return checkText(texts.join('\n'), field);
}

/** Fields that hold the texts of a pair where none are named. */
const PAIR_FIELDS = [
  ['text1', 'text2'],
  ['text_a', 'text_b'],
  ['sentence1', 'sentence2'],
  ['query1', 'query2'],
  ['question1', 'question2'],
  ['premise', 'hypothesis'],
  ['query', 'title'],
  ['question', 'answer'],
  ['文本1', '文本2'],
  ['问题1', '问题2'],
  ['前提', '假设'],
] as const;

/** Returns the fields among `names` that hold the two texts of a pair; one of them may be absent. */
export function pairFields(names: readonly string[]): readonly [first: string, second: string] {
  const found =
    PAIR_FIELDS.find((pair) => pair.every((field) => names.includes(field))) ??
    PAIR_FIELDS.find((pair) => pair.some((field) => names.includes(field)));
  return found ?? PAIR_FIELDS[0];
}

/** Reads pairs of texts without labels, as `readClassified` does those with labels. */
export async function readPairs(
  path: string,
  name: string,
  fields: ClassifiedFields,
): Promise<CorpusDocument[]> {
  const answers = await answersBeside(path);
  return readTrainingLines(path, name, {
    hint: message('hint.pair-form', { label: fields.label }),
    parse(row, number) {
      const rows = candidateRows(row, answers);
      if (rows === undefined) return { id: idOf(row.id, number), text: pairIn(row, fields) };
      return rows.map((one) => ({ id: idOf(one.id, number), text: pairIn(one, CANDIDATE_FIELDS) }));
    },
  });
}

/** Returns both texts of a row as one. @throws AppError naming the field that is missing */
function pairIn(row: Readonly<Record<string, unknown>>, { text, second }: ClassifiedFields): string {
  const [first, other] = second === undefined ? pairFields(Object.keys(row)) : [text, second];
  return joinTexts({ first: textIn(row, first), second: textIn(row, other) });
}

/** Returns the parent that a row names for its labels. @throws AppError when it names several */
function parentOf(row: Readonly<Record<string, unknown>>, field: string | undefined): string | undefined {
  if (field === undefined) return undefined;
  const [parent, ...others] = labelsIn(row, { label: field });
  if (others.length > 0) throw bad(field, message('fault.several-labels', { count: others.length + 1 }));
  return parent;
}

/** Returns an error that lists the fields of the row, one of which may be meant. */
const absent = (row: Readonly<Record<string, unknown>>, field: string, fault: PlainId): AppError =>
  bad(
    field,
    message('fault.among-fields', {
      fault: message(fault),
      fields: Object.keys(row).slice(0, MAX_NAMED_FIELDS),
    }),
  );

function labelsOf(
  line: Readonly<Record<string, unknown>>,
  { label: field, separator }: ClassifiedFields,
  task: ClassifyTask,
): string[] {
  const labels = labelsIn(line, { label: field, separator });
  if (labels.length === 0) throw absent(line, field, 'fault.missing');
  if (taskRow(task)?.several !== true && labels.length > 1)
    throw bad(field, message('fault.several-labels', { count: labels.length }));
  return labels;
}

/** Returns the different labels in a field. @throws AppError naming the field, also for a vector of 0 and 1 */
function labelsIn(
  line: Readonly<Record<string, unknown>>,
  { label: field, separator }: Pick<ClassifiedFields, 'label' | 'separator'>,
): string[] {
  const labels: string[] = [];
  for (const value of valuesAt(line, field)) {
    if (typeof value !== 'string' && typeof value !== 'number')
      throw bad(field, message('fault.no-text-or-number'));
    const whole = String(value);
    for (const part of separator === undefined ? [whole] : whole.split(separator)) {
      const label = part.trim();
      if (label !== '') labels.push(checkLabel(label, field));
    }
  }
  const different = [...new Set(labels)];
  if (different.length < labels.length && different.every((label) => label === '0' || label === '1'))
    throw bad(field, message('fault.multi-hot'));
  return different;
}

function checkLabel(label: string, field: string): string {
  if (label.length > MAX_LABEL_CHARS) throw bad(field, message('fault.too-long', { limit: MAX_LABEL_CHARS }));
  if (label === '__proto__') throw bad(field, message('fault.reserved'));
  return label;
}

/** Returns the values in the named fields, through lists and objects, without nulls. */
function valuesAt(line: Readonly<Record<string, unknown>>, fields: string): unknown[] {
  const names = Object.hasOwn(line, fields) ? [fields] : fields.split(',').map((name) => name.trim());
  return names.flatMap((name) =>
    leaves(Object.hasOwn(line, name) ? line[name] : follow(line, name.split('.'))),
  );
}

function follow(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member: unknown) => follow(member, path));
  return isRecord(value) && Object.hasOwn(value, name) ? follow(value[name], rest) : undefined;
}

function leaves(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isRecord(value) ? Object.values(value).flatMap(leaves) : [value];
}
