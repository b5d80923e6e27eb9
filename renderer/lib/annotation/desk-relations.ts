/** Actions about relations. */
import type { Relation, Span } from '../../../shared/domain/annotation.ts';
import { SpanDesk } from './desk-spans.ts';
import * as edits from './edits.ts';
import { type PossibleRelation, relationsBetween } from './letters.ts';

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

  setRelationType(relation: Relation, type: string): void {
    this.perform(edits.setType(this.context(), relation, type));
  }

  turnRelation(): void {
    const { item } = this;
    if (item?.kind === 'relation') this.perform(edits.turnRelation(this.context(), item));
  }
}
