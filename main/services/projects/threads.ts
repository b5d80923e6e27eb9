/** Discusses documents and places in them. Texts of comments may quote patients, so the audit names ids only. */
import { randomUUID } from 'node:crypto';
import type { AuditAction } from '../../../shared/domain/audit.ts';
import { GOLD } from '../../../shared/domain/project.ts';
import type { Thread, ThreadAnchor } from '../../../shared/domain/thread.ts';
import { AppError } from '../../../shared/result.ts';
import { findAccount, hasAccounts } from '../../db/repositories/accounts.ts';
import type { ProjectDocumentRow } from '../../db/repositories/annotation/documents.ts';
import { findLayerOf } from '../../db/repositories/annotation/layers.ts';
import { listMembers } from '../../db/repositories/annotation/projects.ts';
import * as repository from '../../db/repositories/annotation/threads.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { mayReadLayer } from '../accounts/permissions.ts';
import { authorizedActor } from '../accounts/requester.ts';
import { dbOf, type Session } from '../session/session.ts';
import { mayReadDocument, requireDocument, requireProject } from './layer-access.ts';

interface Said {
  readonly text: string;
  readonly mentions: readonly string[];
}

/** Returns the discussions of a document that the requester sees, oldest first. */
export function listThreads(session: Session, documentId: number): Thread[] {
  requireDocument(session, documentId);
  return repository.threadsOfDocument(dbOf(session), documentId).filter(seenBy(session));
}

/** Counts the unresolved discussions that the requester sees, by document. */
export function countOpenThreads(session: Session, projectId: number): Map<number, number> {
  requireProject(session, projectId);
  const open = repository
    .threadsOfProject(dbOf(session), projectId)
    .filter(({ resolvedAt }) => resolvedAt === null);
  const seen = Map.groupBy(open.filter(seenBy(session)), ({ documentId }) => documentId);
  return new Map([...seen].map(([documentId, threads]) => [documentId, threads.length]));
}

export function openThread(
  session: Session,
  { documentId, anchor, ...said }: Said & { readonly documentId: number; readonly anchor: ThreadAnchor },
): Thread {
  const db = dbOf(session);
  const document = requireDocument(session, documentId);
  const beyond = [...anchor.fragments, ...anchor.to].some(({ end }) => end > document.text.length);
  const missing = anchor.kind !== 'document' && anchor.fragments.length === 0;
  if (beyond || missing || (anchor.kind === 'relation' && anchor.to.length === 0))
    throw new AppError('bad-request', 'threads.no-place', {}, { kept: 'kept.nothing-changed' });
  return change(session, document, 'thread.open', () => {
    const id = repository.insertThread(db, {
      ...{ uid: randomUUID(), documentId, anchor },
      ...{ resolvedAt: null, resolvedBy: null },
    });
    say(session, document, id, said);
    return id;
  });
}

/** Adds a comment; a resolved discussion is open again. */
export function reply(session: Session, { threadId, ...said }: Said & { readonly threadId: number }): Thread {
  const { document, thread } = requireThread(session, threadId);
  return change(session, document, 'thread.reply', () => {
    say(session, document, thread.id, said);
    repository.setResolved(dbOf(session), thread.id, null);
    return thread.id;
  });
}

export function resolve(session: Session, threadId: number, resolved: boolean): Thread {
  const { document, thread } = requireThread(session, threadId);
  const by = { at: new Date().toISOString(), by: session.actor.name };
  return change(session, document, resolved ? 'thread.resolve' : 'thread.unresolve', () => {
    repository.setResolved(dbOf(session), thread.id, resolved ? by : null);
    return thread.id;
  });
}

function requireThread(session: Session, id: number): { document: ProjectDocumentRow; thread: Thread } {
  const thread = repository.findThread(dbOf(session), id);
  if (thread === undefined) throw noThread(id);
  const document = requireDocument(session, thread.documentId);
  if (!seenBy(session)(thread)) throw noThread(id);
  return { document, thread };
}

const noThread = (id: number): AppError => new AppError('not-found', 'threads.none', { id });

/** Leads see every discussion; others those in which they take part, and all of an adjudicated document. */
function seenBy(session: Session): (thread: Thread) => boolean {
  const actor = authorizedActor(session);
  if (mayReadLayer(actor, GOLD)) return () => true;
  const db = dbOf(session);
  return ({ documentId, comments }) =>
    comments.some(({ author, mentions }) => author === actor.name || mentions.includes(actor.name)) ||
    findLayerOf(db, documentId, GOLD)?.state === 'done';
}

function say(
  session: Session,
  document: ProjectDocumentRow,
  threadId: number,
  { text, mentions }: Said,
): void {
  const names = [...new Set(mentions)];
  const stranger = names.find((name) => !mayBeMentioned(session, document, name));
  if (stranger !== undefined) {
    const advice = { kept: 'kept.nothing-changed', hint: 'hint.assign-first' } as const;
    throw new AppError('bad-request', 'threads.stranger', { person: stranger }, advice);
  }
  const own = { uid: randomUUID(), at: new Date().toISOString(), author: session.actor.name };
  repository.insertComment(dbOf(session), threadId, { ...own, text, mentions: names });
}

/** Returns whether a person can read the document, and so the comment that mentions them. */
export function mayBeMentioned(session: Session, document: ProjectDocumentRow, name: string): boolean {
  const db = dbOf(session);
  if (!hasAccounts(db))
    return listMembers(db, document.projectId).includes(name) || name === session.actor.name;
  const account = findAccount(db, name);
  if (account?.active !== true) return false;
  return mayReadDocument(session, document.id, { name, roles: account.roles, everything: false });
}

function change(
  session: Session,
  { id: documentId, projectId }: ProjectDocumentRow,
  action: AuditAction,
  body: () => number,
): Thread {
  const db = dbOf(session);
  const thread = db.nestedTransaction(() => {
    const changed = repository.findThread(db, body());
    if (changed === undefined) throw noThread(0);
    const mentions = changed.comments.at(-1)?.mentions ?? [];
    appendAudit(db, session.actor, action, `project-document:${documentId}`, {
      thread: changed.uid,
      mentions,
    });
    return changed;
  });
  session.emit('threads.changed', { projectId, documentId });
  return thread;
}
