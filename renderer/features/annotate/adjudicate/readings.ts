import type { OpenReading } from '../../../../shared/adjudication/groups-in-gold.ts';
import type { AdjudicationGroup, Reading } from '../../../../shared/domain/adjudication.ts';
import { type Item, wordsOf } from '../../../../shared/domain/annotation.ts';
import { sameFragments } from '../controller/fragments.ts';
import type { Layer } from '../controller/layer.ts';

/** Everybody who finished the document. */
export function annotatorsOf(groups: readonly AdjudicationGroup[]): string[] {
  const names = groups.flatMap(({ readings, missing }) => [
    ...readings.flatMap(({ votes }) => votes.map(({ annotator }) => annotator)),
    ...missing,
  ]);
  return [...new Set(names)].sort();
}

interface Shown {
  readonly text: string;
  readonly layer: Layer;
  readonly groups: readonly AdjudicationGroup[];
}

/** Returns the words of a reading: for a relation those of both ends in their first readings, for a label none. */
export function wordsOfReading({ text, groups }: Shown, reading: Reading): string {
  if (reading.kind === 'label') return '';
  if (reading.kind === 'span') return wordsOf(text, reading);
  const words = (id: string | null): string => {
    const end = groups.find((group) => group.id === id)?.readings[0];
    return end?.kind === 'span' ? wordsOf(text, end) : '?';
  };
  return `${words(reading.from)} → ${words(reading.to)}`;
}

export function wordsOfItem({ text, layer }: Pick<Shown, 'text' | 'layer'>, item: Item): string {
  switch (item.kind) {
    case 'span':
      return wordsOf(text, item);
    case 'label':
      return '';
    case 'relation':
      return [item.from, item.to]
        .map((id) => layer.get(id))
        .map((end) => (end?.kind === 'span' ? wordsOf(text, end) : '?'))
        .join(' → ');
  }
}

/** Tells whether a gold item equals the reading, apart from a relation's ends. */
export function isAsRead({ reading, item }: OpenReading): boolean {
  if (item === null || item.type !== reading.type) return false;
  const names = Object.keys(item.attributes);
  const same =
    names.length === Object.keys(reading.attributes).length &&
    names.every((name) => item.attributes[name] === reading.attributes[name]);
  if (reading.kind !== 'span' || item.kind !== 'span') return same;
  return same && sameFragments(item.fragments, reading.fragments) && linkOf(item) === linkOf(reading);
}

/** Returns a span's concept as shown: its name with system and code; empty without a link. */
export function linkOf(span: Item | Reading): string {
  if (span.kind !== 'span' || span.link === undefined) return '';
  const { system, code, name } = span.link;
  return [name, `${system}${code === '' ? '' : `:${code}`}`].filter((part) => part !== '').join(' · ');
}
