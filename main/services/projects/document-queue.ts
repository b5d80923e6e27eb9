/** Order of documents for annotators, and the next document. */
import { createHash } from 'node:crypto';
import { type DocumentSearch, GOLD, type QueueEntry } from '../../../shared/domain/project.ts';
import {
  type DocumentHead,
  findDocuments,
  listAssignments,
  listHeads,
} from '../../db/repositories/annotation/documents.ts';
import { countLayers } from '../../db/repositories/annotation/layers.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { rankingOf } from '../learning/order.ts';
import { dbOf, type Session } from '../session/session.ts';
import { isFor } from './assignment.ts';
import { documentsOf, mayRead, requireProject } from './layer-access.ts';
import { noProject } from './not-found.ts';
import { countOpenThreads } from './threads.ts';

/** Reason for a document's place in the order. */
export interface Reason {
  readonly order: string;
  readonly value?: number;
  readonly model?: string;
}

interface Ordered {
  readonly head: DocumentHead;
  readonly reason: Reason;
}

export function queue(session: Session, projectId: number): QueueEntry[] {
  const db = dbOf(session);
  requireProject(session, projectId);
  const assigned = listAssignments(db, projectId);
  const layers = countLayers(db, projectId);
  const isTheirs = documentsOf(session, projectId);
  const threads = countOpenThreads(session, projectId);
  const theirs = orderedHeads(session, projectId).filter(({ head }) => isTheirs(head.id));
  return theirs.map(({ head }) => ({
    ...head,
    assigned: assigned.get(head.id) ?? [],
    ...(threads.has(head.id) ? { threads: threads.get(head.id) } : {}),
    layers: (layers.get(head.id) ?? []).map(({ documentId: _, ...layer }) => layer),
  }));
}

/** Returns the ids of the requester's documents that a search finds. Annotators search in their own layers. */
export function findInProject(session: Session, projectId: number, find: DocumentSearch): number[] {
  requireProject(session, projectId);
  const { name } = session.actor;
  const person = mayRead(session, GOLD) ? find.person : name;
  const isTheirs = documentsOf(session, projectId);
  return findDocuments(dbOf(session), projectId, { ...find, person }).filter(isTheirs);
}

function orderedHeads(session: Session, projectId: number): Ordered[] {
  const db = dbOf(session);
  const { settings } = findProject(db, projectId) ?? noProject(projectId);
  const heads = listHeads(db, projectId);
  const order = settings.order;
  if (order === 'position') return heads.map((head) => ({ head, reason: { order } }));
  if (order === 'random') {
    // Hashes the person too, so that people begin with different documents.
    const key = ({ id }: DocumentHead): string =>
      createHash('sha256').update(`${projectId} ${session.actor.name} ${id}`).digest('hex');
    return heads
      .map((head) => ({ head, key: key(head) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ head }) => ({ head, reason: { order } }));
  }
  const ranking = rankingOf(session, projectId);
  const rankOf = ({ id }: DocumentHead): number => ranking.get(id)?.rank ?? Number.MAX_SAFE_INTEGER;
  return [...heads]
    .sort((a, b) => rankOf(a) - rankOf(b) || a.position - b.position)
    .map((head) => {
      const ranked = ranking.get(head.id);
      if (ranked === undefined) return { head, reason: { order: 'position' } };
      const { rank: _rank, ...reason } = ranked;
      return { head, reason };
    });
}

/**
 * Returns the requester's next document in the queue after the given one, then from the start. Without any assignment
 * all documents count as theirs.
 */
export function nextDocument(
  session: Session,
  projectId: number,
  after: number | undefined,
): { documentId: number | null; reason: Reason | null } {
  const db = dbOf(session);
  requireProject(session, projectId);
  const me = session.actor.name;
  const assigned = listAssignments(db, projectId);
  const layers = countLayers(db, projectId);
  const isOpen = ({ head: { id, lockedAt } }: Ordered): boolean => {
    const mine = isFor(assigned, id, me);
    const done = (layers.get(id) ?? []).some(({ person, state }) => person === me && state === 'done');
    return mine && !done && lockedAt === null && id !== after;
  };
  const ordered = orderedHeads(session, projectId);
  const from = ordered.findIndex(({ head }) => head.id === after) + 1;
  const next = [...ordered.slice(from), ...ordered.slice(0, from)].find(isOpen);
  return next === undefined
    ? { documentId: null, reason: null }
    : { documentId: next.head.id, reason: next.reason };
}
