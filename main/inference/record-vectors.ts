/**
 * Sparse vectors of records with their findings and values, and exact search among them. Similarity is BM25 over pairs of
 * neighbouring characters, as a share of what the question scores against itself, and the cosine of linked entities
 * weighted by their rarity.
 */
import { Assertion, type Mention } from '../../shared/domain/mention.ts';
import { answersValue } from '../../shared/domain/record-query.ts';
import type { Span } from '../../shared/domain/span.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';
import { fold } from '../text/folding.ts';
import type { ValueBound } from '../text/values/value-bounds.ts';

/** A record as terms of the index; ids of terms rise. */
export interface RecordVector {
  readonly terms: Int32Array;
  readonly counts: Uint16Array;
  /** Number of pairs with repetitions. */
  readonly length: number;
  /** Keys of `entityKey`, each once, rising. */
  readonly entities: Float64Array;
  /** Keys of `findingKey`, each once, rising: mentions, and what values say. */
  readonly findings: Float64Array;
  readonly values: readonly IndexedValue[];
}

/** A value measured on the patient, in the analyte's unit. */
interface IndexedValue {
  readonly analyte: string;
  readonly value: number;
}

/** Conditions that all must hold. */
export interface RecordConditions {
  /** One of the keys of each must be there. */
  readonly findings: readonly (readonly number[])[];
  /** One of the bounds of each must be met. */
  readonly values: readonly (readonly ValueBound[])[];
}

export interface MatchingRecords {
  readonly ids: number[];
  /** Number of all records. */
  readonly records: number;
  /** Records not read yet; asking again goes on with them. */
  readonly left: number;
}

export type ReadRecord = Pick<TextAnalysis, 'mentions' | 'values'>;

/** A vector with the record's id and the version of its text. */
export interface IndexedRecord {
  readonly id: number;
  readonly version: string;
  readonly vector: RecordVector;
}

export interface SimilarVector {
  readonly id: number;
  /** 0 … about 1; that of the same text is 1. */
  readonly score: number;
}

/** BM25's saturation of counts and correction for length, as usual (Robertson and Zaragoza 2009). */
const [K1, B] = [1.5, 0.75];
/** Share of the entities in the score; chosen among 0.2, 0.35 and 0.5 on development sets (docs/results.md). */
const ENTITY_SHARE = 0.2;
const MAX_COUNT = 0xffff;

const WORD = /^[\p{L}\p{N}]$/u;

/** Assertions that say the same of the patient have the same number; hypothetical mentions say nothing. */
const GROUPS: Readonly<Record<Assertion, number | undefined>> = {
  present: 0,
  historical: 0,
  uncertain: 0,
  negated: 1,
  family: 2,
  hypothetical: undefined,
};

/** Returns a number for an entity as it is asserted: a denied symptom is no shared symptom of a patient who has it. */
export function entityKey({
  entityId,
  assertion,
}: Pick<Mention, 'entityId' | 'assertion'>): number | undefined {
  const group = GROUPS[assertion];
  return entityId === undefined || group === undefined ? undefined : entityId * 3 + group;
}

/** Returns a number for an entity with its exact assertion. */
export const findingKey = (entityId: number, assertion: Assertion): number =>
  entityId * Assertion.options.length + Assertion.options.indexOf(assertion);

/** Returns what a text says of entities: by mentions, by abnormal values, and by normal ones that deny a finding. */
function findingsOf({ mentions, values }: ReadRecord): { key: number; start: number; end: number }[] {
  const found = mentions.flatMap(({ entityId, assertion, start, end }) =>
    entityId === undefined ? [] : [{ key: findingKey(entityId, assertion), start, end }],
  );
  for (const { entity, denies = [], assertion, target, start, end } of values) {
    if (target) continue;
    if (entity !== undefined) found.push({ key: findingKey(entity.id, assertion), start, end });
    if (assertion === 'present')
      found.push(...denies.map(({ id }) => ({ key: findingKey(id, 'negated'), start, end })));
  }
  return found;
}

/** Returns the numbers measured on the patient, both of a range. */
function valuesOf({ values }: ReadRecord): (IndexedValue & { start: number; end: number })[] {
  return values.flatMap(({ analyte, value, upperValue, assertion, target, start, end }) =>
    target || (assertion !== 'present' && assertion !== 'historical')
      ? []
      : [value, upperValue].flatMap((one) =>
          one === undefined ? [] : [{ analyte, value: one, start, end }],
        ),
  );
}

