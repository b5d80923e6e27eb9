/** Converts the triples of one CMeIE row to spans and relations and back. */
import { z } from 'zod';
import type {
  AnnotatedDocument,
  Attributes,
  Item,
  Relation,
  SpanItem,
} from '../../../shared/domain/annotation.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { message } from '../../../shared/messages/message.ts';
import { splitsCharacter } from './check-document.ts';
import { checked, type JsonRow } from './json-rows.ts';
import { acceptedItems, countExtras, example, importedFrom, LOST, type Losses } from './losses.ts';

const ABSENT = 'losses.absent-words';
const OTHER_FIELDS = 'losses.triple-fields';
const UNRELATED = 'losses.unrelated-spans';
const PLACES = 'losses.span-places';

/** Longest name of an attribute. */
const MAX_ATTRIBUTE = 100;

const TypeName = z.string().min(1).max(100);
const Words = z.string().min(1);
/** Field of an object's value; some triples have further fields. */
const Values = z.object({ '@value': Words }).catchall(z.string().max(2000));
const Types = z.object({ '@value': TypeName }).catchall(z.string().max(2000));

const Triple = z.looseObject({
  Combined: z.boolean().optional(),
  predicate: TypeName,
  subject: Words,
  subject_type: TypeName,
  object: Values,
  object_type: Types,
});
type Triple = z.infer<typeof Triple>;

const FIELDS = new Set(Object.keys(Triple.shape));
/** Prefixes of attribute names for further fields of objects and their types. */
const BESIDE = ['object', 'object_type'] as const;

/** `combined`: the triples have that flag. @throws AppError at the faulty field */
export function readTriples(
  row: JsonRow,
  text: string,
  file: string,
  losses: Losses,
): { items: Item[]; combined: boolean } {
  const list = row.value.spo_list ?? [];
  if (!Array.isArray(list)) throw row.broken(['spo_list'], message('fault.no-list'));
  const triples = list.map((value: unknown, i) => checked(Triple, value, row, ['spo_list', i]));
  const places = anchorWords(
    text,
    triples.flatMap(({ subject, object }) => [subject, object['@value']]),
  );
  const spans = new Map<string, SpanItem>();
  const relations: Omit<Relation, 'id'>[] = [];
  const provenance = importedFrom(file);
  const spanOf = (type: string, words: string, place: Span): number => {
    const key = `${type}\n${words}`;
    const id = spans.get(key)?.id ?? spans.size + 1;
    spans.set(key, { kind: 'span', ...PLAIN, id, type, provenance, fragments: [place] });
    return id;
  };
  for (const triple of triples) {
    countOtherFields(triple, losses);
    const subject = places.get(triple.subject);
    const object = places.get(triple.object['@value']);
    if (subject === undefined || object === undefined) {
      losses.add(ABSENT, `${triple.subject} ${triple.predicate} ${triple.object['@value']}`);
      continue;
    }
    const from = spanOf(triple.subject_type, triple.subject, subject);
    const to = spanOf(triple.object_type['@value'], triple.object['@value'], object);
    const attributes = attributesOf(triple, losses);
    relations.push({ kind: 'relation', ...PLAIN, type: triple.predicate, attributes, provenance, from, to });
  }
  const numbered = relations.map((relation, i) => ({ ...relation, id: spans.size + i + 1 }));
  const combined = triples.length === 0 || triples.some((triple) => triple.Combined !== undefined);
  return { items: [...spans.values(), ...numbered], combined };
}

const PLAIN = { attributes: {}, note: '', status: 'accepted' } as const;

function countOtherFields(triple: Triple, losses: Losses): void {
  for (const [field, value] of Object.entries(triple))
    if (!FIELDS.has(field)) losses.add(OTHER_FIELDS, `${field}: ${JSON.stringify(value)}`);
}

function attributesOf(triple: Triple, losses: Losses): Attributes {
  const attributes: Attributes = triple.Combined === true ? { Combined: 'true' } : {};
  for (const part of BESIDE) {
    for (const [field, value] of Object.entries(triple[part])) {
      const name = `${part}.${field}`;
      if (name.length > MAX_ATTRIBUTE) losses.add(OTHER_FIELDS, name);
      else if (field !== '@value') attributes[name] = value;
    }
  }
  return attributes;
}

