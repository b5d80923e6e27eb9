/** Merges two states of one layer item by item, by what each side has ever held. */
import type { Item, Relation } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import { itemFromJson, itemJson } from '../../../db/repositories/annotation/items.ts';

/** A layer with every state to which an edit brought each of its items, as JSON; null: removed. */
export interface LayerStates {
  readonly items: ReadonlyMap<number, string>;
  readonly history: ReadonlyMap<number, ReadonlySet<string | null>>;
}

interface ItemConflict {
  readonly item: number;
  readonly ours: Item | null;
  readonly theirs: Item | null;
}

interface MergedLayer {
  readonly changes: Change[];
  readonly conflicts: ItemConflict[];
}

/** Content of no item. */
const NONE = '';

/**
 * Returns the changes that bring their work into our layer. An item whose content on one side is an earlier one of the
 * other takes the later content; changed on both sides it is a conflict, in which ours stays unless `takesTheirs`. Items
 * made on one side only are kept, once, under an id of their own.
 */
export function mergeLayer(
  ours: LayerStates,
  theirs: LayerStates,
  nextItem: number,
  takesTheirs: (item: number) => boolean,
): MergedLayer {
  const changes: Change[] = [];
  const conflicts: ItemConflict[] = [];
  const known = contentsOf(ours);
  const ids = new Map<number, number>();
  const own = (id: number): number => ids.get(id) ?? id;
  const placed = (json: string): Item => {
    const item = withoutReadings(itemFromJson(json));
    return item.kind === 'relation' ? { ...item, from: own(item.from), to: own(item.to) } : item;
  };
  let next = nextItem;
  // Relations come last, since their ends must have their ids.
  const isRelation = ([, states]: readonly [number, ReadonlySet<string | null>]): boolean =>
    [...states].some((json) => json !== null && itemFromJson(json).kind === 'relation');
  const all = [...theirs.history].sort(([a], [b]) => a - b);
  for (const [id, states] of [...all.filter((one) => !isRelation(one)), ...all.filter(isRelation)]) {
    const contents = new Set([...states].map((json) => (json === null ? NONE : contentOf(placed(json)))));
    const last = theirs.items.get(id);
    const there = last === undefined ? null : placed(last);
    const came = there === null ? NONE : contentOf(there);
    const twin = [came, ...contents].map((content) => known.get(content)).find((one) => one !== undefined);
    if (twin === undefined) {
      if (there === null) continue;
      ids.set(id, next);
      changes.push({ id: next, before: null, after: { ...there, id: next } });
      next++;
      continue;
    }
    ids.set(id, twin);
    const json = ours.items.get(twin);
    const before = json === undefined ? null : itemFromJson(json);
    const here = before === null ? NONE : contentOf(before);
    const had = new Set(
      [...(ours.history.get(twin) ?? [])].map((one) => (one === null ? NONE : contentOf(itemFromJson(one)))),
    );
    if (came === here || had.has(came)) continue;
    const after = there === null ? null : { ...there, id: twin };
    if (!contents.has(here)) {
      conflicts.push({ item: twin, ours: before, theirs: after });
      if (!takesTheirs(twin)) continue;
    }
    changes.push({ id: twin, before, after });
  }
  return { changes: withEnds(changes, ours.items), conflicts };
}

/** Returns the ids of every item that a layer ever held, by its content; present ones come first. */
function contentsOf({ items, history }: LayerStates): Map<string, number> {
  const contents = new Map<string, number>();
  for (const [id, states] of history)
    for (const state of states) if (state !== null) contents.set(contentOf(itemFromJson(state)), id);
  for (const [id, json] of items) contents.set(contentOf(itemFromJson(json)), id);
  return contents;
}

/** Returns a key that is equal for items with the same meaning, place and origin. */
function contentOf(item: Item): string {
  const { readings: _, ...provenance } = item.provenance;
  return itemJson({ ...item, id: 1, provenance });
}

/** Drops the item ids of readings, which belong to the layers of another workspace. */
function withoutReadings(item: Item): Item {
  const { readings } = item.provenance;
  if (readings === undefined) return item;
  const names = readings.map(({ annotator }) => ({ annotator }));
  return { ...item, provenance: { ...item.provenance, readings: names } };
}

/** Leaves out relations whose ends would not be there, and removals of ends that our relations need. */
function withEnds(changes: readonly Change[], items: ReadonlyMap<number, string>): Change[] {
  const after = new Map<number, Item>([...items].map(([id, json]) => [id, itemFromJson(json)]));
  for (const change of changes) {
    if (change.after === null) after.delete(change.id);
    else after.set(change.id, change.after);
  }
  const relations = [...after.values()].filter((item): item is Relation => item.kind === 'relation');
  const changed = new Set(changes.map(({ id }) => id));
  const needed = new Set(
    relations.filter(({ id }) => !changed.has(id)).flatMap(({ from, to }) => [from, to]),
  );
  const kept = changes.filter((change) => change.after !== null || !needed.has(change.id));
  const isThere = (id: number): boolean =>
    after.has(id) || (needed.has(id) && changes.some((change) => change.id === id));
  return kept.filter(
    ({ after: item }) => item?.kind !== 'relation' || (isThere(item.from) && isThere(item.to)),
  );
}
