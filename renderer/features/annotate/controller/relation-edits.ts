/** Edits of relations: changes with their before and after, and a word for the history. */
import type { Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import { changed, detailOf, type Edit, type EditContext, human, made, standFor } from './edits.ts';
import type { Layer } from './layer.ts';

/** A relation; null where it is there already (in either direction, where that is the same). */
export function addRelation(
  context: EditContext,
  type: string,
  from: SpanItem,
  to: SpanItem,
  symmetric: boolean,
): Edit | null {
  if (from.id === to.id || isThere(context.layer, type, from.id, to.id, symmetric)) return null;
  const relation: Relation = {
    kind: 'relation',
    id: context.nextItem,
    type,
    attributes: {},
    note: '',
    status: 'accepted',
    provenance: human(context),
    from: from.id,
    to: to.id,
  };
  return { action: 'relation.add', detail: detailOf(context, relation), changes: [made(relation)] };
}

/** Tells whether the relation exists already; symmetric ones in either direction. */
const isThere = ({ relations }: Layer, type: string, from: number, to: number, symmetric: boolean): boolean =>
  relations.some(
    ({ type: other, from: a, to: b }) =>
      other === type && ((a === from && b === to) || (symmetric && a === to && b === from)),
  );

export type RelationEnd = 'from' | 'to';

/** Moves one end to another span. Returns null when such a relation exists already. */
export function moveRelation(
  context: EditContext,
  relation: Relation,
  end: RelationEnd,
  span: SpanItem,
  symmetric: boolean,
): Edit | null {
  const after = standFor<Relation>(context, { ...relation, [end]: span.id });
  if (after.from === after.to || isThere(context.layer, after.type, after.from, after.to, symmetric))
    return null;
  return changedRelation(context, relation, after);
}

/** Another type; `turned`: the other way round. */
export function setRelationType(
  context: EditContext,
  relation: Relation,
  type: string,
  turned: boolean,
): Edit | null {
  if (relation.type === type && relation.status === 'accepted') return null;
  const ends = turned ? { from: relation.to, to: relation.from } : {};
  return changedRelation(context, relation, standFor<Relation>(context, { ...relation, ...ends, type }));
}

const changedRelation = (context: EditContext, before: Relation, after: Relation): Edit => ({
  action: 'relation.change',
  detail: { ...detailOf(context, after), before: before.type },
  changes: [changed(before, after)],
});

export function turnRelation(context: EditContext, relation: Relation): Edit {
  const after: Relation = { ...relation, from: relation.to, to: relation.from };
  return { action: 'relation.change', detail: detailOf(context, after), changes: [changed(relation, after)] };
}
