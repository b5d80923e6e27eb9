/** Leads a project: progress of every person, reminders, and finished work that is opened again. */
import type { Board, BoardPerson } from '../../../shared/domain/board.ts';
import { GOLD, type OpenLayer } from '../../../shared/domain/project.ts';
import type { ThreadAnchor } from '../../../shared/domain/thread.ts';
import { AppError } from '../../../shared/result.ts';
import { acceptedSpans, placeKey } from '../../agreement/layers.ts';
import { listAssignments, listHeads } from '../../db/repositories/annotation/documents.ts';
import { editTimes } from '../../db/repositories/annotation/edits.ts';
import { itemsOf } from '../../db/repositories/annotation/items.ts';
import * as layers from '../../db/repositories/annotation/layers.ts';
import { listMembers } from '../../db/repositories/annotation/projects.ts';
import { openReminders, putReminder, threadsOfProject } from '../../db/repositories/annotation/threads.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session } from '../session/session.ts';
import { archived } from './edits/commit-edit.ts';
import { requireProject, requireRead } from './layer-access.ts';
import { toOpen } from './layers.ts';
import { noLayer } from './not-found.ts';
import { mayBeMentioned, openThread } from './threads.ts';

/** A longer pause between two edits is no work. */
const PAUSE_MS = 5 * 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;

export function projectBoard(session: Session, projectId: number): Board {
  const db = dbOf(session);
  requireProject(session, projectId);
  const members = listMembers(db, projectId);
  const heads = listHeads(db, projectId);
  const assigned = listAssignments(db, projectId);
  const rows = layers.layersOfProject(db, projectId);
  const counted = [...layers.countLayers(db, projectId).values()].flat();
  const minutes = activeMinutes(editTimes(db, projectId));
  const agreement = agreementWithGold(session, rows);
  const reminded = new Map(openReminders(db, projectId).map(({ person, at }) => [person, at]));
  const begun = counted.filter(
    ({ person, version, state }) => person !== GOLD && (version > 0 || state === 'done'),
  );
  const names = [
    ...new Set([...members, ...[...assigned.values()].flat(), ...begun.map(({ person }) => person)]),
  ];
  const since = new Date(Date.now() - WEEK_MS).toISOString();
  const people = names.sort().map((person): BoardPerson => {
    const own = begun.filter((layer) => layer.person === person);
    const theirs = new Set([...assigned].flatMap(([id, all]) => (all.includes(person) ? [id] : [])));
    const done = own.filter(({ state }) => state === 'done');
    return {
      person,
      member: members.includes(person),
      assigned: theirs.size,
      done: done.filter(({ documentId }) => theirs.has(documentId)).length,
      open: own.length - done.length,
      items: own.reduce((sum, { accepted }) => sum + accepted, 0),
      suggested: own.reduce((sum, { suggested }) => sum + suggested, 0),
      activeMinutes: minutes.get(person) ?? 0,
      agreement: agreement.get(person) ?? null,
      lastAt: own.reduce<string | null>((last, { updatedAt }) => later(last, updatedAt), null),
      week: rows.filter((layer) => layer.person === person && (layer.doneAt ?? '') >= since).length,
      remindedAt: reminded.get(person) ?? null,
    };
  });
  const finished = Map.groupBy(
    rows.filter(({ state }) => state === 'done'),
    ({ documentId }) => documentId,
  );
  const isGold = ({ person }: layers.LayerRow): boolean => person === GOLD;
  return {
    people,
    documents: heads.length,
    unassigned: heads.filter(({ id }) => !assigned.has(id)).length,
    ready: [...finished.values()].filter((all) => !all.some(isGold) && all.length >= 2).length,
    gold: [...finished.values()].filter((all) => all.some(isGold)).length,
    threads: threadsOfProject(db, projectId).filter(({ resolvedAt }) => resolvedAt === null).length,
  };
}

const later = (a: string | null, b: string): string => (a === null || b > a ? b : a);

