/** Merges readings of one group into one item. */
import type { Reading } from '../domain/adjudication.ts';
import type { Attributes, ConceptLink } from '../domain/annotation.ts';
import type { Span } from '../domain/span.ts';
import { mostVoted } from './majority.ts';

/** Union of the readings' characters, or their intersection. */
export type Extent = 'union' | 'shared';

export interface Merged {
  readonly type: string;
  readonly attributes: Attributes;
  /** Present for spans. */
  readonly fragments?: Span[];
  readonly link?: ConceptLink | undefined;
}

/**
 * Takes type, attributes and link by majority, on a tie from the first reading.
 * @param readings of one group, hence of one kind
 * @returns undefined for fewer than two readings and for an empty intersection
 */
export function mergeReadings(readings: readonly Reading[], extent: Extent): Merged | undefined {
  if (readings.length < 2) return undefined;
  const merged = { type: mostVoted(readings, ({ type }) => type)!, attributes: mergedAttributes(readings) };
  const spans = readings.filter((reading) => reading.kind === 'span');
  if (spans.length === 0) return merged;
  const fragments = covered(
    spans.map((span) => span.fragments),
    extent === 'union' ? 1 : spans.length,
  );
  if (fragments.length === 0) return undefined;
  const link = mostVoted(spans, (span) => span.link);
  return { ...merged, fragments, ...(link === undefined ? {} : { link }) };
}

/** Returns the characters covered by at least `times` of the places, as separate fragments. */
function covered(places: readonly (readonly Span[])[], times: number): Span[] {
  const steps = places
    .flat()
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    .sort((a, b) => a.at - b.at || b.by - a.by); // starts sort before ends, so that touching fragments merge
  const found: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const { at, by } of steps) {
    if (by > 0 && depth === times - 1) start = at;
    if (by < 0 && depth === times && at > start) found.push({ start, end: at });
    depth += by;
  }
  return found;
}

function mergedAttributes(readings: readonly Reading[]): Attributes {
  const names = [...new Set(readings.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = mostVoted(readings, ({ attributes }) => attributes[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
