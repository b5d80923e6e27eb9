/** Compares the layers of a document: groups of agreeing or differing items, in text order. */
import type { AdjudicationGroup } from '../../shared/domain/adjudication.ts';
import type { Relation } from '../../shared/domain/annotation.ts';
import type { Span } from '../../shared/domain/span.ts';
import {
  annotatorsOf,
  type Content,
  compare,
  differencesOf,
  type Entry,
  readingsOf,
  splitPlace,
} from './group-entries.ts';
import {
  acceptedLabels,
  acceptedRelations,
  acceptedSpans,
  checkLayers,
  type LayeredDocument,
  placeKey,
} from './layers.ts';
import { sharedCharacters } from './overlap-matching.ts';

export interface GroupOptions {
  /** Relation types that mean the same from either end. */
  readonly symmetric?: readonly string[];
}

type ContentOf<Kind extends Content['kind']> = Extract<Content, { kind: Kind }>;

/**
 * Puts every accepted item of every layer into exactly one group: labels of the document, then spans, then relations
 * by their ends. Spans at one place belong together; those that not every annotator has are joined with overlapping
 * ones.
 * @throws AppError `bad-input` for layers that cannot be compared
 */
export function adjudicationGroups(
  document: LayeredDocument,
  { symmetric = [] }: GroupOptions = {},
): AdjudicationGroup[] {
  checkLayers(document);
  const everyone = document.layers.map(({ annotator }) => annotator);
  const spans = spanGroups(document, everyone);
  return [
    ...labelGroups(document, everyone),
    ...spans,
    ...relationGroups(document, everyone, spans, new Set(symmetric)),
  ];
}

function groupOf(id: string, entries: readonly Entry[], everyone: readonly string[]): AdjudicationGroup {
  const present = annotatorsOf(entries);
  return {
    id,
    kind: entries[0]!.content.kind,
    readings: readingsOf(entries, everyone),
    missing: everyone.filter((annotator) => !present.has(annotator)),
    differs: differencesOf(entries, everyone),
  };
}

/** Groups labels one by one: labels never contradict each other. */
function labelGroups({ layers }: LayeredDocument, everyone: readonly string[]): AdjudicationGroup[] {
  const entries = layers.flatMap((layer) =>
    acceptedLabels(layer).map(
      ({ id, type, attributes }): Entry<ContentOf<'label'>> => ({
        annotator: layer.annotator,
        item: id,
        content: { kind: 'label', type, attributes },
      }),
    ),
  );
  return [...Map.groupBy(entries, ({ content }) => content.type)]
    .sort(([a], [b]) => compare(a, b))
    .map(([type, same]) => groupOf(`label:${type}`, same, everyone));
}

function spanGroups({ layers }: LayeredDocument, everyone: readonly string[]): AdjudicationGroup[] {
  const entries = layers.flatMap((layer) =>
    acceptedSpans(layer).map(
      ({ id, type, attributes, fragments, link }): Entry<ContentOf<'span'>> => ({
        annotator: layer.annotator,
        item: id,
        content: { kind: 'span', type, attributes, fragments, ...(link === undefined ? {} : { link }) },
      }),
    ),
  );
  const agreed: Place[][] = [];
  const rest: Place[] = [];
  for (const [key, here] of Map.groupBy(entries, ({ content }) => placeKey(content))) {
    const { fragments } = here[0]!.content;
    const split = splitPlace(here, everyone);
    agreed.push(...split.agreed.map((same) => [{ key, fragments, entries: same }]));
    if (split.rest.length > 0) rest.push({ key, fragments, entries: split.rest });
  }
  return [...agreed, ...clusterOverlapping(rest)]
    .map((places) => {
      const [first] = places.sort(byPosition);
      const type = first!.entries.map(({ content }) => content.type).sort(compare)[0]!;
      return { first: first!, type, entries: places.flatMap((place) => place.entries) };
    })
    .sort((a, b) => byPosition(a.first, b.first) || compare(a.type, b.type))
    .map(({ first, type, entries: all }) => groupOf(`span:${first.key}:${type}`, all, everyone));
}

/** Groups relations by the span groups of their ends. A relation whose end is no accepted span stays alone. */
function relationGroups(
  { layers }: LayeredDocument,
  everyone: readonly string[],
  spans: readonly AdjudicationGroup[],
  symmetric: ReadonlySet<string>,
): AdjudicationGroup[] {
  const ends = new EndGroups(spans);
  const entries = layers.flatMap(({ annotator, items }) =>
    acceptedRelations({ annotator, items }).map((relation) => ({
      annotator,
      item: relation.id,
      content: ends.contentOf(annotator, relation, symmetric.has(relation.type)),
    })),
  );
  return [...Map.groupBy(entries, (entry) => ends.placeOf(entry))]
    .map(([place, here]) => ({ place, here, order: ends.orderOf(here[0]!.content) }))
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1] || compare(a.place, b.place))
    .flatMap(({ place, here }) => {
      const { agreed, rest } = splitPlace(here, everyone);
      return [...agreed, ...(rest.length > 0 ? [rest] : [])]
        .map((same) => ({ same, type: same.map(({ content }) => content.type).sort(compare)[0]! }))
        .sort((a, b) => compare(a.type, b.type))
        .map(({ same, type }) => groupOf(`relation:${place}:${type}`, same, everyone));
    });
}

