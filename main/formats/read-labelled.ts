/**
 * Reads labelled documents as JSON lines, also gzipped: `{"id"?, "text", "entities": [{"start", "end", "type",
 * "text"?}]}`. One malformed line refuses the whole file, so that no model learns from half of it unnoticed.
 */

import type { LabelledDocument, LabelledSpan } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import type { AppError } from '../../shared/result.ts';
import { isRecord } from '../reading/json.ts';
import { toCodeUnits } from './code-points.ts';
import { readForeignRow } from './foreign-rows.ts';
import { bad, checkText, idOf, readTrainingLines } from './training-lines.ts';

const MAX_TYPE_CHARS = 100;

/** @param name of the file, for messages */
export function readLabelled(path: string, name: string): Promise<LabelledDocument[]> {
  return readTrainingLines(path, name, {
    format: 'jsonl',
    parse: parseLine,
    hint: message('hint.labelled-form'),
  });
}

function parseLine(value: Record<string, unknown>, number: string): LabelledDocument {
  const id = idOf(value.id, number);
  const foreign = readForeignRow(value);
  if (foreign !== undefined) return { id, text: foreign.text, entities: distinct(foreign.entities) };
  const text = checkText(value.text, 'text');
  return { id, text, entities: distinct(entitiesOf(value.entities, text)) };
}

/** Returns spans in code units, in the order of the list. @throws AppError naming the field */
export function entitiesOf(entities: unknown, text: string): LabelledSpan[] {
  if (!Array.isArray(entities)) throw bad('entities', message('fault.no-list'));
  return settle(
    entities.map((entity: unknown, i) => parseEntity(entity, `entities[${i}]`, text)),
    text,
  );
}

/** Returns the different spans, sorted. */
function distinct(spans: readonly LabelledSpan[]): LabelledSpan[] {
  const unique = new Map(spans.map((span) => [`${span.start} ${span.end} ${span.type}`, span]));
  return [...unique.values()].sort(
    (a, b) => a.start - b.start || a.end - b.end || (a.type < b.type ? -1 : 1),
  );
}

interface GivenEntity extends LabelledSpan {
  readonly field: string;
  readonly words: string | undefined;
}

function parseEntity(entity: unknown, field: string, text: string): GivenEntity {
  if (!isRecord(entity)) throw bad(field, message('fault.no-object'));
  const { type, text: words } = entity;
  const start = offset(entity.start, `${field}.start`);
  const end = offset(entity.end, `${field}.end`);
  if (start >= end) throw bad(`${field}.end`, message('fault.end-before-start', { start, end }));
  if (end > text.length)
    throw bad(`${field}.end`, message('fault.past-end', { offset: end, length: text.length }));
  if (typeof type !== 'string' || type.trim() === '') throw bad(`${field}.type`, message('fault.missing'));
  if (type.length > MAX_TYPE_CHARS)
    throw bad(`${field}.type`, message('fault.too-long', { limit: MAX_TYPE_CHARS }));
  if (type === '__proto__') throw bad(`${field}.type`, message('fault.reserved'));
  if (words !== undefined && words !== null && typeof words !== 'string')
    throw bad(`${field}.text`, message('fault.not-text'));
  return { start, end, type, field, words: words ?? undefined };
}

function offset(value: unknown, field: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw bad(
    field,
    message('fault.no-whole-number', { value: JSON.stringify(value) ?? message('fault.nothing') }),
  );
}

/**
 * Returns spans in code units. Offsets may also count code points, as in Python; in texts with
 * characters beyond U+FFFF the entities' words decide.
 */
function settle(given: readonly GivenEntity[], text: string): LabelledSpan[] {
  const misfit = given.find((entity) => !fits(entity, text));
  let spans = given;
  if (misfit !== undefined) {
    const units = toCodeUnits(text);
    const recounted =
      units === undefined
        ? []
        : given.flatMap((entity) => {
            const [start, end] = [units[entity.start], units[entity.end]];
            return start === undefined || end === undefined ? [] : [{ ...entity, start, end }];
          });
    if (recounted.length < given.length || !recounted.every((entity) => fits(entity, text))) {
      throw misfitError(misfit, text);
    }
    spans = recounted;
  }
  for (const { start, end, field } of spans) {
    if (splitsCharacter(text, start) || splitsCharacter(text, end))
      throw bad(field, message('fault.inside-character'));
  }
  return spans.map(({ start, end, type }) => ({ start, end, type }));
}

function fits({ start, end, words }: GivenEntity, text: string): boolean {
  return words === undefined || text.slice(start, end) === words;
}

function misfitError({ start, end, words, field }: GivenEntity, text: string): AppError {
  return bad(
    `${field}.text`,
    message('fault.other-words', {
      words: JSON.stringify(words),
      place: `${start}-${end}`,
      found: JSON.stringify(text.slice(start, end)),
    }),
  );
}

function splitsCharacter(text: string, at: number): boolean {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) && /^[\ud800-\udbff]/.test(text.charAt(at - 1));
}
