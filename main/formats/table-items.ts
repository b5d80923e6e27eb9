/** Reads labels and entities of a table's cells; those with a score, as tools predict them, become suggestions. */
import type { DocumentLabel, Item, Provenance, SpanItem } from '../../shared/domain/annotation.ts';
import type { TableColumns } from '../../shared/domain/table-columns.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { isRecord } from '../reading/json.ts';
import { splitsCharacter } from './annotations/check-document.ts';
import { importedFrom, MAX_TYPE } from './annotations/losses.ts';
import { fromCodePoints, fromCodeUnits, type ToUnits } from './annotations/offsets.ts';
import { columnOf } from './document-tables.ts';
import { bad } from './training-lines.ts';

type Row = Readonly<Record<string, unknown>>;

/** Names that tools give to the parts of a prediction. */
const START = ['start', 'start_idx', 'start_offset', 'start_pos', 'begin', 'start_index'];
const END = ['end', 'end_idx', 'end_offset', 'end_pos', 'stop', 'end_index'];
const TYPE = [
  'type',
  'label',
  'entity_group',
  'entity_type',
  'label_type',
  'category',
  'class',
  'tag',
  'entity',
  'name',
];
const SCORE = ['score', 'confidence', 'probability', 'prob', 'p'];
const WORDS = ['text', 'word', 'words', 'mention', 'surface', 'value', 'entity'];
/** Ends under these names count the last character in. */
const INCLUSIVE = /^end_(idx|index)$/;

/** Returns the items of a row. @throws AppError naming the column */
export function itemsOfRow(row: Row, text: string, columns: TableColumns, file: string): Item[] {
  const labels = columns.label === undefined ? [] : labelsOf(row, columns.label, columns, file);
  const spans =
    columns.spans === undefined ? [] : spansOf(columnOf(row, columns.spans), text, columns.spans, file);
  return [...labels, ...spans].map((item, i) => ({ ...item, id: i + 1 }));
}

/** Returns whether a value is a list of entities. */
export const looksLikeSpans = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (one: unknown) =>
      isTriple(one) ||
      (isRecord(one) && START.some((name) => name in one) && END.some((name) => name in one)),
  );

const isTriple = (one: unknown): one is [number, number, string] =>
  Array.isArray(one) &&
  typeof one[0] === 'number' &&
  typeof one[1] === 'number' &&
  typeof one[2] === 'string';

/** A score from 0 to 1, also as a text or in per cent. @throws AppError naming the column */
function scoreOf(value: unknown, column: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const [, digits, percent] = /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)\s*(%?)\s*$/i.exec(String(value)) ?? [];
  const score = Number(digits ?? Number.NaN) / (percent === '%' ? 100 : 1);
  if (score >= 0 && score <= 1) return score;
  throw bad(column, message('fault.no-share', { value: String(value).slice(0, 40) }));
}

type Fate = Pick<Item, 'status' | 'provenance'>;

/** A prediction is a suggestion of its file; other annotations are accepted. */
function fateOf(score: number | undefined, file: string, isPredicted = score !== undefined): Fate {
  if (!isPredicted) return { status: 'accepted', provenance: importedFrom(file) };
  const provenance: Provenance = {
    kind: 'model',
    name: importedFrom(file).name,
    ...(score === undefined ? {} : { confidence: score }),
  };
  return { status: 'suggested', provenance };
}

function labelsOf(
  row: Row,
  column: string,
  { separator, score }: TableColumns,
  file: string,
): DocumentLabel[] {
  const value = columnOf(row, column);
  if (value === undefined || value === null) return [];
  const parts = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((part) =>
    typeof part === 'string' && separator !== undefined ? part.split(separator) : [part],
  );
  const scores = score === undefined ? undefined : scoresOf(columnOf(row, score), score, separator);
  if (scores !== undefined && scores.length > 1 && scores.length !== parts.length)
    throw bad(score ?? '', message('tables.score-count', { scores: scores.length, labels: parts.length }));
  const labels = new Map<string, DocumentLabel>();
  for (const [i, part] of parts.entries()) {
    const own = isRecord(part) ? part : undefined;
    const given = own === undefined ? part : own[named(own, TYPE) ?? ''];
    if (typeof given !== 'string' && typeof given !== 'number')
      throw bad(column, message('fault.no-text-or-number'));
    const type = typeOf(String(given).trim(), column);
    if (type === '') continue;
    const ownScore = own === undefined ? undefined : scoreOf(own[named(own, SCORE) ?? ''], column);
    const told = ownScore ?? (scores?.length === 1 ? scores[0] : scores?.[i]);
    const fate = fateOf(told, file, told !== undefined || score !== undefined);
    if (!labels.has(type))
      labels.set(type, { kind: 'label', id: 0, type, attributes: {}, note: '', ...fate });
  }
  return [...labels.values()];
}

