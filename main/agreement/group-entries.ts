/** Items as entries of adjudication groups, and the differences between annotators within a group. */
import type { Difference, Reading, Vote } from '../../shared/domain/adjudication.ts';
import type { Attributes } from '../../shared/domain/annotation.ts';
import { placeKey } from './layers.ts';

/** Content of a reading, without its votes. */
export type Content = Reading extends infer One ? (One extends Reading ? Omit<One, 'votes'> : never) : never;

export interface Entry<Of extends Content = Content> extends Vote {
  readonly content: Of;
}

/**
 * Splits the entries at one place into groups. A type given by every annotator is a group of its own; the remaining,
 * contradicting entries form one group.
 */
export function splitPlace<Of extends Content>(
  entries: readonly Entry<Of>[],
  everyone: readonly string[],
): { agreed: Entry<Of>[][]; rest: Entry<Of>[] } {
  const byType = [...Map.groupBy(entries, ({ content }) => content.type).values()];
  const hasAll = (group: readonly Entry[]): boolean => annotatorsOf(group).size === everyone.length;
  return { agreed: byType.filter(hasAll), rest: byType.filter((group) => !hasAll(group)).flat() };
}

export const annotatorsOf = (entries: readonly Vote[]): Set<string> =>
  new Set(entries.map(({ annotator }) => annotator));

/** Returns attributes as text, independent of their order. */
const attributesKey = (attributes: Attributes): string =>
  JSON.stringify(Object.entries(attributes).sort(([a], [b]) => compare(a, b)));

const linkKey = (content: Content): string =>
  content.kind === 'span' && content.link !== undefined
    ? JSON.stringify([content.link.system, content.link.code, content.link.name])
    : '';

const directionKey = (content: Content): string =>
  content.kind === 'relation' ? JSON.stringify([content.from, content.to]) : '';

const boundaryKey = (content: Content): string => (content.kind === 'span' ? placeKey(content) : '');

/** Returns a key that is equal for contents that form one reading. */
function readingKey(content: Content): string {
  const { type, attributes } = content;
  return JSON.stringify([
    boundaryKey(content),
    type,
    directionKey(content),
    attributesKey(attributes),
    linkKey(content),
  ]);
}

const ASPECTS: readonly (readonly [Difference, (content: Content) => string])[] = [
  ['boundary', boundaryKey],
  ['type', ({ type }) => type],
  ['direction', directionKey],
  ['attributes', ({ attributes }) => attributesKey(attributes)],
  ['link', linkKey],
];

/** Returns the differences among the annotators with an entry here, and `missing` when some have none. */
export function differencesOf(entries: readonly Entry[], everyone: readonly string[]): Difference[] {
  const byAnnotator = [...Map.groupBy(entries, ({ annotator }) => annotator).values()];
  const differs = ASPECTS.filter(([, keyOf]) => {
    const sets = byAnnotator.map((own) =>
      JSON.stringify([...new Set(own.map(({ content }) => keyOf(content)))].sort()),
    );
    return new Set(sets).size > 1;
  }).map(([aspect]) => aspect);
  return byAnnotator.length < everyone.length ? ['presence', ...differs] : differs;
}

/** Returns the readings of a group by falling number of votes; votes in the order of the annotators. */
export function readingsOf(entries: readonly Entry[], everyone: readonly string[]): Reading[] {
  const byKey = [...Map.groupBy(entries, ({ content }) => readingKey(content))];
  return byKey
    .sort(([a, m], [b, n]) => annotatorsOf(n).size - annotatorsOf(m).size || compare(a, b))
    .map(([, same]) => {
      const votes = same
        .map(({ annotator, item }) => ({ annotator, item }))
        .sort((a, b) => everyone.indexOf(a.annotator) - everyone.indexOf(b.annotator) || a.item - b.item);
      return { ...same[0]!.content, votes };
    });
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
