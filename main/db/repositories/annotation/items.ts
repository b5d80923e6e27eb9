/** Items of layers. Only edits change them. */
import { z } from 'zod';
import type { ConceptLink, Item, Provenance } from '../../../../shared/domain/annotation.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';

const Data = z.object({ data: z.string() });
/** Items read at once. */
const PAGE = 500;

/** Item with its stored JSON. */
export interface StoredItem {
  readonly item: Item;
  readonly json: string;
}

/** Returns the items of a layer in order of id. */
export const itemsOf = (db: ReadDb, layerId: number): Item[] =>
  db
    .rows('SELECT id, data FROM settled_item WHERE layer_id = ? ORDER BY id', layerId)
    .map(([, data]) => itemFromJson(String(data)));

/** Returns relations and labels of a layer, which are few compared with its spans. */
export const otherItemsOf = (db: ReadDb, layerId: number): StoredItem[] =>
  stored(
    db.rows(`SELECT id, data FROM settled_item WHERE layer_id = ? AND kind <> 'span' ORDER BY id`, layerId),
  );

/** Yields the suggestions of a layer in order of id; no statement stays open meanwhile. */
export function* suggestedItemsOf(db: ReadDb, layerId: number): Generator<StoredItem, void, undefined> {
  const sql = `SELECT id, data FROM settled_item
                WHERE layer_id = ? AND status = 'suggested' AND id > ? ORDER BY id LIMIT ${PAGE}`;
  for (let last = -1; ; ) {
    const page = stored(db.rows(sql, layerId, last));
    yield* page;
    if (page.length < PAGE) return;
    last = page[page.length - 1]!.item.id;
  }
}

const stored = (rows: readonly unknown[][]): StoredItem[] =>
  rows.map(([, data]) => ({ item: itemFromJson(String(data)), json: String(data) }));

/** Returns the stored JSON of an item, or `undefined`. */
export const findItemJson = (db: ReadDb, layerId: number, id: number): string | undefined =>
  db.get(Data, 'SELECT data FROM settled_item WHERE layer_id = ? AND id = ?', layerId, id)?.data;

/**
 * Returns a look-up of the stored JSON of items by id, which reads one by one or, for many, by pages of ids.
 * @param asked number of items that will be asked for
 */
export function itemJsonOf(
  db: ReadDb,
  layer: { readonly id: number; readonly nextItem: number },
  asked: number,
): (id: number) => string | null {
  if (asked * 20 < layer.nextItem) return (id) => findItemJson(db, layer.id, id) ?? null;
  const pages = new Map<number, ReadonlyMap<number, string>>();
  const sql = 'SELECT id, data FROM settled_item WHERE layer_id = ? AND id >= ? AND id < ?';
  return (id) => {
    const number = Math.floor(id / PAGE);
    let page = pages.get(number);
    if (page === undefined) {
      const rows = db.rows(sql, layer.id, number * PAGE, (number + 1) * PAGE);
      page = new Map(rows.map(([item, data]) => [Number(item), String(data)]));
      pages.set(number, page);
    }
    return page.get(id) ?? null;
  };
}

/** Collects an edit's writes to items of any number of layers and executes them. */
export class ItemWrites {
  readonly #added: (string | number)[][] = [];
  readonly #changed: (string | number)[][] = [];
  readonly #removed: (readonly [layerId: number, id: number])[] = [];

  /** @param isNew whether no item is stored under this id */
  put(layerId: number, item: Item, json: string, isNew: boolean): void {
    const { id, kind, type, status } = item;
    if (isNew) this.#added.push([layerId, id, kind, type, status, json]);
    else this.#changed.push([type, status, json, layerId, id]);
  }

  remove(layerId: number, id: number): void {
    this.#removed.push([layerId, id]);
  }

  write(db: WriteDb): void {
    for (const _step of this.steps(db));
  }

  /** Writes one row a step. */
  *steps(db: WriteDb): Generator<undefined, void, undefined> {
    for (const place of this.#removed)
      yield void db.run('DELETE FROM item WHERE layer_id = ? AND id = ?', ...place);
    for (const values of this.#changed)
      yield void db.run(
        'UPDATE item SET type = ?, status = ?, data = ? WHERE layer_id = ? AND id = ?',
        ...values,
      );
    const sql = 'INSERT INTO item (layer_id, id, kind, type, status, data) VALUES (?, ?, ?, ?, ?, ?)';
    for (const values of this.#added) yield void db.run(sql, ...values);
  }
}

const TypeRow = z.object({
  person: z.string(),
  kind: z.enum(['span', 'relation', 'label']),
  type: z.string(),
  accepted: z.number(),
  suggested: z.number(),
});

/** Counts the items of a project by person, kind and type, without those of removed documents. */
export const countTypes = (db: ReadDb, projectId: number): z.infer<typeof TypeRow>[] =>
  db.all(
    TypeRow,
    `SELECT l.person, i.kind, i.type, sum(i.status = 'accepted') AS accepted, sum(i.status = 'suggested') AS suggested
       FROM project_document d JOIN layer l ON l.document_id = d.id JOIN item i ON i.layer_id = l.id
      WHERE d.project_id = ? AND d.removed_at IS NULL GROUP BY l.person, i.kind, i.type ORDER BY l.person, i.kind, accepted DESC, i.type`,
    projectId,
  );

/**
 * Writes an item as JSON with keys in a fixed order. Two items are equal exactly when their texts are equal, and
 * checksums over them are stable.
 */
export function itemJson(item: Item): string {
  const { kind, id, type, note, status } = item;
  const common = {
    kind,
    id,
    type,
    attributes: sortedAttributes(item.attributes),
    note,
    status,
    provenance: orderedProvenance(item.provenance),
  };
  switch (item.kind) {
    case 'span':
      return JSON.stringify({
        ...common,
        fragments: item.fragments.map(({ start, end }) => ({ start, end })),
        ...(item.link === undefined ? {} : { link: orderedLink(item.link) }),
      });
    case 'relation':
      return JSON.stringify({ ...common, from: item.from, to: item.to });
    case 'label':
      return JSON.stringify(common);
  }
}

/** Parses the output of `itemJson`. The schema is not checked again, since only `itemJson` writes these columns. */
export function itemFromJson(text: string): Item {
  return JSON.parse(text) as Item; // safe: written by itemJson, and verified by `audit verify`
}

function sortedAttributes(attributes: Item['attributes']): Item['attributes'] {
  const names = Object.keys(attributes);
  if (names.length < 2) return attributes;
  return Object.fromEntries(names.sort().map((name) => [name, attributes[name] ?? '']));
}

// JSON.stringify omits undefined values.
function orderedProvenance(provenance: Provenance): Provenance {
  const { kind, name, version, confidence, at, acceptedBy, acceptedAt } = provenance;
  const readings = provenance.readings?.map(({ annotator, item }) => ({ annotator, item }));
  return { kind, name, version, confidence, at, acceptedBy, acceptedAt, readings } as Provenance; // safe: JSON.stringify drops undefined
}

const orderedLink = ({ system, code, name }: ConceptLink): ConceptLink => ({ system, code, name });
