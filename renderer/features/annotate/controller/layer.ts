/** One person's items of one document, as a value: an edit makes a new layer and leaves the old one as it was. */
import type { DocumentLabel, Item, Relation } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import { SpanIndex } from './span-index.ts';

export class Layer {
  readonly items: ReadonlyMap<number, Item>;
  readonly spans: SpanIndex;
  readonly relations: readonly Relation[];
  readonly labels: readonly DocumentLabel[];

  private constructor(
    items: ReadonlyMap<number, Item>,
    spans: SpanIndex,
    relations: readonly Relation[],
    labels: readonly DocumentLabel[],
  ) {
    this.items = items;
    this.spans = spans;
    this.relations = relations;
    this.labels = labels;
  }

  static of(items: readonly Item[]): Layer {
    return new Layer(
      new Map(items.map((item) => [item.id, item])),
      SpanIndex.of(items.filter((item) => item.kind === 'span')),
      items.filter((item) => item.kind === 'relation'),
      items.filter((item) => item.kind === 'label'),
    );
  }

  get(id: number | null): Item | undefined {
    return id === null ? undefined : this.items.get(id);
  }

  /** After changes; each names an item once. */
  apply(changes: readonly Change[]): Layer {
    const items = new Map(this.items);
    const touched = new Set<Item['kind']>();
    for (const { id, before, after } of changes) {
      if (after === null) items.delete(id);
      else items.set(id, after);
      for (const item of [before, after]) if (item !== null) touched.add(item.kind);
    }
    const gone = new Set(changes.map(({ id }) => id));
    const added = changes.flatMap(({ after }) => (after === null ? [] : [after]));
    const spans = touched.has('span')
      ? this.spans.change(
          gone,
          added.filter((item) => item.kind === 'span'),
        )
      : this.spans;
    return new Layer(
      items,
      spans,
      touched.has('relation')
        ? replaced(
            this.relations,
            gone,
            added.filter((item) => item.kind === 'relation'),
          )
        : this.relations,
      touched.has('label')
        ? replaced(
            this.labels,
            gone,
            added.filter((item) => item.kind === 'label'),
          )
        : this.labels,
    );
  }

  /** Relations that begin or end at an item. */
  relationsOf(id: number): Relation[] {
    return this.relations.filter(({ from, to }) => from === id || to === id);
  }

  /** Tells whether every change starts from the present items. */
  fits(changes: readonly Change[]): boolean {
    return changes.every(({ id, before }) => sameItem(this.items.get(id) ?? null, before));
  }
}

const replaced = <T extends Item>(all: readonly T[], gone: ReadonlySet<number>, added: readonly T[]): T[] =>
  [...all.filter(({ id }) => !gone.has(id)), ...added].sort((a, b) => a.id - b.id);

/** Returns the changes that undo these. */
export const inverse = (changes: readonly Change[]): Change[] =>
  changes.map(({ id, before, after }) => ({ id, before: after, after: before }));

/** Equal in content, whatever the order of their keys. Times do not count: the workspace sets its own. */
const sameItem = (a: Item | null, b: Item | null): boolean =>
  a === b || (a !== null && b !== null && canonical(a) === canonical(b));

export function sameChanges(a: readonly Change[], b: readonly Change[]): boolean {
  if (a.length !== b.length) return false;
  const others = new Map(b.map((change) => [change.id, change]));
  return a.every((change) => {
    const other = others.get(change.id);
    return (
      other !== undefined && sameItem(change.before, other.before) && sameItem(change.after, other.after)
    );
  });
}

/** JSON with sorted keys; what is undefined does not count. */
const canonical = ({ provenance, ...item }: Item): string =>
  JSON.stringify([item, { ...provenance, at: undefined, acceptedAt: undefined }], (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
