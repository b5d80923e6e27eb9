/** Turns an adjudicator's decisions into changes of the gold layer, collected until they become one edit. */
import type { Reading } from '../domain/adjudication.ts';
import type { DocumentLabel, Item, Provenance, Relation } from '../domain/annotation.ts';
import { type AnnotationSchema, bearsAttribute, mayJoin } from '../domain/annotation-schema.ts';
import type { Change } from '../domain/project.ts';
import type { Span } from '../domain/span.ts';
import { groupOfItem, type OpenGroup, type OpenReading } from './groups-in-gold.ts';
import { type Extent, type Merged, mergeReadings } from './merge.ts';

export type Decision =
  /** Accepts the readings with these numbers. An empty list: nothing of the group is gold. */
  | { readonly take: 'readings'; readonly readings: readonly number[] }
  /** Accepts a reading after a change by the adjudicator. */
  | { readonly take: 'changed'; readonly item: Item }
  /** Accepts this reading as well, as a nested one; the others stay open. */
  | { readonly take: 'also'; readonly reading: number }
  /** Rejects this reading; the others stay open. */
  | { readonly take: 'not'; readonly reading: number }
  | { readonly take: 'merge'; readonly extent: Extent }
  /** Accepts a span with fragments chosen by the adjudicator. */
  | { readonly take: 'own'; readonly fragments: readonly Span[] };

export interface PlanContext {
  readonly items: ReadonlyMap<number, Item>;
  /** All groups, since the ends of a relation are in other groups. */
  readonly groups: readonly OpenGroup[];
  readonly schema: AnnotationSchema;
  /** First id for new items. */
  readonly nextItem: number;
  /** The adjudicator, and the time in ISO 8601. */
  readonly person: string;
  readonly at: string;
}

export class GoldPlan {
  readonly #context: PlanContext;
  readonly #after = new Map<number, Item | null>();
  readonly #relations: Set<number>;
  readonly #relationTypes: ReadonlyMap<string, AnnotationSchema['relations'][number]>;
  readonly #labelGroups: ReadonlyMap<string, string>;
  /** Relations without disagreement. They are accepted once both ends are. */
  readonly #agreed: ReadonlySet<number>;
  #nextItem: number;

