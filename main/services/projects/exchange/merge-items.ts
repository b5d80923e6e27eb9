/** Merges items of a file into a layer. Existing items are not doubled; duplicates within the file are kept. */
import type { Item, Loss } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import { message, type PlainId } from '../../../../shared/messages/message.ts';
import type { SchemaIndex } from '../schema/schema-index.ts';

export interface Merged {
  readonly changes: Change[];
  readonly losses: Loss[];
}

/**
 * @param present items of the layer
 * @param came items of the file, with its ids
 */
export function mergeItems(
  present: readonly Item[],
  nextItem: number,
  came: readonly Item[],
  schema: SchemaIndex,
  document: string,
): Merged {
  const merge = new Merge(present, nextItem, schema, document);
  // Relations come last, since their ends must have their ids.
  for (const item of came) if (item.kind !== 'relation') merge.add(item);
  for (const item of came) if (item.kind === 'relation') merge.add(item);
  return { changes: merge.changes, losses: [...merge.losses.values()] };
}

const TAKEN = 'losses.group-labels';
const UNSURE = 'losses.relations-of-suggestions';

class Merge {
  readonly changes: Change[] = [];
  readonly losses = new Map<PlainId, Loss>();
  readonly #schema: SchemaIndex;
  readonly #document: string;
  /** Items of the layer before, by `keyOf`. */
  readonly #present = new Map<string, number[]>();
  /** Ids of the file → ids of the layer. */
  readonly #ids = new Map<number, number>();
  readonly #accepted = new Set<number>();
  readonly #groups = new Set<string>();
  #next: number;

  constructor(present: readonly Item[], nextItem: number, schema: SchemaIndex, document: string) {
    this.#next = nextItem;
    this.#schema = schema;
    this.#document = document;
    for (const item of present) {
      this.#present.set(keyOf(item), [...(this.#present.get(keyOf(item)) ?? []), item.id]);
      this.#see(item);
    }
  }

  #see(item: Item): void {
    if (item.status !== 'accepted') return;
    this.#accepted.add(item.id);
    if (item.kind === 'label') this.#groups.add(this.#groupOf(item.type));
  }

  #groupOf(label: string): string {
    return JSON.stringify([this.#schema.groupOf(label) || label]);
  }

  add(item: Item): void {
    const placed = this.#placed(item);
    if (placed === undefined) return;
    const present = this.#present.get(keyOf(placed))?.shift();
    if (present !== undefined) {
      this.#ids.set(item.id, present);
      return;
    }
    if (
      placed.kind === 'label' &&
      placed.status === 'accepted' &&
      this.#groups.has(this.#groupOf(placed.type))
    ) {
      this.#lose(TAKEN, placed);
      return;
    }
    const id = this.#next++;
    const after = { ...placed, id };
    this.#ids.set(item.id, id);
    this.#see(after);
    this.changes.push({ id, before: null, after });
  }

  /** Returns the relation with the layer's ids; accepted only if both ends are. */
  #placed(came: Item): Item | undefined {
    const item = withoutLayers(came);
    if (item.kind !== 'relation') return item;
    const [from, to] = [this.#ids.get(item.from), this.#ids.get(item.to)];
    if (from === undefined || to === undefined) return undefined;
    const loose = item.status === 'accepted' && !(this.#accepted.has(from) && this.#accepted.has(to));
    if (loose) this.#lose(UNSURE, item);
    return { ...item, from, to, status: loose ? 'suggested' : item.status };
  }

  #lose(what: PlainId, { type }: Item): void {
    const known = this.losses.get(what);
    const example = known?.example ?? `${this.#document}: ${type}`;
    this.losses.set(what, { what: message(what), count: (known?.count ?? 0) + 1, example });
  }
}

/** Keeps the annotators of readings and drops their item ids, which belong to another project. */
function withoutLayers<T extends Item>(item: T): T {
  const { readings } = item.provenance;
  if (readings === undefined) return item;
  const names = readings.map(({ annotator }) => ({ annotator }));
  return { ...item, provenance: { ...item.provenance, readings: names } };
}

/** Returns a key that is equal for items with the same meaning at the same place. */
function keyOf(item: Item): string {
  const place =
    item.kind === 'span'
      ? item.fragments.map(({ start, end }) => [start, end])
      : item.kind === 'relation'
        ? [item.from, item.to]
        : [];
  return JSON.stringify([item.kind, item.type, place]);
}