/** @param combined writes the flag `combined` of triples */
export function toTriples(document: AnnotatedDocument, combined: boolean, losses: Losses): unknown[] {
  const { spans, relations, labels } = acceptedItems(document, losses);
  for (const label of labels) losses.add(LOST.labels, example(document, label));
  const whole = new Map(spans.flatMap((span) => (canHold(document, span, losses) ? [[span.id, span]] : [])));
  const used = new Set<SpanItem>();
  const triples: unknown[] = [];
  for (const relation of relations) {
    const from = whole.get(relation.from);
    const to = whole.get(relation.to);
    if (from === undefined || to === undefined) {
      losses.add(LOST.loose, example(document, relation));
      continue;
    }
    used.add(from).add(to);
    triples.push(toTriple(document, relation, [from, to], combined, losses));
  }
  for (const span of whole.values()) if (!used.has(span)) losses.add(UNRELATED, example(document, span));
  countPlaces(document, used, losses);
  return triples;
}

function canHold(document: AnnotatedDocument, span: SpanItem, losses: Losses): boolean {
  const [fragment, ...more] = span.fragments;
  if (fragment === undefined || more.length > 0) {
    losses.add(LOST.discontinuous, example(document, span));
    return false;
  }
  if (splitsCharacter(document.text, fragment.start) || splitsCharacter(document.text, fragment.end)) {
    losses.add(LOST.insideCharacter, example(document, span));
    return false;
  }
  return true;
}

function toTriple(
  document: AnnotatedDocument,
  relation: Relation,
  [from, to]: readonly [SpanItem, SpanItem],
  combined: boolean,
  losses: Losses,
): unknown {
  const beside: Record<(typeof BESIDE)[number], Record<string, string>> = { object: {}, object_type: {} };
  const rest: Attributes = {};
  for (const [name, value] of Object.entries(relation.attributes)) {
    const part = BESIDE.find((each) => name.startsWith(`${each}.`) && name.length > each.length + 1);
    const field = name.slice((part?.length ?? 0) + 1);
    if (part !== undefined && field !== '@value') beside[part][field] = value;
    else if (!(combined && name === 'Combined' && value === 'true')) rest[name] = value;
  }
  countExtras(document, { ...relation, attributes: rest }, losses);
  return {
    ...(combined ? { Combined: relation.attributes.Combined === 'true' } : {}),
    predicate: relation.type,
    subject: wordsAt(document.text, from),
    subject_type: from.type,
    object: { '@value': wordsAt(document.text, to), ...beside.object },
    object_type: { '@value': to.type, ...beside.object_type },
  };
}

const wordsAt = (text: string, { fragments: [place] }: SpanItem): string =>
  text.slice(place?.start, place?.end);

/** Counts spans that a reader would place elsewhere or merge. */
function countPlaces(document: AnnotatedDocument, spans: ReadonlySet<SpanItem>, losses: Losses): void {
  const places = anchorWords(
    document.text,
    [...spans].map((span) => wordsAt(document.text, span)),
  );
  const seen = new Set<string>();
  for (const span of spans) {
    countExtras(document, span, losses);
    const words = wordsAt(document.text, span);
    const key = `${span.type}\n${words}`;
    if (seen.has(key) || places.get(words)?.start !== span.fragments[0]?.start)
      losses.add(PLACES, example(document, span));
    seen.add(key);
  }
}

/**
 * Returns a place for each of the words that occur in the text: the first occurrence outside of the places of longer
 * words (关节 in 骨性关节炎@其他关节 is the second), else the first occurrence. Equal words get equal places.
 */
function anchorWords(text: string, words: Iterable<string>): ReadonlyMap<string, Span> {
  const taken = new Uint8Array(text.length);
  const anchors = new Map<string, Span>();
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  for (const word of longestFirst) {
    const places = placesOf(text, word);
    const anchor = places.find(({ start, end }) => !taken.subarray(start, end).includes(1)) ?? places[0];
    if (anchor !== undefined) anchors.set(word, anchor);
    for (const { start, end } of places) taken.fill(1, start, end);
  }
  return anchors;
}

/** Returns every occurrence of the words that splits no character. */
export function placesOf(text: string, word: string): Span[] {
  const places: Span[] = [];
  if (word === '') return places;
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (!splitsCharacter(text, start) && !splitsCharacter(text, end)) places.push({ start, end });
  }
  return places;
}
