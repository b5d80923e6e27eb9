/** Combines groups of readings with the items of the gold layer. */
import type { AdjudicationGroup, Reading } from '../domain/adjudication.ts';
import type { Item, ReadingOf } from '../domain/annotation.ts';

export interface OpenReading {
  readonly reading: Reading;
  /** The item in the gold layer, accepted or still suggested; null: rejected. */
  readonly item: Item | null;
}

export interface OpenGroup {
  readonly group: AdjudicationGroup;
  readonly readings: readonly OpenReading[];
  /** True while a reading still needs a decision. */
  readonly open: boolean;
}

export const readingKey = ({ annotator, item }: ReadingOf): string => `${item ?? ''} ${annotator}`;

/**
 * Returns every group with its gold items. A gold item belongs to the readings named in its provenance, even after
 * changes.
 */
export function groupsInGold(groups: readonly AdjudicationGroup[], gold: Iterable<Item>): OpenGroup[] {
  const items = new Map<string, Item>();
  for (const item of gold)
    for (const reading of item.provenance.readings ?? []) items.set(readingKey(reading), item);
  return groups.map((group) => {
    const readings = group.readings.map((reading): OpenReading => {
      const vote = reading.votes.find((one) => items.has(readingKey(one)));
      return { reading, item: vote === undefined ? null : (items.get(readingKey(vote)) ?? null) };
    });
    return { group, readings, open: readings.some(({ item }) => item?.status === 'suggested') };
  });
}

/**
 * Returns the groups that need a decision. A relation without disagreement is settled with its ends and is left out.
 */
export const differencesOf = (groups: readonly OpenGroup[]): OpenGroup[] =>
  groups.filter(({ group }) => group.differs.length > 0);

export const countOpen = (groups: readonly OpenGroup[]): number =>
  differencesOf(groups).filter(({ open }) => open).length;

export const groupOfItem = (groups: readonly OpenGroup[], id: number): OpenGroup | undefined =>
  groups.find(({ readings }) => readings.some(({ item }) => item?.id === id));