/** Returns the places of a text at which conditions hold, the first of each before others; `undefined` when one does not. */
export function placesOf(read: ReadRecord, { findings, values }: RecordConditions): Span[] | undefined {
  const said = findingsOf(read);
  const measured = valuesOf(read);
  const places = [
    ...findings.map((keys) => said.filter(({ key }) => keys.includes(key))),
    ...values.map((bounds) => measured.filter((one) => meets(one, bounds))),
  ];
  return places.some((found) => found.length === 0)
    ? undefined
    : [...places.map(([first]) => first!), ...places.flatMap(([, ...more]) => more)].map(
        ({ start, end }) => ({ start, end }),
      );
}

const meets = ({ analyte, value }: IndexedValue, bounds: readonly ValueBound[]): boolean =>
  bounds.some((bound) => bound.analyte === analyte && answersValue(value, bound.order, bound.value));

/** Returns the pairs of neighbouring letters, signs and digits with their counts. */
export function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  let before = '';
  for (const character of fold(text.toWellFormed())) {
    const isWord = WORD.test(character);
    if (isWord && before !== '') {
      const pair = before + character;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    before = isWord ? character : '';
  }
  return pairs;
}

/** Vectors of records, searched one by one. */
export class RecordVectors {
  /** Ids of terms. Terms of records that are gone stay until the index is built anew. */
  readonly #ids: Map<string, number>;
  readonly #records = new Map<number, IndexedRecord>();
  /** Number of records that hold a term, and an entity. */
  readonly #frequencies: number[] = [];
  readonly #entityFrequencies = new Map<number, number>();
  #length = 0;

  /** @param terms in the order of their ids */
  constructor(terms: readonly string[] = [], records: readonly IndexedRecord[] = []) {
    this.#ids = new Map(terms.map((term, id) => [term, id]));
    for (const record of records) this.#put(record);
  }

