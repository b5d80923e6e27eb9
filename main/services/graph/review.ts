/** The review of suspicious imports: items by kind, decided one by one or all of a kind, undone like any edit. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { GraphChangeNote } from '../../../shared/domain/graph-edit.ts';
import type { ReviewDecision, ReviewItem, ReviewKind } from '../../../shared/domain/graph-review.ts';
import { AppError } from '../../../shared/result.ts';
import { entityNamed, entityRow, hasEdge, personSource } from '../../db/repositories/graph-curation.ts';
import { putReview, reviewDecisions } from '../../db/repositories/graph-review.ts';
import { dbOf, type Session } from '../session/session.ts';
import { applyChange, changeGraph, type Edited } from './edits.ts';
import type { Suspicious } from './find-suspicious.ts';

/** Items that are decided in one transaction, which would block for longer. */
const AT_ONCE = 2000;

export const reviewQueue = (
  session: Session,
  request: { readonly kind: ReviewKind; readonly limit: number },
): Promise<Suspicious> =>
  session.background.run('findSuspicious', { ...request, workspaceDir: session.workspace.dir });

export interface Verdict {
  readonly kind: ReviewKind;
  /** Absent: all items of the kind, up to 2,000. */
  readonly keys?: readonly string[] | undefined;
  readonly decision: ReviewDecision;
  /** New type of a `retype`; absent: the one suggested. */
  readonly type?: EntityType | undefined;
}

/**
 * Decides about items that are still as they were seen; returns how many.
 * @throws AppError `bad-request` when none can be decided so; `conflict` during an import
 */
export async function decideReview(
  session: Session,
  { kind, keys, decision, type }: Verdict,
): Promise<{ readonly decided: number }> {
  const limit = keys === undefined ? AT_ONCE : Number.MAX_SAFE_INTEGER;
  const { items } = await reviewQueue(session, { kind, limit });
  const wanted = keys === undefined ? items : items.filter(({ key }) => keys.includes(key));
  const verdicts = wanted.flatMap((item) => verdictOf(item, decision, type));
  if (verdicts.length === 0)
    throw new AppError('bad-request', 'graph.nothing-to-decide', {}, { kept: 'kept.nothing-changed' });
  return { decided: apply(session, verdicts).edit.changes };
}

/** Repeats decisions about content that an import has brought back; returns how many. */
export async function repeatDecisions(session: Session): Promise<number> {
  const decisions = reviewDecisions(dbOf(session));
  if (![...decisions.values()].some(({ decision }) => decision !== 'keep')) return 0;
  const { items } = await session.background.run('findSuspicious', {
    ...{ workspaceDir: session.workspace.dir, limit: AT_ONCE, decided: true },
  });
  const verdicts = items.flatMap((item) => {
    const { decision, type } = decisions.get(item.key)!;
    // safe: the table holds types of entities, or nothing
    return verdictOf(item, decision, type === '' ? undefined : (type as EntityType));
  });
  return verdicts.length === 0 ? 0 : apply(session, verdicts).edit.changes;
}

interface ItemVerdict {
  readonly item: ReviewItem;
  readonly decision: ReviewDecision;
  readonly type: EntityType | undefined;
}

/** Returns nothing for a new type where there is none: edges have no type, and some names suggest none. */
function verdictOf(item: ReviewItem, decision: ReviewDecision, type?: EntityType): ItemVerdict[] {
  const target = decision === 'retype' ? (type ?? item.suggestion) : undefined;
  const cannot =
    decision === 'retype' && (item.edge !== undefined || target === undefined || target === item.entity.type);
  return cannot ? [] : [{ item, decision, type: target }];
}

function apply(session: Session, verdicts: readonly ItemVerdict[]): Edited {
  const db = dbOf(session);
  const actor = session.actor.name;
  const ids = verdicts.flatMap(({ item: { entity, edge }, type }) => {
    const same = type === undefined ? undefined : entityNamed(db, type, entity.name);
    return [
      entity.id,
      ...(edge === undefined ? [] : [edge.tail.id]),
      ...(same === undefined ? [] : [same.id]),
    ];
  });
  return changeGraph(session, {
    entities: ids,
    reviews: verdicts.map(({ item }) => item.key),
    change: () => {
      const source = personSource(db, actor);
      const notes = verdicts.flatMap((verdict) => {
        const note = applyOne(session, verdict, source);
        if (note !== undefined)
          putReview(db, {
            key: verdict.item.key,
            decision: verdict.decision,
            type: verdict.type ?? '',
            actor,
          });
        return note ?? [];
      });
      return { notes, made: [] };
    },
  });
}

/** Returns what was done; `undefined` for an item that is not there any more. */
function applyOne(
  session: Session,
  { item, decision, type }: ItemVerdict,
  source: number,
): GraphChangeNote | undefined {
  const db = dbOf(session);
  const { entity, edge } = item;
  const now = entityRow(db, entity.id);
  if (now === undefined || now.name !== entity.name || now.type !== entity.type) return undefined;
  if (edge !== undefined && !hasEdge(db, entity.id, edge.relation, edge.tail.id)) return undefined;
  const by = { source, person: session.actor.name };
  if (decision === 'keep')
    return {
      kind: 'keep',
      words: [edge === undefined ? now.name : `${now.name} — ${edge.relation} → ${edge.tail.name}`],
    };
  if (edge !== undefined)
    return applyChange(
      session,
      { kind: 'removeEdge', head: entity.id, relation: edge.relation, tail: edge.tail.id },
      by,
    ).note;
  if (decision === 'remove' || type === undefined)
    return applyChange(session, { kind: 'remove', id: now.id }, by).note;
  const same = entityNamed(db, type, now.name);
  return same === undefined
    ? applyChange(session, { kind: 'retype', id: now.id, from: now.type, to: type }, by).note
    : applyChange(session, { kind: 'merge', id: now.id, into: same.id }, by).note;
}