function scoresOf(value: unknown, column: string, separator: string | undefined): (number | undefined)[] {
  const parts: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string' && separator !== undefined
      ? value.split(separator)
      : [value];
  return parts.map((part) => scoreOf(part, column));
}

function typeOf(type: string, column: string): string {
  if (type.length > MAX_TYPE) throw bad(column, message('fault.type-too-long', { limit: MAX_TYPE }));
  return type;
}

const named = (one: Row, names: readonly string[]): string | undefined =>
  names.find((name) => Object.hasOwn(one, name));

interface GivenSpan {
  readonly start: number;
  readonly end: number;
  readonly inclusive: boolean;
  readonly words: string | undefined;
  readonly type: string;
  readonly score: number | undefined;
}

/** @throws AppError naming the column and the entity */
function spansOf(value: unknown, text: string, column: string, file: string): SpanItem[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw bad(column, message('fault.no-list'));
  const given = value.map((one: unknown, i) => givenSpan(one, `${column}.${i}`));
  const place = placing(given, text);
  return given.map((span, i): SpanItem => {
    const fragment = place(span);
    if (fragment === undefined) throw bad(`${column}.${i}`, misplaced(span, text));
    const { type, score } = span;
    return {
      kind: 'span',
      id: 0,
      type,
      attributes: {},
      note: '',
      ...fateOf(score, file),
      fragments: [fragment],
    };
  });
}

function givenSpan(one: unknown, at: string): GivenSpan {
  if (isTriple(one)) {
    const [start, end, type] = one;
    return {
      ...wholeEnds(start, end, at),
      inclusive: false,
      words: undefined,
      type: typeOf(type, at),
      score: undefined,
    };
  }
  if (!isRecord(one)) throw bad(at, message('fault.no-object'));
  const [startName, endName, typeName] = [named(one, START), named(one, END), named(one, TYPE)];
  if (startName === undefined || endName === undefined)
    throw bad(at, message('tables.no-place', { names: Object.keys(one).slice(0, 20) }));
  const type = one[typeName ?? ''];
  if (typeof type !== 'string' || type.trim() === '') throw bad(`${at}.type`, message('fault.missing'));
  const words =
    one[
      named(
        one,
        WORDS.filter((name) => name !== typeName),
      ) ?? ''
    ];
  return {
    ...wholeEnds(one[startName], one[endName], at),
    inclusive: INCLUSIVE.test(endName),
    words: typeof words === 'string' && words !== '' ? words : undefined,
    type: typeOf(type.trim(), at),
    score: scoreOf(one[named(one, SCORE) ?? ''], `${at}.score`),
  };
}

function wholeEnds(start: unknown, end: unknown, at: string): { start: number; end: number } {
  const whole = (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw bad(
      at,
      message('fault.no-whole-number', { value: JSON.stringify(value) ?? message('fault.nothing') }),
    );
  };
  return { start: whole(start), end: whole(end) };
}

type Placed = { readonly start: number; readonly end: number } | undefined;

/**
 * Returns the way of counting by which every entity has its words: code points or code units, the end counted in or
 * not. Entities without words decide nothing; then it is code points.
 */
function placing(given: readonly GivenSpan[], text: string): (span: GivenSpan) => Placed {
  const usual = given.some(({ inclusive }) => inclusive);
  const ways = [usual, !usual].flatMap((inclusive) =>
    [fromCodePoints(text), fromCodeUnits(text)].map(
      (toUnits) => (span: GivenSpan) => placeOf(span, text, toUnits, inclusive),
    ),
  );
  const told = given.some(({ words }) => words !== undefined);
  const fits = (way: (span: GivenSpan) => Placed): boolean =>
    given.every((span) => {
      const place = way(span);
      return place !== undefined && sameWords(text.slice(place.start, place.end), span.words);
    });
  return (told ? ways : ways.slice(0, 2)).find(fits) ?? (() => undefined);
}

function placeOf({ start, end }: GivenSpan, text: string, toUnits: ToUnits, inclusive: boolean): Placed {
  const from = toUnits(start);
  const to = toUnits(inclusive ? end + 1 : end);
  if (from === undefined || to === undefined || to > text.length || to <= from) return undefined;
  return splitsCharacter(text, from) || splitsCharacter(text, to) ? undefined : { start: from, end: to };
}

/** Tokenizers put blanks between characters, mark parts of words with ##, and fold case. */
const sameWords = (found: string, words: string | undefined): boolean =>
  words === undefined || bare(found) === bare(words);

const bare = (words: string): string => words.replace(/##|\s+/g, '').toLowerCase();

const misplaced = ({ start, end, words }: GivenSpan, text: string): Message =>
  words === undefined
    ? message('fault.outside', { offsets: `${start}–${end}` })
    : message('fault.other-words', {
        words: JSON.stringify(words),
        place: start,
        found: JSON.stringify([...text].slice(start, end).join('').slice(0, 100)),
      });