  get terms(): string[] {
    return [...this.#ids.keys()];
  }

  get records(): IndexedRecord[] {
    return [...this.#records.values()];
  }

  versionOf(id: number): string | undefined {
    return this.#records.get(id)?.version;
  }

  /** Adds a record, or replaces its vector. */
  set(id: number, version: string, text: string, read: ReadRecord): void {
    this.delete(id);
    const counted = [...pairsOf(text)]
      .map(([pair, count]): [number, number] => [this.#idOf(pair), count])
      .sort(([a], [b]) => a - b);
    const vector: RecordVector = {
      terms: Int32Array.from(counted, ([term]) => term),
      counts: Uint16Array.from(counted, ([, count]) => Math.min(MAX_COUNT, count)),
      length: counted.reduce((sum, [, count]) => sum + count, 0),
      entities: Float64Array.from(entitiesOf(read.mentions).keys()).sort(),
      findings: Float64Array.from(new Set(findingsOf(read).map(({ key }) => key))).sort(),
      values: valuesOf(read).map(({ analyte, value }) => ({ analyte, value })),
    };
    this.#put({ id, version, vector });
  }

  /** Returns whether there was such a record. */
  delete(id: number): boolean {
    const known = this.#records.get(id);
    if (known === undefined) return false;
    this.#records.delete(id);
    this.#count(known.vector, -1);
    return true;
  }

  /** Returns the records most similar to a text, best first, of equal ones the older first; none without anything shared. */
  search(
    text: string,
    mentions: readonly Mention[],
    { count, without }: { readonly count: number; readonly without?: number },
  ): SimilarVector[] {
    const pairs = pairsOf(text);
    const weights = new Float64Array(this.#ids.size);
    const mean = Math.max(1, this.#length / Math.max(1, this.#records.size));
    const ownLength = [...pairs.values()].reduce((sum, times) => sum + times, 0);
    let own = 0;
    for (const [pair, times] of pairs) {
      const id = this.#ids.get(pair);
      const weight = times * this.#rarity(id === undefined ? 0 : (this.#frequencies[id] ?? 0));
      own += weight * saturation(times, ownLength / mean);
      if (id !== undefined) weights[id] = weight;
    }
    const entities = new Map([...entitiesOf(mentions).keys()].map((key) => [key, this.#entityWeight(key)]));
    const ownEntities = Math.sqrt([...entities.values()].reduce((sum, weight) => sum + weight, 0));
    const found: SimilarVector[] = [];
    for (const { id, vector } of this.#records.values()) {
      if (id === without) continue;
      let words = 0;
      const length = vector.length / mean;
      for (let i = 0; i < vector.terms.length; i++) {
        const weight = weights[vector.terms[i]!]!;
        if (weight > 0) words += weight * saturation(vector.counts[i]!, length);
      }
      const score =
        (1 - ENTITY_SHARE) * (own === 0 ? 0 : words / own) +
        ENTITY_SHARE * this.#cosine(entities, ownEntities, vector.entities);
      if (score > 0) found.push({ id, score });
    }
    return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, count);
  }

  /** Returns the ids of the records in which all conditions hold, in the order in which they were added. */
  matching({ findings, values }: RecordConditions): number[] {
    const sets = findings.map((keys) => new Set(keys));
    return [...this.#records.values()]
      .filter(
        ({ vector }) =>
          sets.every((keys) => vector.findings.some((key) => keys.has(key))) &&
          values.every((bounds) => vector.values.some((value) => meets(value, bounds))),
      )
      .map(({ id }) => id);
  }

  /**
   * Returns the stretches of `text` that the other text holds too, rarest first, none inside of another. They need not be
   * words.
   */
  sharedWords(text: string, other: string, count: number): string[] {
    const [own, others] = [fold(text.toWellFormed()), fold(other.toWellFormed())];
    const found = new Map<string, number>();
    for (let start = 0; start < own.length; ) {
      let end = start + 1;
      let weight = 0;
      for (; end < own.length && WORD.test(own[end]!) && WORD.test(own[end - 1]!); end++) {
        if (!others.includes(own.slice(start, end + 1))) break;
        weight += this.#rarity(this.#frequencies[this.#ids.get(own.slice(end - 1, end + 1)) ?? -1] ?? 0);
      }
      if (end - start > 1) found.set(text.slice(start, end), weight);
      start = Math.max(start + 1, end - 1);
    }
    const ordered = [...found].sort(([, a], [, b]) => b - a).map(([words]) => words);
    const kept: string[] = [];
    for (const words of ordered) {
      if (kept.length === count) break;
      if (!kept.some((one) => one.includes(words) || words.includes(one))) kept.push(words);
    }
    return kept;
  }

  /** Returns the outermost mentions whose entities a record asserts alike, rarest first. */
  sharedEntities(id: number, mentions: readonly Mention[]): Mention[] {
    const theirs = new Set(this.#records.get(id)?.vector.entities);
    return [...entitiesOf(mentions.filter(({ depth }) => depth === 0))]
      .filter(([key]) => theirs.has(key))
      .sort(([a], [b]) => this.#entityWeight(b) - this.#entityWeight(a))
      .map(([, mention]) => mention);
  }

  #cosine(own: ReadonlyMap<number, number>, ownNorm: number, theirs: Float64Array): number {
    let [shared, squares] = [0, 0];
    for (const key of theirs) {
      squares += this.#entityWeight(key);
      shared += own.get(key) ?? 0;
    }
    return shared === 0 ? 0 : shared / (ownNorm * Math.sqrt(squares));
  }

  /** Square of the rarity, as both vectors bear it. */
  #entityWeight(key: number): number {
    return this.#rarity(this.#entityFrequencies.get(key) ?? 0) ** 2;
  }

  #rarity(frequency: number): number {
    return Math.log(1 + (this.#records.size - frequency + 0.5) / (frequency + 0.5));
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(term, id);
    return id;
  }

  #put(record: IndexedRecord): void {
    this.#records.set(record.id, record);
    this.#count(record.vector, 1);
  }

  #count({ terms, entities, length }: RecordVector, by: 1 | -1): void {
    this.#length += by * length;
    for (const term of terms) this.#frequencies[term] = (this.#frequencies[term] ?? 0) + by;
    for (const key of entities)
      this.#entityFrequencies.set(key, (this.#entityFrequencies.get(key) ?? 0) + by);
  }
}

/** @param length of the text by the mean length */
const saturation = (count: number, length: number): number =>
  (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));

/** Returns the first mention of each entity as it is asserted. */
function entitiesOf(mentions: readonly Mention[]): Map<number, Mention> {
  const first = new Map<number, Mention>();
  for (const mention of mentions) {
    const key = entityKey(mention);
    if (key !== undefined && !first.has(key)) first.set(key, mention);
  }
  return first;
}
