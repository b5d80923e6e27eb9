/** Orphans: items that a changed schema no longer allows, and the rules that convert or remove them. */
import type { DocumentLabel, Item, Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { Change, OrphanRule } from '../../../../shared/domain/project.ts';
import { changesBetween } from '../edits/changes.ts';
import type { SchemaIndex } from './schema-index.ts';

type What = OrphanRule['what'];

/** Index of rules. */
export class OrphanRules {
  readonly #to: ReadonlyMap<string, string | null>;

  constructor(rules: readonly OrphanRule[]) {
    this.#to = new Map(rules.map(({ what, name, to }) => [JSON.stringify([what, name]), to]));
  }

  /** Returns the rule: null removes the item, `undefined` means that there is no rule. */
  get(what: What, name: string): string | null | undefined {
    return this.#to.get(JSON.stringify([what, name]));
  }
}

/** Called for every item that needs a rule and has none. */
export type OnOrphan = (what: What, name: string, itemId: number) => void;

/** Applies the rules to one layer. Reports items that need a rule and have none, and leaves them unchanged. */
export function refitLayer(
  items: readonly Item[],
  schema: SchemaIndex,
  rules: OrphanRules,
  orphan: OnOrphan,
): Change[] {
  const refitter = new Refitter(schema, rules, orphan);
  const spans = new Map<number, SpanItem>();
  for (const item of items) {
    if (item.kind !== 'span') continue;
    const refitted = refitter.typed(item);
    if (refitted !== null) spans.set(item.id, refitter.attributed(refitted));
  }
  const labels = refitter.labels(items.filter((item) => item.kind === 'label'));
  const relations = items.flatMap((item) => {
    const refitted = item.kind === 'relation' ? refitter.relation(item, spans) : null;
    return refitted === null ? [] : [refitted];
  });
  const after = [...spans.values(), ...labels, ...relations].sort((a, b) => a.id - b.id);
  return changesBetween(items, after);
}

class Refitter {
  readonly #schema: SchemaIndex;
  readonly #rules: OrphanRules;
  readonly #orphan: OnOrphan;

  constructor(schema: SchemaIndex, rules: OrphanRules, orphan: OnOrphan) {
    this.#schema = schema;
    this.#rules = rules;
    this.#orphan = orphan;
  }

  /** Returns the item with its new type; null when it is removed. */
  typed<T extends Item>(item: T): T | null {
    return this.#schema.hasType(item) ? item : this.#retyped(item);
  }

  #retyped<T extends Item>(item: T): T | null {
    const to = this.#rules.get(item.kind, item.type);
    if (to === undefined) this.#orphan(item.kind, item.type, item.id);
    return to === undefined ? item : to === null ? null : { ...item, type: to };
  }

  /** Returns the item with the attributes that are allowed. */
  attributed<T extends Item>(item: T): T {
    if (!this.#schema.hasType(item)) return item; // reported already
    const entries = Object.entries(item.attributes);
    if (entries.every(([name, value]) => this.#schema.allowsAttribute(item, name, value))) return item;
    const kept = entries.filter(([name, value]) => this.#schema.allowsAttribute(item, name, value));
    const attributes = Object.fromEntries(kept);
    for (const [name, value] of entries) {
      if (this.#schema.allowsAttribute(item, name, value)) continue;
      const moved = this.#attribute(item, name, value);
      if (moved !== null) attributes[moved.name] ??= moved.value;
    }
    return { ...item, attributes };
  }

  /** Renames the attribute if items of the type do not bear it, then replaces its value. */
  #attribute(item: Item, name: string, value: string): { name: string; value: string } | null {
    let now = name;
    if (!this.#schema.bearsAttribute(item, name)) {
      const to = this.#rules.get('attribute', name);
      if (to === undefined) this.#orphan('attribute', name, item.id);
      if (to === undefined || to === null) return to === null ? null : { name, value };
      now = to;
    }
    if (this.#schema.allowsAttribute(item, now, value)) return { name: now, value };
    const key = this.#schema.bearsAttribute(item, now) ? `${now}=${value}` : now;
    const to = this.#rules.get('attribute', key);
    if (to === undefined) this.#orphan('attribute', key, item.id);
    return to === undefined ? { name: now, value } : to === null ? null : { name: now, value: to };
  }

  /** Removes a relation together with either of its ends. */
  relation(relation: Relation, spans: ReadonlyMap<number, SpanItem>): Relation | null {
    const [from, to] = [spans.get(relation.from), spans.get(relation.to)];
    if (from === undefined || to === undefined) return null;
    let refitted = this.typed(relation);
    if (refitted === null) return null;
    const judged = this.#schema.hasType(from) && this.#schema.hasType(to) && this.#schema.hasType(refitted);
    if (judged && !this.#schema.allowsEnds(refitted.type, from.type, to.type)) {
      const hasRule = this.#rules.get('relation', refitted.type) !== undefined;
      refitted = this.#retyped(refitted);
      if (refitted === null) return null;
      const fits = this.#schema.allowsEnds(refitted.type, from.type, to.type);
      if (hasRule && !fits) this.#orphan('relation', refitted.type, refitted.id);
    }
    return this.attributed(refitted);
  }

  /** Keeps one accepted label of a group, and one of each type: the first. */
  labels(labels: readonly DocumentLabel[]): DocumentLabel[] {
    const taken = new Set<string>();
    const kept: DocumentLabel[] = [];
    for (const label of labels) {
      let refitted = this.typed(label);
      if (refitted === null) continue;
      if (refitted.status === 'accepted') {
        const key = (type: string): string => JSON.stringify([this.#schema.groupOf(type) || type]);
        if (taken.has(key(refitted.type))) {
          // A rule made it equal to an existing label, so nothing is lost.
          if (refitted.type !== label.type) continue;
          refitted = this.#retyped(refitted);
          if (refitted === null || taken.has(key(refitted.type))) continue;
        }
        taken.add(key(refitted.type));
      }
      kept.push(this.attributed(refitted));
    }
    return kept;
  }
}
