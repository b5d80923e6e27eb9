/** Clusters overlapping spans of different annotators that probably mean the same. */
import type { Span } from '../../shared/domain/span.ts';
import { annotatorsOf, type Entry } from './group-entries.ts';
import { sharedCharacters } from './overlap-matching.ts';

type SpanContent = Extract<Entry['content'], { kind: 'span' }>;

/** Spans of some annotators, but not all, at one place. */
export interface Place {
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
export function clusterOverlapping(places: readonly Place[]): Place[][] {
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
export function byPosition(a: Place, b: Place): number {
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