/** Sums, by person, the times between consecutive edits that are shorter than a pause. */
export function activeMinutes(
  edits: Iterable<{ readonly actor: string; readonly at: string }>,
): Map<string, number> {
  const last = new Map<string, number>();
  const sums = new Map<string, number>();
  for (const { actor, at } of edits) {
    const time = Date.parse(at);
    const gap = time - (last.get(actor) ?? Number.NEGATIVE_INFINITY);
    if (gap >= 0 && gap < PAUSE_MS) sums.set(actor, (sums.get(actor) ?? 0) + gap / 60_000);
    last.set(actor, time);
  }
  return sums;
}

/** Computes the exact F1 of accepted spans, by type and place, over documents finished by a person and in gold. */
function agreementWithGold(
  session: Session,
  rows: readonly layers.LayerRow[],
): Map<string, { f1: number; documents: number }> {
  const db = dbOf(session);
  const keysOf = ({ id, person }: layers.LayerRow): Set<string> =>
    new Set(
      acceptedSpans({ annotator: person, items: itemsOf(db, id) }).map(
        (span) => `${span.type} ${placeKey(span)}`,
      ),
    );
  const done = Map.groupBy(
    rows.filter(({ state }) => state === 'done'),
    ({ documentId }) => documentId,
  );
  const sums = new Map<string, { both: number; either: number; documents: number }>();
  for (const all of done.values()) {
    const adjudicated = all.find(({ person }) => person === GOLD);
    if (adjudicated === undefined || all.length === 1) continue;
    const gold = keysOf(adjudicated);
    for (const layer of all) {
      if (layer === adjudicated) continue;
      const own = keysOf(layer);
      const sum = sums.get(layer.person) ?? { both: 0, either: 0, documents: 0 };
      sums.set(layer.person, {
        both: sum.both + [...own].filter((key) => gold.has(key)).length,
        either: sum.either + own.size + gold.size,
        documents: sum.documents + 1,
      });
    }
  }
  return new Map(
    [...sums].map(([person, { both, either, documents }]) => [
      person,
      { f1: either === 0 ? 1 : (2 * both) / either, documents },
    ]),
  );
}

/** Reminds members. Throws `bad-request` for people who are none. */
export function remind(session: Session, projectId: number, people: readonly string[]): void {
  const db = dbOf(session);
  db.transaction(() => {
    requireProject(session, projectId);
    const members = listMembers(db, projectId);
    const stranger = people.find((person) => !members.includes(person));
    if (stranger !== undefined) {
      const advice = { kept: 'kept.nothing-changed', hint: 'hint.assign-first' } as const;
      throw new AppError('bad-request', 'threads.stranger', { person: stranger }, advice);
    }
    const at = new Date().toISOString();
    for (const person of new Set(people)) putReminder(db, projectId, person, at, session.actor.name);
    appendAudit(db, session.actor, 'project.remind', `project:${projectId}`, { people });
  });
  session.emit('projects.changed', { projectId });
}

/** Opens a person's finished layer again, with a comment that they see. Throws `conflict` for other layers. */
export function reopen(session: Session, layerId: number, comment: string): OpenLayer {
  const db = dbOf(session);
  const layer = db.transaction(() => {
    const before = layers.findLayer(db, layerId) ?? noLayer(layerId);
    const { person, documentId } = before;
    const document = requireRead(session, before);
    if (document.lockedAt !== null) throw archived(document.name, document.lockedBy);
    if (before.state !== 'done' || person === GOLD)
      throw new AppError('conflict', 'projects.not-finished', { person }, { kept: 'kept.nothing-changed' });
    layers.setLayerState(db, layerId, 'open', new Date().toISOString());
    appendAudit(db, session.actor, 'annotation.reopen', `project-document:${documentId}`, { person });
    const mentions = mayBeMentioned(session, document, person) ? [person] : [];
    const anchor: ThreadAnchor = { kind: 'document', fragments: [], to: [], layer: person };
    openThread(session, { documentId, anchor, text: comment, mentions });
    return layers.findLayer(db, layerId) ?? noLayer(layerId);
  });
  session.emit('projects.changed', { projectId: layer.projectId });
  return toOpen(session, layer);
}
