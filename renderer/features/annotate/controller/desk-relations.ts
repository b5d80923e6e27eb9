/** Actions about relations. */
import type { Relation, Span } from '../../../../shared/domain/annotation.ts';
import { mayGo } from '../../../../shared/domain/annotation-schema.ts';
import { type PossibleRelation, relationsBetween } from '../schema/type-letters.ts';
import { SpanDesk } from './desk-spans.ts';
import * as edits from './relation-edits.ts';

/** Where a relation that is being drawn would lead, and by which types: none when it may not. */
export interface Reach {
  readonly span: Span;
  readonly options: readonly PossibleRelation[];
}

export class RelationDesk extends SpanDesk {
  /** Marks the chosen span as the beginning; the second time makes the relation to what is chosen then. */
  relate(): void {
    const { span } = this;
    const mode = this.mode.get();
    if (this.schema.relations.length === 0) return this.events.say('noRelationType');
    if (span === undefined) return this.events.say('chooseSpan');
    if (mode.kind !== 'relate') this.mode.set({ kind: 'relate', from: span.id });
    else if (mode.from === span.id) this.mode.set({ kind: 'edit' });
    else this.join(mode.from, span.id);
  }

  /** A click while the other end of a relation is looked for is that end. */
  override click(offset: number | null, meant: Span | undefined): void {
    const mode = this.mode.get();
    const from = mode.kind === 'relate' ? this.layer.get(mode.from) : undefined;
    const under = meant === undefined ? (offset === null ? [] : this.layer.spans.at(offset)) : [meant];
    const reach = from?.kind === 'span' ? this.reachOf(from, under) : null;
    if (from === undefined || reach === null) return super.click(offset, meant);
    this.words.set(null);
    this.chosen.set(reach.span.id);
    this.join(from.id, reach.span.id);
  }

  /** Of spans around a place, innermost first, the one that a relation from `from` is meant to reach: one that fits. */
  reachOf(from: Span, under: readonly Span[]): Reach | null {
    return meantOf(
      under
        .filter(({ id }) => id !== from.id)
        .map((span) => ({ span, options: relationsBetween(this.schema.relations, from.type, span.type) })),
    );
  }

  /** The same for an end of a relation that is there already, and keeps its type and direction. */
  moveReach(relation: Relation, end: edits.RelationEnd, under: readonly Span[]): Reach | null {
    const fixed = this.layer.get(end === 'from' ? relation.to : relation.from);
    const type = this.schema.relations.find(({ name }) => name === relation.type);
    if (fixed?.kind !== 'span' || type === undefined) return null;
    return meantOf(
      under
        .filter(({ id }) => id !== fixed.id)
        .map((span) => {
          const [from, to] = end === 'from' ? [span, fixed] : [fixed, span];
          return { span, options: mayGo(type, from.type, to.type) ? [{ type, turned: false }] : [] };
        }),
    );
  }

  /** Puts an end of a relation on another span. */
  moveRelation(id: number, end: edits.RelationEnd, span: Span): void {
    const relation = this.layer.get(id);
    if (relation?.kind !== 'relation' || relation[end] === span.id) return;
    const reach = this.moveReach(relation, end, [span]);
    const type = this.schema.relations.find(({ name }) => name === relation.type);
    if (reach === null || reach.options.length === 0) return this.events.say('noRelationType');
    const edit = edits.moveRelation(this.context(), relation, end, span, type?.symmetric ?? false);
    if (edit === null) this.events.say('relationTwin');
    else this.perform(edit);
  }

  /** A relation between two spans: at once where only one type fits, else the types to choose from. */
  join(from: number, to: number): void {
    const [a, b] = [this.layer.get(from), this.layer.get(to)];
    this.mode.set({ kind: 'edit' });
    if (a?.kind !== 'span' || b?.kind !== 'span' || a === b) return;
    const options = relationsBetween(this.schema.relations, a.type, b.type);
    const [only] = options;
    if (only === undefined) return this.events.say('noRelationType');
    if (options.length === 1) this.makeRelation(a, b, only);
    else this.mode.set({ kind: 'choose', from, to, options });
  }

  makeRelation(a: Span, b: Span, { type, turned }: PossibleRelation): void {
    this.mode.set({ kind: 'edit' });
    const context = this.context();
    const [from, to] = turned ? [b, a] : [a, b];
    const edit = edits.addRelation(context, type.name, from, to, type.symmetric);
    if (edit === null) return this.events.say('relationTwin');
    if (this.perform(edit)) this.chosen.set(context.nextItem);
  }

  /** A key of a relation's type, while types are to be chosen or a relation is chosen. */
  giveRelation(name: string): void {
    const mode = this.mode.get();
    const { item } = this;
    if (mode.kind === 'choose') {
      const option = mode.options.find(({ type }) => type.name === name);
      const [a, b] = [this.layer.get(mode.from), this.layer.get(mode.to)];
      if (option !== undefined && a?.kind === 'span' && b?.kind === 'span') this.makeRelation(a, b, option);
    } else if (item?.kind === 'relation') this.setRelationType(item, name);
    else if (mode.kind === 'relate' && this.span !== undefined && this.span.id !== mode.from) {
      const [a, b] = [this.layer.get(mode.from), this.span];
      if (a?.kind !== 'span') return;
      const option = relationsBetween(this.schema.relations, a.type, b.type).find(
        ({ type }) => type.name === name,
      );
      if (option === undefined) this.events.say('noRelationType');
      else this.makeRelation(a, b, option);
    } else this.relate();
  }

  /** Turned round where the type only fits so. */
  setRelationType(relation: Relation, name: string): void {
    const [from, to] = [this.layer.get(relation.from), this.layer.get(relation.to)];
    if (from?.kind !== 'span' || to?.kind !== 'span') return;
    const option = relationsBetween(this.schema.relations, from.type, to.type).find(
      ({ type }) => type.name === name,
    );
    if (option === undefined) return this.events.say('noRelationType');
    this.perform(edits.setRelationType(this.context(), relation, name, option.turned));
  }

  turnRelation(): void {
    const { item } = this;
    if (item?.kind !== 'relation') return;
    const [from, to] = [this.layer.get(item.from), this.layer.get(item.to)];
    const type = this.schema.relations.find(({ name }) => name === item.type);
    if (from === undefined || to === undefined || type === undefined) return;
    if (!mayGo(type, to.type, from.type)) return this.events.say('noRelationType');
    this.perform(edits.turnRelation(this.context(), item));
  }
}

/** The first that a type fits, else the first. */
const meantOf = (reaches: readonly Reach[]): Reach | null =>
  reaches.find(({ options }) => options.length > 0) ?? reaches[0] ?? null;
