/** Items that a changed schema no longer allows, and what becomes of them by the rules given. */
import type { DocumentLabel, Item, Relation, Span } from '../../../../shared/domain/annotation.ts';
import type { Change, OrphanRule } from '../../../../shared/domain/project.ts';
import { changesBetween } from '../edits/history.ts';
import type { SchemaIndex } from './schema-index.ts';

type What = OrphanRule['what'];

/** Rules by what they are about; looked up often. */
export class OrphanRules {
  readonly #to: ReadonlyMap<string, string | null>;

  constructor(rules: readonly OrphanRule[]) {
    this.#to = new Map(rules.map(({ what, name, to }) => [JSON.stringify([what, name]), to]));
  }

  /** `undefined`: no rule; null: away with it. */
  get(what: What, name: string): string | null | undefined {
    return this.#to.get(JSON.stringify([what, name]));
  }
}

/** Told of every item for which a rule is missing. */
export type OnOrphan = (what: What, name: string, itemId: number) => void;

/** What the rules make of one layer; items without a rule that they need stay as they are and are told. */
export function settleLayer(
  items: readonly Item[],
  schema: SchemaIndex,
  rules: OrphanRules,
  orphan: OnOrphan,
): Change[] {
  const settler = new Settler(schema, rules, orphan);
  const spans = new Map<number, Span>();
  for (const item of items) {
    if (item.kind !== 'span') continue;
    const settled = settler.typed(item);
    if (settled !== null) spans.set(item.id, settler.attributed(settled));
  }
  const labels = settler.labels(items.filter((item) => item.kind === 'label'));
  const relations = items.flatMap((item) => {
    const settled = item.kind === 'relation' ? settler.relation(item, spans) : null;
    return settled === null ? [] : [settled];
  });
  const after = [...spans.values(), ...labels, ...relations].sort((a, b) => a.id - b.id);
  return changesBetween(items, after);
}

class Settler {
  readonly #schema: SchemaIndex;
  readonly #rules: OrphanRules;
  readonly #orphan: OnOrphan;

  constructor(schema: SchemaIndex, rules: OrphanRules, orphan: OnOrphan) {
    this.#schema = schema;
    this.#rules = rules;
    this.#orphan = orphan;
  }

  /** With the type it has from now on; null: it goes. */
  typed<T extends Item>(item: T): T | null {
    return this.#schema.hasType(item) ? item : this.#retyped(item);
  }

  #retyped<T extends Item>(item: T): T | null {
    const to = this.#rules.get(item.kind, item.type);
    if (to === undefined) this.#orphan(item.kind, item.type, item.id);
    return to === undefined ? item : to === null ? null : { ...item, type: to };
  }

  /** With the attributes it may have. */
  attributed<T extends Item>(item: T): T {
    if (!this.#schema.hasType(item)) return item; // told already
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

  /** First another name, where items of the type do not bear the old one, then another value. */
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

  /** Goes with either of its ends. */
  relation(relation: Relation, spans: ReadonlyMap<number, Span>): Relation | null {
    const [from, to] = [spans.get(relation.from), spans.get(relation.to)];
    if (from === undefined || to === undefined) return null;
    let settled = this.typed(relation);
    if (settled === null) return null;
    const judged = this.#schema.hasType(from) && this.#schema.hasType(to) && this.#schema.hasType(settled);
    if (judged && !this.#schema.allowsEnds(settled.type, from.type, to.type)) {
      const hasRule = this.#rules.get('relation', settled.type) !== undefined;
      settled = this.#retyped(settled);
      if (settled === null) return null;
      const fits = this.#schema.allowsEnds(settled.type, from.type, to.type);
      if (hasRule && !fits) this.#orphan('relation', settled.type, settled.id);
    }
    return this.attributed(settled);
  }

  /** Of a group, and of each label, one that counts stays: that which was there first. */
  labels(labels: readonly DocumentLabel[]): DocumentLabel[] {
    const taken = new Set<string>();
    const kept: DocumentLabel[] = [];
    for (const label of labels) {
      let settled = this.typed(label);
      if (settled === null) continue;
      if (settled.status === 'accepted') {
        const key = (type: string): string => JSON.stringify([this.#schema.groupOf(type) || type]);
        if (taken.has(key(settled.type))) {
          // Made equal by a rule to one that is there: nothing is lost with it.
          if (settled.type !== label.type) continue;
          settled = this.#retyped(settled);
          if (settled === null || taken.has(key(settled.type))) continue;
        }
        taken.add(key(settled.type));
      }
      kept.push(this.attributed(settled));
    }
    return kept;
  }
}