  constructor(context: PlanContext) {
    const { items, groups, schema } = context;
    this.#context = context;
    this.#nextItem = context.nextItem;
    this.#relations = new Set(
      [...items.values()].flatMap(({ kind, id }) => (kind === 'relation' ? [id] : [])),
    );
    this.#relationTypes = new Map(schema.relations.map((type) => [type.name, type]));
    this.#labelGroups = new Map(schema.labels.map(({ name, group }) => [name, group]));
    this.#agreed = new Set(
      groups.flatMap(({ group, readings }) =>
        group.kind === 'relation' && group.differs.length === 0
          ? readings.flatMap(({ item }) => item?.id ?? [])
          : [],
      ),
    );
  }

  get(id: number): Item | null {
    const changed = this.#after.get(id);
    return changed === undefined ? (this.#context.items.get(id) ?? null) : changed;
  }

  get changes(): Change[] {
    return [...this.#after].flatMap(([id, after]): Change[] => {
      const before = this.#context.items.get(id) ?? null;
      return before === after ? [] : [{ id, before, after }];
    });
  }

  /** Returns an accepted label that accepting this one would remove, or `undefined`. */
  rivalOf(label: DocumentLabel): Item | undefined {
    return this.#rivalsOf(label).find(({ status }) => status === 'accepted');
  }

  /** Returns false when the decision cannot be applied: its readings are gone, or have no place in the gold layer. */
  decide(open: OpenGroup, decision: Decision): boolean {
    const present = this.#present(open);
    switch (decision.take) {
      case 'readings': {
        const wanted = decision.readings.flatMap((i) => open.readings[i]?.item?.id ?? []);
        const kept = [...new Set(wanted)].filter((id) => present.includes(id));
        if (kept.length === 0 && (decision.readings.length > 0 || present.length === 0)) return false;
        this.#settle(present, kept);
        break;
      }
      case 'changed':
        this.#put(decision.item);
        this.#settle(present, [decision.item.id]);
        break;
      case 'also':
      case 'not': {
        const id = open.readings[decision.reading]?.item?.id;
        if (id === undefined || !present.includes(id)) return false;
        if (decision.take === 'also') this.#accept(id);
        else this.#release([id], this.#heirOf(id, present));
        break;
      }
      case 'merge':
        return this.#merge(open, present, decision.extent);
      case 'own':
        return this.#own(open, present, decision.fragments);
    }
    this.#settleAgreed();
    return true;
  }

  #present({ readings }: OpenGroup): number[] {
    const ids = new Set(readings.flatMap(({ item }) => item?.id ?? []));
    return [...ids].filter((id) => this.get(id) !== null);
  }

  #merge(open: OpenGroup, present: readonly number[], extent: Extent): boolean {
    const sources = open.readings.filter(
      ({ item }) => item !== null && present.includes(item.id) && this.get(item.id)?.status === 'suggested',
    );
    const merged = mergeReadings(
      sources.map(({ reading }) => reading),
      extent,
    );
    const first = sources[0]?.item && this.get(sources[0].item.id);
    if (merged === undefined || first == null) return false;
    const readings = sources.flatMap(({ reading }) => reading.votes);
    const made = this.#made(first, merged, { readings, notes: this.#notesOf(sources) });
    if (made.kind === 'relation' && !this.#mayJoin(made.type, made.from, made.to)) return false;
    this.#replace(present, made);
    return true;
  }

  #own(open: OpenGroup, present: readonly number[], fragments: readonly Span[]): boolean {
    const [first] = open.group.readings;
    const item = present.map((id) => this.get(id)).find((one) => one?.kind === 'span');
    if (item == null || first?.kind !== 'span') return false;
    this.#replace(present, this.#made(item, { ...first, fragments: [...fragments] }, { notes: '' }));
    return true;
  }

  #replace(present: readonly number[], made: Item): void {
    this.#put(made);
    this.#settle(present, [made.id]);
    this.#settleAgreed();
  }

  /** Returns a new accepted item of the adjudicator, made from readings or in their place. */
  #made(
    like: Item,
    { type, attributes, fragments, link }: Merged,
    { readings, notes }: { readonly readings?: Reading['votes']; readonly notes: string },
  ): Item {
    const { person, at, schema } = this.#context;
    const provenance: Provenance = {
      kind: 'human',
      name: person,
      at,
      ...(readings === undefined ? {} : { readings }),
    };
    const borne = Object.entries(attributes).filter(([name]) =>
      schema.attributes.some((one) => one.name === name && bearsAttribute(one, { kind: like.kind, type })),
    );
    const common = {
      id: this.#nextItem++,
      type,
      attributes: Object.fromEntries(borne),
      note: notes,
      status: 'accepted',
      provenance,
    } as const;
    if (like.kind !== 'span') return { ...like, ...common };
    return {
      kind: 'span',
      ...common,
      fragments: fragments ?? like.fragments,
      ...(link === undefined ? {} : { link }),
    };
  }

  #notesOf(readings: readonly OpenReading[]): string {
    const notes = readings.flatMap(({ item }) => item?.note || []);
    return [...new Set(notes)].join('\n').slice(0, 5000);
  }

  /** Accepts `kept` and removes the other suggestions. Items accepted before stay. */
  #settle(present: readonly number[], kept: readonly number[]): void {
    const [waiting, settled] = [[] as number[], [...kept]];
    for (const id of present) {
      if (kept.includes(id)) continue;
      if (this.get(id)?.status === 'suggested') waiting.push(id);
      else settled.push(id);
    }
    for (const id of kept) this.#accept(id);
    this.#release(waiting, settled[0] ?? null);
  }

  /** Another reading of the same group, an accepted one if there is one. */
  #heirOf(id: number, present: readonly number[]): number | null {
    const others = present.filter((other) => other !== id);
    return others.find((other) => this.get(other)?.status === 'accepted') ?? others[0] ?? null;
  }

  #put(item: Item): void {
    this.#after.set(item.id, item);
    if (item.kind === 'relation') this.#relations.add(item.id);
  }

  /** Removes items. Their relations move to `heir`, or are removed with them. */
  #release(gone: readonly number[], heir: number | null): void {
    if (gone.length === 0) return;
    const ids = new Set(gone);
    for (const id of gone) this.#after.set(id, null);
    for (const id of this.#relations) {
      const relation = this.get(id);
      if (relation?.kind !== 'relation' || !(ids.has(relation.from) || ids.has(relation.to))) continue;
      const moved = heir === null ? null : this.#moved(relation, ids, heir);
      if (moved === null) this.#after.set(id, null);
      else this.#put(moved);
    }
  }

  /**
   * Returns the relation with its lost ends at the heir; it waits again where the heir does.
   * Returns null when it would join a span to itself, or types that it may not join.
   */
  #moved(relation: Relation, gone: ReadonlySet<number>, heir: number): Relation | null {
    const from = gone.has(relation.from) ? heir : relation.from;
    const to = gone.has(relation.to) ? heir : relation.to;
    if (from === to || !this.#mayJoin(relation.type, from, to)) return null;
    if (relation.status === 'suggested' || this.get(heir)?.status === 'accepted')
      return { ...relation, from, to };
    const { acceptedBy: _by, acceptedAt: _at, ...provenance } = relation.provenance;
    return { ...relation, from, to, status: 'suggested', provenance };
  }

  #mayJoin(name: string, from: number, to: number): boolean {
    const type = this.#relationTypes.get(name);
    const [a, b] = [this.get(from), this.get(to)];
    return type !== undefined && a?.kind === 'span' && b?.kind === 'span' && mayJoin(type, a.type, b.type);
  }

  #accept(id: number): void {
    const asked = this.get(id);
    // An accepted relation needs accepted ends, so its ends are accepted first.
    if (asked?.kind === 'relation') this.#acceptEnds([asked.from, asked.to]);
    if (asked?.kind === 'label') this.#clearGroup(asked);
    const item = this.get(id);
    if (item === null || item.status === 'accepted') return;
    const { person, at } = this.#context;
    const provenance = { ...item.provenance, acceptedBy: person, acceptedAt: at };
    this.#put({ ...item, status: 'accepted', provenance });
  }

  /** Accepts both ends together, since in one group each would otherwise reject the other. */
  #acceptEnds(ends: readonly number[]): void {
    for (const id of ends) {
      if (this.get(id)?.status !== 'suggested') continue;
      const open = groupOfItem(this.#context.groups, id);
      if (open === undefined) {
        this.#accept(id);
        continue;
      }
      const present = this.#present(open);
      this.#settle(
        present,
        ends.filter((end) => present.includes(end)),
      );
    }
  }

  #clearGroup(label: DocumentLabel): void {
    for (const { id } of this.#rivalsOf(label)) this.#after.set(id, null);
  }

  /** Returns the other labels with the same name or in the same group, of which a document has at most one. */
  #rivalsOf(label: DocumentLabel): Item[] {
    const group = this.#labelGroups.get(label.type) ?? '';
    const ids = new Set([...this.#context.items.keys(), ...this.#after.keys()]);
    return [...ids].flatMap((id) => {
      const other = this.get(id);
      if (other?.kind !== 'label' || id === label.id) return [];
      const excludes =
        other.type === label.type || (group !== '' && this.#labelGroups.get(other.type) === group);
      return excludes ? [other] : [];
    });
  }

  #settleAgreed(): void {
    for (const id of this.#agreed) {
      const relation = this.get(id);
      if (relation?.kind !== 'relation' || relation.status === 'accepted') continue;
      if ([relation.from, relation.to].every((end) => this.get(end)?.status === 'accepted')) this.#accept(id);
    }
  }
}
