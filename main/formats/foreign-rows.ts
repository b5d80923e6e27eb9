/**
 * Rows of public sets that name entities otherwise than by offsets: tokens with tags (NCBI-disease, BC5CDR), triples of
 * words (CMeIE), one marked pair with a label (ChemProt), placeholders with a label (GAD), and utterances with a tag a
 * character (CMDD).
 */
import type { LabelledSpan, RelatedDocument } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { isRecord } from '../reading/json.ts';
import { placesOf } from './annotations/cmeie-triples.ts';
import { toCodeUnits } from './code-points.ts';
import { bad, checkText } from './training-lines.ts';

type Row = Readonly<Record<string, unknown>>;
type Content = Omit<RelatedDocument, 'id'>;

/** Returns the content of a row of such a set, `undefined` of others. @throws AppError naming the field */
export function readForeignRow(row: Row): Content | undefined {
  if (Array.isArray(row.tokens) && Array.isArray(row.tags)) return taggedTokens(row.tokens, row.tags);
  if (Array.isArray(row.spo_list)) return triples(checkText(row.text, 'text'), row.spo_list);
  if (Array.isArray(row['dialogue-content'])) return dialogue(row['dialogue-content']);
  const text = row.text ?? row.sentence;
  if (row.label === undefined || typeof text !== 'string') return undefined;
  const label = String(row.label);
  if (text.includes('<< ') && text.includes('[[ ')) return related(markedPair(text), label);
  const named = placeholders(text);
  return named.length === 2 ? related({ text, entities: named }, label) : undefined;
}

/** Tokens are joined by blanks; a tag I- that follows no tag of its type begins an entity. */
function taggedTokens(tokens: readonly unknown[], tags: readonly unknown[]): Content {
  if (tokens.length !== tags.length) throw bad('tags', message('fault.missing'));
  const entities: LabelledSpan[] = [];
  let text = '';
  let open: LabelledSpan | undefined;
  for (const [i, token] of tokens.entries()) {
    if (typeof token !== 'string') throw bad(`tokens[${i}]`, message('fault.no-text'));
    const [, sign, type] = /^(?:O|([BI])-(.+))$/.exec(String(tags[i])) ?? [];
    if (sign === undefined && tags[i] !== 'O') throw bad(`tags[${i}]`, message('fault.no-type-name'));
    if (i > 0) text += ' ';
    const start = text.length;
    text += token;
    const goesOn = sign === 'I' && open?.type === type;
    if (open !== undefined && goesOn) open.end = text.length;
    else {
      open = type === undefined ? undefined : { start, end: text.length, type };
      if (open !== undefined) entities.push(open);
    }
  }
  return { text: checkText(text, 'tokens'), entities, relations: [] };
}

/** Statuses of symptoms in CMDD, in the words of assertions. */
const STATUSES: ReadonlyMap<unknown, string> = new Map([
  ['1', 'present'],
  ['2', 'negated'],
  ['3', 'uncertain'],
]);

/** A line for each utterance, which begins with the speaker; the type of a symptom is its status. */
function dialogue(utterances: readonly unknown[]): Content {
  const entities: LabelledSpan[] = [];
  let text = '';
  for (const [i, utterance] of utterances.entries()) {
    const field = `dialogue-content[${i}]`;
    if (!isRecord(utterance)) throw bad(field, message('fault.no-object'));
    const { speaker, sentence, label, type } = utterance;
    if (typeof sentence !== 'string') throw bad(`${field}.sentence`, message('fault.no-text'));
    if (typeof label !== 'string' || label.length !== [...sentence].length || !/^[BIO]*$/.test(label))
      throw bad(`${field}.label`, message('fault.no-tag-a-character'));
    if (!Array.isArray(type)) throw bad(`${field}.type`, message('fault.no-list'));
    if (text !== '') text += '\n';
    const units = toCodeUnits(sentence);
    if (typeof speaker === 'string' && speaker !== '') text += `${speaker}：`;
    for (const [number, { index, 0: tags }] of mentionsOf(label, type.length).entries()) {
      // The published files lack a few statuses.
      const status = number < type.length ? STATUSES.get(type[number]) : 'uncertain';
      if (status === undefined) throw bad(`${field}.type[${number}]`, message('fault.no-type-name'));
      const [start, end] = [index, index + tags.length].map((at) => text.length + (units?.[at] ?? at));
      entities.push({ start: start!, end: end!, type: status });
    }
    text += sentence;
  }
  return { text: checkText(text, 'dialogue-content'), entities, relations: [] };
}

