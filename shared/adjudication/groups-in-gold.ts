/** Groups of readings brought together with what the gold layer holds of them. */
import type { AdjudicationGroup, Reading } from '../domain/adjudication.ts';
import type { Item, ReadingOf } from '../domain/annotation.ts';

export interface OpenReading {
  readonly reading: Reading;
  /** What became of it in the gold layer, or waits there for a decision; null: it was decided against. */
  readonly item: Item | null;
}

export interface OpenGroup {
  readonly group: AdjudicationGroup;
  readonly readings: readonly OpenReading[];
  /** Something of it still waits for a decision. */
  readonly open: boolean;
}

export const readingKey = ({ annotator, item }: ReadingOf): string => `${item ?? ''} ${annotator}`;

/** Every group, in its order. A gold item belongs to the readings that it names, however it was changed since. */
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
 * What an adjudicator has to look at. A relation that all agree on waits for its ends and is settled with them: no
 * decision of its own.
 */
export const differencesOf = (groups: readonly OpenGroup[]): OpenGroup[] =>
  groups.filter(({ group }) => group.differs.length > 0);

export const countOpen = (groups: readonly OpenGroup[]): number =>
  differencesOf(groups).filter(({ open }) => open).length;

/** The group whose readings an item is one of. */
export function groupOfItem(groups: readonly OpenGroup[], id: number): OpenGroup | undefined {
  return groups.find(({ readings }) => readings.some(({ item }) => item?.id === id));
}
