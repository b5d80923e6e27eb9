/** Edits of relations: made between two spans, retyped, turned, moved. */
import type { Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import { mayGo } from '../../../../shared/domain/annotation-schema.ts';
import { type PossibleRelation, relationsBetween } from '../schema/type-letters.ts';
import type { AnnotationState } from './annotation-state.ts';
import * as edits from './relation-edits.ts';

/** Target of a relation that is being drawn, with the types that fit; none when it is not allowed. */
export interface Reach {
  readonly span: SpanItem;
  readonly options: readonly PossibleRelation[];
}

export class RelationActions {
  readonly #state: AnnotationState;

  constructor(state: AnnotationState) {
    this.#state = state;
  }

  /** Marks the chosen span as the beginning; the second time makes the relation to what is chosen then. */
  relate(): void {
    const { span } = this.#state;
    const mode = this.#state.mode.get();
    if (this.#state.schema.relations.length === 0) return this.#state.events.say('noRelationType');
    if (span === undefined) return this.#state.events.say('chooseSpan');
    if (mode.kind !== 'relate') this.#state.mode.set({ kind: 'relate', from: span.id });
    else if (mode.from === span.id) this.#state.mode.set({ kind: 'edit' });
    else this.join(mode.from, span.id);
  }

  /** Takes a click while a relation's other end is looked for; false when it is not one. */
  takeClick(offset: number | null, meant: SpanItem | undefined): boolean {
    const mode = this.#state.mode.get();
    const from = mode.kind === 'relate' ? this.#state.layer.get(mode.from) : undefined;
    const under = meant === undefined ? (offset === null ? [] : this.#state.layer.spans.at(offset)) : [meant];
    const reach = from?.kind === 'span' ? this.reachOf(from, under) : null;
    if (from === undefined || reach === null) return false;
    this.#state.words.set(null);
    this.#state.chosen.set(reach.span.id);
    this.join(from.id, reach.span.id);
    return true;
  }

  /** Returns the span that a relation from `from` is meant to reach; `under`: spans around a place, innermost first. */
  reachOf(from: SpanItem, under: readonly SpanItem[]): Reach | null {
    return meantOf(
      under
        .filter(({ id }) => id !== from.id)
        .map((span) => ({
          span,
          options: relationsBetween(this.#state.schema.relations, from.type, span.type),
        })),
    );
  }

  /** Returns the same for an end of an existing relation, which keeps its type and direction. */
  moveReach(relation: Relation, end: edits.RelationEnd, under: readonly SpanItem[]): Reach | null {
    const fixed = this.#state.layer.get(end === 'from' ? relation.to : relation.from);
    const type = this.#state.schema.relations.find(({ name }) => name === relation.type);
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

  moveRelation(id: number, end: edits.RelationEnd, span: SpanItem): void {
    const relation = this.#state.layer.get(id);
    if (relation?.kind !== 'relation' || relation[end] === span.id) return;
    const reach = this.moveReach(relation, end, [span]);
    const type = this.#state.schema.relations.find(({ name }) => name === relation.type);
    if (reach === null || reach.options.length === 0) return this.#state.events.say('noRelationType');
    const edit = edits.moveRelation(this.#state.context(), relation, end, span, type?.symmetric ?? false);
    if (edit === null) this.#state.events.say('relationTwin');
    else this.#state.perform(edit);
  }

  /** A relation between two spans: at once where only one type fits, else the types to choose from. */
  join(from: number, to: number): void {
    const [a, b] = [this.#state.layer.get(from), this.#state.layer.get(to)];
    this.#state.mode.set({ kind: 'edit' });
    if (a?.kind !== 'span' || b?.kind !== 'span' || a === b) return;
    const options = relationsBetween(this.#state.schema.relations, a.type, b.type);
    const [only] = options;
    if (only === undefined) return this.#state.events.say('noRelationType');
    if (options.length === 1) this.makeRelation(a, b, only);
    else this.#state.mode.set({ kind: 'choose', from, to, options });
  }

  makeRelation(a: SpanItem, b: SpanItem, { type, turned }: PossibleRelation): void {
    this.#state.mode.set({ kind: 'edit' });
    const context = this.#state.context();
    const [from, to] = turned ? [b, a] : [a, b];
    const edit = edits.addRelation(context, type.name, from, to, type.symmetric);
    if (edit === null) return this.#state.events.say('relationTwin');
    if (this.#state.perform(edit)) this.#state.chosen.set(context.nextItem);
  }

  /** A key of a relation's type, while types are to be chosen or a relation is chosen. */
  giveRelation(name: string): void {
    const mode = this.#state.mode.get();
    const { item } = this.#state;
    if (mode.kind === 'choose') {
      const option = mode.options.find(({ type }) => type.name === name);
      const [a, b] = [this.#state.layer.get(mode.from), this.#state.layer.get(mode.to)];
      if (option !== undefined && a?.kind === 'span' && b?.kind === 'span') this.makeRelation(a, b, option);
    } else if (item?.kind === 'relation') this.setRelationType(item, name);
    else if (mode.kind === 'relate' && this.#state.span !== undefined && this.#state.span.id !== mode.from) {
      const [a, b] = [this.#state.layer.get(mode.from), this.#state.span];
      if (a?.kind !== 'span') return;
      const option = relationsBetween(this.#state.schema.relations, a.type, b.type).find(
        ({ type }) => type.name === name,
      );
      if (option === undefined) this.#state.events.say('noRelationType');
      else this.makeRelation(a, b, option);
    } else this.relate();
  }

  /** Turned round where the type only fits so. */
  setRelationType(relation: Relation, name: string): void {
    const [from, to] = [this.#state.layer.get(relation.from), this.#state.layer.get(relation.to)];
    if (from?.kind !== 'span' || to?.kind !== 'span') return;
    const option = relationsBetween(this.#state.schema.relations, from.type, to.type).find(
      ({ type }) => type.name === name,
    );
    if (option === undefined) return this.#state.events.say('noRelationType');
    this.#state.perform(edits.setRelationType(this.#state.context(), relation, name, option.turned));
  }

  turnRelation(): void {
    const { item } = this.#state;
    if (item?.kind !== 'relation') return;
    const [from, to] = [this.#state.layer.get(item.from), this.#state.layer.get(item.to)];
    const type = this.#state.schema.relations.find(({ name }) => name === item.type);
    if (from === undefined || to === undefined || type === undefined) return;
    if (!mayGo(type, to.type, from.type)) return this.#state.events.say('noRelationType');
    this.#state.perform(edits.turnRelation(this.#state.context(), item));
  }
}

/** The first that a type fits, else the first. */
const meantOf = (reaches: readonly Reach[]): Reach | null =>
  reaches.find(({ options }) => options.length > 0) ?? reaches[0] ?? null;