/** Returns the runs of tags; those that adjoin are one mention where there are fewer statuses than runs. */
function mentionsOf(label: string, statuses: number): RegExpExecArray[] {
  const mentions = [...label.matchAll(/[BI]I*/g)];
  return mentions.length > statuses ? [...label.matchAll(/[BI]+/g)] : mentions;
}

/**
 * Every occurrence of the words outside of longer ones is a mention; words that occur within longer ones only have their
 * first occurrence.
 */
function triples(text: string, list: readonly unknown[]): Content {
  const found = list.map((triple, i) => tripleOf(triple, `spo_list[${i}]`));
  const ends = found.flatMap(({ from, to }) => [from, to]);
  const names = new Map(ends.map((end) => [JSON.stringify(end), end]));
  const taken = new Uint8Array(text.length);
  const entities: LabelledSpan[] = [];
  const first = new Map<string, number>();
  const longestFirst = [...names].sort(([, a], [, b]) => b.words.length - a.words.length);
  let length = Number.POSITIVE_INFINITY;
  let pending: { start: number; end: number }[] = [];
  for (const [key, { words, type }] of longestFirst) {
    if (words.length < length) {
      for (const { start, end } of pending) taken.fill(1, start, end);
      pending = [];
      length = words.length;
    }
    const places = placesOf(text, words);
    if (places.length === 0) throw bad('spo_list', message('fault.absent-words', { words }));
    const free = places.filter(({ start, end }) => !taken.subarray(start, end).includes(1));
    first.set(key, entities.length);
    for (const place of free.length === 0 ? places.slice(0, 1) : free) entities.push({ ...place, type });
    pending.push(...places);
  }
  const relations = found.map(({ from, to, type }) => ({
    from: first.get(JSON.stringify(from))!,
    to: first.get(JSON.stringify(to))!,
    type,
  }));
  return { text, entities, relations };
}

function tripleOf(triple: unknown, field: string) {
  if (!isRecord(triple)) throw bad(field, message('fault.no-object'));
  const value = (name: string): string => {
    const given = triple[name];
    const words = isRecord(given) ? given['@value'] : given;
    if (typeof words !== 'string' || words.trim() === '')
      throw bad(`${field}.${name}`, message('fault.missing'));
    return words;
  };
  return {
    type: value('predicate'),
    from: { words: value('subject'), type: value('subject_type') },
    to: { words: value('object'), type: value('object_type') },
  };
}

/** Types of the two ends of a marked pair, which the set does not tell apart, by their marks. */
const MARKS = new Map([
  ['<< ', 'ARG1'],
  [' >>', 'ARG1'],
  ['[[ ', 'ARG2'],
  [' ]]', 'ARG2'],
]);

/** Takes the first pair of each mark: a sign such as >> may also stand in the text. */
function markedPair(marked: string): Omit<Content, 'relations'> {
  const starts = new Map<string, number>();
  const entities: LabelledSpan[] = [];
  let text = '';
  for (const part of marked.split(/(<< | >>|\[\[ | \]\])/)) {
    const type = MARKS.get(part);
    const start = type === undefined ? undefined : starts.get(type);
    if (type !== undefined && part.endsWith(' ') && start === undefined) starts.set(type, text.length);
    else if (type !== undefined && start !== undefined && !entities.some((entity) => entity.type === type))
      entities.push({ start, end: text.length, type });
    else text += part;
  }
  if (entities.length !== 2) throw bad('text', message('fault.missing'));
  return { text, entities };
}

/** Returns placeholders such as `@GENE$`, in their order. */
const placeholders = (text: string): LabelledSpan[] =>
  [...text.matchAll(/@([A-Za-z]+)\$/g)].map(({ index, 0: words, 1: type = '' }) => ({
    start: index,
    end: index + words.length,
    type,
  }));

/** The relation leads from the entity whose type comes first in the alphabet. A label 0 or false is no relation. */
function related({ text, entities }: Omit<Content, 'relations'>, label: string): Content {
  if (label === '0' || label === 'false') return { text, entities, relations: [] };
  const isInOrder = entities[0]!.type <= entities[1]!.type;
  const ends = isInOrder ? { from: 0, to: 1 } : { from: 1, to: 0 };
  return { text, entities, relations: [{ ...ends, type: label }] };
}
