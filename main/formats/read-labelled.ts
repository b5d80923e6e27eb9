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

/** Unit that the offsets of a document count; `unsaid`: both are possible and differ. */
type Counting = 'units' | 'points' | 'unsaid';

/** Unit in which to read offsets of documents where both are possible; units of the others are added to `found`. */
interface Countings {
  readonly unsaid: 'units' | 'points' | 'refused';
  readonly found: Set<Counting>;
}

/**
 * The other documents decide for one that does not tell what its offsets count; code units where none tells.
 * @param name of the file, for messages
 */
export async function readLabelled(path: string, name: string): Promise<LabelledDocument[]> {
  const found = new Set<Counting>();
  const read = (unsaid: Countings['unsaid']) =>
    readTrainingLines(path, name, {
      format: 'jsonl',
      parse: (value, number) => parseLine(value, number, { unsaid, found }),
      hint: message('hint.labelled-form'),
    });
  const documents = await read('units');
  if (!found.has('unsaid') || !found.has('points')) return documents;
  return read(found.has('units') ? 'refused' : 'points');
}

function parseLine(value: Record<string, unknown>, number: string, countings: Countings): LabelledDocument {
  const id = idOf(value.id ?? value['example-id'], number);
  const foreign = readForeignRow(value);
  if (foreign !== undefined) return { id, text: foreign.text, entities: distinct(foreign.entities) };
  const text = checkText(value.text, 'text');
  return { id, text, entities: distinct(entitiesOf(value.entities, text, countings)) };
}

/** Returns spans in code units, in the order of the list. @throws AppError naming the field */
export function entitiesOf(
  entities: unknown,
  text: string,
  countings: Countings = { unsaid: 'units', found: new Set() },
): LabelledSpan[] {
  if (!Array.isArray(entities)) throw bad('entities', message('fault.no-list'));
  const given = entities.map((entity: unknown, i) => parseEntity(entity, `entities[${i}]`, text));
  return settle(given, text, countings).map(({ start, end, type }) => ({ start, end, type }));
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
 * Returns entities in code units. Offsets may also count code points, as in Python; in texts with characters beyond U+FFFF
 * the entities' words decide, or that one counting leaves the text or ends inside a character.
 */
function settle(
  given: readonly GivenEntity[],
  text: string,
  { unsaid, found }: Countings,
): readonly GivenEntity[] {
  const points = inCodePoints(given, text);
  const fitting = [given, points].filter((entities) => entities?.every((entity) => fits(entity, text)));
  const [first, second] = fitting;
  if (first === undefined) throw misfitError(given.find((entity) => !fits(entity, text))!, text);
  if (second === undefined) {
    found.add(first === given ? 'units' : 'points');
    return first;
  }
  const unclear = given.find(({ words, end }, i) => words === undefined && end !== second[i]!.end);
  if (unclear === undefined) return first;
  found.add('unsaid');
  if (unsaid === 'refused') throw bad(unclear.field, message('fault.unsaid-counting'));
  return unsaid === 'units' ? first : second;
}

/** Returns the entities as if their offsets counted code points; `undefined` where that leaves the text. */
function inCodePoints(given: readonly GivenEntity[], text: string): readonly GivenEntity[] | undefined {
  const units = toCodeUnits(text);
  if (units === undefined) return given;
  if (given.some(({ end }) => units[end] === undefined)) return undefined;
  return given.map((entity) => ({ ...entity, start: units[entity.start]!, end: units[entity.end]! }));
}

const fits = ({ start, end, words }: GivenEntity, text: string): boolean =>
  words === undefined
    ? !splitsCharacter(text, start) && !splitsCharacter(text, end)
    : text.slice(start, end) === words;

function misfitError({ start, end, words, field }: GivenEntity, text: string): AppError {
  if (words === undefined) return bad(field, message('fault.inside-character'));
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
