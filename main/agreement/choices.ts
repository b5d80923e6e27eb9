/** Choices that need no look at each group: what all agree on, what most do, and readings melted into one. */
import type { AdjudicationGroup, Choice, SpanReading } from '../../shared/domain/adjudication.ts';
import type { Attributes, ConceptLink, Fragment } from '../../shared/domain/annotation.ts';
import { annotatorsOf } from './group-entries.ts';

/** Everything that all agree on becomes gold. */
export function agreedChoices(groups: readonly AdjudicationGroup[]): Choice[] {
  return groups
    .filter(({ differs }) => differs.length === 0)
    .map(({ id, readings }) => ({ take: 'readings', group: id, readings: [...readings.keys()] }));
}

/**
 * Of the groups that differ: a reading that more than half of the annotators share, or nothing where more than half
 * have nothing. Others get no choice.
 */
export function majorityChoices(groups: readonly AdjudicationGroup[]): Choice[] {
  return groups.flatMap(({ id, readings, missing, differs }): Choice[] => {
    if (differs.length === 0) return [];
    const present = annotatorsOf(readings.flatMap(({ votes }) => votes)).size;
    const half = (present + missing.length) / 2;
    if (missing.length > half) return [{ take: 'readings', group: id, readings: [] }];
    const shared = [...readings.keys()].filter((i) => annotatorsOf(readings[i]!.votes).size > half);
    return shared.length === 0 ? [] : [{ take: 'readings', group: id, readings: shared }];
  });
}

/**
 * One span out of a group's readings: all characters that any of them covers, or those that all cover; type,
 * attributes and link as most have them, of equals those of the reading with more votes.
 * @returns undefined for groups of other kinds, and where no character is in all of them
 */
export function mergedChoice(group: AdjudicationGroup, extent: 'union' | 'shared'): Choice | undefined {
  const readings = group.readings.filter((reading) => reading.kind === 'span');
  const fragments = extent === 'union' ? covered(readings, 1) : covered(readings, readings.length);
  if (readings.length === 0 || fragments.length === 0) return undefined;
  const link = mostVoted(readings, ({ link: own }) => own);
  return {
    take: 'own',
    group: group.id,
    type: mostVoted(readings, ({ type }) => type)!,
    attributes: mergedAttributes(readings),
    fragments,
    ...(link === undefined ? {} : { link }),
    note: '',
  };
}

/** Characters that at least `times` of the readings cover, as fragments apart from each other. */
function covered(readings: readonly SpanReading[], times: number): Fragment[] {
  const steps = readings
    .flatMap(({ fragments }) =>
      fragments.flatMap(({ start, end }) => [
        { at: start, by: 1 },
        { at: end, by: -1 },
      ]),
    )
    .sort((a, b) => a.at - b.at || b.by - a.by); // what begins comes first: touching fragments melt
  const found: Fragment[] = [];
  let depth = 0;
  let start = 0;
  for (const { at, by } of steps) {
    if (by > 0 && depth === times - 1) start = at;
    if (by < 0 && depth === times && at > start) found.push({ start, end: at });
    depth += by;
  }
  return found;
}

function mergedAttributes(readings: readonly SpanReading[]): Attributes {
  const names = [...new Set(readings.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = mostVoted(readings, ({ attributes }) => attributes[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function mostVoted<T extends string | ConceptLink | undefined>(
  readings: readonly SpanReading[],
  of: (reading: SpanReading) => T,
): T | undefined {
  const votes = new Map<string, { value: T; count: number }>();
  for (const reading of readings) {
    const value = of(reading);
    const key = JSON.stringify(value) ?? '';
    const count = (votes.get(key)?.count ?? 0) + annotatorsOf(reading.votes).size;
    votes.set(key, { value, count });
  }
  return [...votes.values()].reduce<{ value: T; count: number } | undefined>(
    (best, next) => (best === undefined || next.count > best.count ? next : best),
    undefined,
  )?.value;
}