/** Finds the span groups of a relation's ends. */
class EndGroups {
  readonly #groupOf = new Map<string, string>();
  readonly #order: ReadonlyMap<string, number>;

  constructor(spans: readonly AdjudicationGroup[]) {
    this.#order = new Map(spans.map(({ id }, order) => [id, order]));
    for (const { id, readings } of spans)
      for (const { annotator, item } of readings.flatMap(({ votes }) => votes))
        this.#groupOf.set(JSON.stringify([annotator, item]), id);
  }

  contentOf(annotator: string, relation: Relation, symmetric: boolean): ContentOf<'relation'> {
    const { type, attributes } = relation;
    const [from, to] = [relation.from, relation.to].map(
      (item) => this.#groupOf.get(JSON.stringify([annotator, item])) ?? null,
    );
    const content = { kind: 'relation', type, attributes, from: from!, to: to! } as const;
    const [first, second] = [this.#position(content.from), this.#position(content.to)];
    return symmetric && first > second ? { ...content, from: content.to, to: content.from } : content;
  }

  /** Returns a key that is equal for relations between the same groups; ignores direction for symmetric types. */
  placeOf({ annotator, item, content: { from, to } }: Entry<ContentOf<'relation'>>): string {
    if (from === null || to === null) return JSON.stringify([annotator, item]);
    return JSON.stringify([from, to].sort((a, b) => this.#position(a) - this.#position(b)));
  }

  orderOf({ from, to }: ContentOf<'relation'>): readonly [number, number] {
    const [a, b] = [this.#position(from), this.#position(to)];
    return a < b ? [a, b] : [b, a];
  }

  /** Sorts unknown ends last. */
  #position(group: string | null): number {
    return group === null ? this.#order.size : (this.#order.get(group) ?? this.#order.size);
  }
}

type SpanContent = Extract<Entry['content'], { kind: 'span' }>;

/** Spans of some annotators, but not all, at one place. */
interface Place {
  readonly entries: readonly Entry<SpanContent>[];
  readonly fragments: readonly Span[];
  readonly key: string;
}

/** Weight of an equal type relative to full overlap: a different boundary is likelier than a different type. */
const SAME_TYPE = 0.5;

/**
 * Joins overlapping places, best fit first, with at most one place an annotator: an annotator who marked both takes
 * them for two things. Breaks ties by text order, so that the order of annotators does not matter.
 */
function clusterOverlapping(places: readonly Place[]): Place[][] {
  const sorted = places.toSorted(byPosition);
  const clusters = sorted.map(({ entries }, place) => ({ members: [place], people: annotatorsOf(entries) }));
  const clusterOf = [...sorted.keys()];
  for (const { left, right } of overlaps(sorted)) {
    const [into, from] = [clusterOf[left]!, clusterOf[right]!];
    if (into === from) continue;
    const [a, b] = [clusters[into]!, clusters[from]!];
    if (!areDisjoint(a.people, b.people)) continue;
    a.members.push(...b.members);
    for (const person of b.people) a.people.add(person);
    for (const place of b.members) clusterOf[place] = into;
    clusters[from] = { members: [], people: new Set() };
  }
  return clusters
    .filter(({ members }) => members.length > 0)
    .map(({ members }) => members.map((place) => sorted[place]!));
}

/** Compares by start, then by falling end. */
function byPosition(a: Place, b: Place): number {
  const [x, y] = [a.fragments, b.fragments];
  return x[0]!.start - y[0]!.start || y.at(-1)!.end - x.at(-1)!.end || (a.key < b.key ? -1 : 1);
}

interface Overlap {
  readonly left: number;
  readonly right: number;
  readonly fit: number;
}

/** Returns pairs of places that share characters but no annotator, best fit first. `places` are in text order. */
function overlaps(places: readonly Place[]): Overlap[] {
  const found: Overlap[] = [];
  const people = places.map(({ entries }) => annotatorsOf(entries));
  let open: number[] = [];
  for (const [right, place] of places.entries()) {
    open = open.filter((left) => places[left]!.fragments.at(-1)!.end > place.fragments[0]!.start);
    for (const left of open) {
      if (!areDisjoint(people[left]!, people[right]!)) continue;
      const fit = fitOf(places[left]!, place);
      if (fit > 0) found.push({ left, right, fit });
    }
    open.push(right);
  }
  return found.sort((a, b) => b.fit - a.fit || a.left - b.left || a.right - b.right);
}

function areDisjoint(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const person of a) if (b.has(person)) return false;
  return true;
}

/** Returns the Jaccard overlap in characters, plus a bonus for an equal type. */
function fitOf(a: Place, b: Place): number {
  const shared = sharedCharacters(a, b);
  if (shared === 0) return 0;
  const types = new Set(a.entries.map(({ content }) => content.type));
  const same = b.entries.some(({ content }) => types.has(content.type));
  return shared / (lengthOf(a) + lengthOf(b) - shared) + (same ? SAME_TYPE : 0);
}

const lengthOf = ({ fragments }: Place): number =>
  fragments.reduce((sum, { start, end }) => sum + end - start, 0);
