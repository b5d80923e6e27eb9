/** Sums over items without extent: document labels, relations, attributes of matching spans. */
import { acceptedLabels, acceptedRelations, acceptedSpans, type Layer, placeKey } from './layers.ts';
import { TypeSets } from './partition.ts';
import { addPairCounts, Scope, type Sums, shared } from './scope.ts';
import { eachPair } from './span-scopes.ts';
import { addUnit } from './tally.ts';

/** Items of one annotator on a document; `annotator` is the index in the report. */
export interface Work {
  readonly annotator: number;
  readonly layer: Layer;
}

const annotators = (work: readonly Work[]): number[] => work.map(({ annotator }) => annotator);

/** Keys of one annotator, with repetitions. */
interface Keyed {
  readonly annotator: number;
  readonly keys: readonly string[];
}

/** Adds F1 counts. Items without extent match exactly, so exact, relaxed and place counts are equal. */
function addKeys(sums: Sums, scope: Scope, keyed: readonly Keyed[]): void {
  eachPair(keyed, scope, (pair, left, right) => {
    const exact = shared(left.keys, right.keys);
    const sizes = { left: left.keys.length, right: right.keys.length };
    addPairCounts(sums, scope.layout, pair, { exact, relaxed: exact, place: exact, ...sizes });
  });
}

/** Scopes of document labels: all labels as one value (`''`), and each label as yes or no. */
export class LabelScopes {
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #sets = new TypeSets();

  constructor(people: number, labels: readonly string[]) {
    this.scopes = new Map(
      (labels.length === 0 ? [] : ['', ...labels]).map((label) => [label, new Scope(people)]),
    );
    this.#numbers = new Map(labels.map((label, number) => [label, number]));
  }

  add(work: readonly Work[]): void {
    const keyed = work.map(({ annotator, layer }) => ({
      annotator,
      keys: [...new Set(acceptedLabels(layer).map(({ type }) => type))],
    }));
    for (const [label, scope] of this.scopes) {
      const own =
        label === '' ? keyed : keyed.map((one) => ({ ...one, keys: one.keys.filter((k) => k === label) }));
      const values = own.map(({ keys }) => (label === '' ? this.#set(keys) : keys.length));
      const sums = scope.begin(Math.max(2, this.#sets.size));
      addUnit(sums, scope.layout, annotators(work), values);
      addKeys(sums, scope, own);
      scope.add(sums);
    }
  }

  #set(labels: readonly string[]): number {
    return this.#sets.numberOf(labels.map((label) => this.#numbers.get(label)!).sort((a, b) => a - b));
  }
}

/** Scopes of relations: all (`''`), and each type. */
export class RelationScopes {
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly #symmetric: ReadonlySet<string>;

  /** `symmetric` holds relation types that mean the same from either end. */
  constructor(people: number, types: readonly string[], symmetric: ReadonlySet<string>) {
    this.scopes = new Map(
      (types.length === 0 ? [] : ['', ...types]).map((type) => [type, new Scope(people)]),
    );
    this.#symmetric = symmetric;
  }

  add(work: readonly Work[]): void {
    const keyed = work.map(({ annotator, layer }) => ({ annotator, byType: this.#keys(layer) }));
    for (const [type, scope] of this.scopes) {
      const sums = scope.begin(0);
      const own = keyed.map(({ annotator, byType }) => ({
        annotator,
        keys: type === '' ? [...byType.values()].flat() : (byType.get(type) ?? []),
      }));
      addKeys(sums, scope, own);
      scope.add(sums);
    }
  }

  /** Returns keys of what each relation connects. An end that is no accepted span of the layer matches nothing. */
  #keys(layer: Layer): Map<string, string[]> {
    const spans = new Map(
      acceptedSpans(layer).map((span) => [span.id, JSON.stringify([span.type, placeKey(span)])]),
    );
    const byType = new Map<string, string[]>();
    for (const { type, from, to } of acceptedRelations(layer)) {
      const ends = [from, to].map((id) => spans.get(id) ?? JSON.stringify([layer.annotator, id]));
      if (this.#symmetric.has(type)) ends.sort();
      byType.set(type, [...(byType.get(type) ?? []), JSON.stringify([type, ...ends])]);
    }
    return byType;
  }
}

/** Scopes of attributes, each over the span types it occurs on. */
export class AttributeScopes {
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly units = new Map<string, number>();
  readonly #usedWith: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #values = new Map<string, Map<string, number>>();

  /** `usedWith` holds the span types of each attribute. */
  constructor(people: number, usedWith: ReadonlyMap<string, ReadonlySet<string>>) {
    this.scopes = new Map([...usedWith.keys()].map((name) => [name, new Scope(people)]));
    this.#usedWith = usedWith;
  }

  add(work: readonly Work[]): void {
    const alike = this.scopes.size === 0 ? [] : alikeSpans(work);
    for (const [name, scope] of this.scopes) {
      const types = this.#usedWith.get(name)!;
      const units = alike
        .filter(({ type }) => types.has(type))
        .map(({ present, attributes }) => ({
          present,
          values: attributes.map((of) => this.#number(name, of[name] ?? '')),
        }));
      const sums = scope.begin(this.#values.get(name)?.size ?? 0);
      for (const { present, values } of units) addUnit(sums, scope.layout, present, values);
      this.units.set(name, (this.units.get(name) ?? 0) + units.length);
      scope.add(sums);
    }
  }

  #number(name: string, value: string): number {
    const numbers = this.#values.get(name) ?? new Map<string, number>();
    this.#values.set(name, numbers);
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    return numbers.get(value)!;
  }
}

interface AlikeSpan {
  readonly type: string;
  readonly present: readonly number[];
  readonly attributes: readonly Readonly<Record<string, string>>[];
}

/**
 * Returns spans that at least two annotators made at the same place with the same type; keeps the first of an
 * annotator's duplicates.
 */
function alikeSpans(work: readonly Work[]): AlikeSpan[] {
  const found = new Map<string, { type: string; by: Map<number, Readonly<Record<string, string>>> }>();
  for (const { annotator, layer } of work)
    for (const span of acceptedSpans(layer)) {
      const key = JSON.stringify([span.type, placeKey(span)]);
      const { by } = found.get(key) ?? { by: new Map<number, Readonly<Record<string, string>>>() };
      if (!by.has(annotator)) by.set(annotator, span.attributes);
      found.set(key, { type: span.type, by });
    }
  return [...found.values()]
    .filter(({ by }) => by.size > 1)
    .map(({ type, by }) => ({ type, present: [...by.keys()], attributes: [...by.values()] }));
}
