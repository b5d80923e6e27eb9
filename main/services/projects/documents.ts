import type { ImportedDocuments } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import {
  findByName,
  insertDocument,
  type NewDocument,
  nextPosition,
  textSum,
} from '../../db/repositories/annotation/documents.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { getRecord } from '../records/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { assignAll } from './assignment.ts';
import { noProject } from './not-found.ts';
import { putBack, restoredOf } from './removed-documents.ts';

/** Copies EMR records of the workspace into a project. Skips those that it has with the same text; puts removed ones back. */
export function addDocuments(session: Session, projectId: number, ids: readonly number[]): ImportedDocuments {
  const db = dbOf(session);
  const counted = db.transaction(() => {
    if (findProject(db, projectId) === undefined) noProject(projectId);
    let position = nextPosition(db, projectId);
    let skipped = 0;
    const added: { id: number; sha256: string }[] = [];
    const restored: number[] = [];
    for (const id of new Set(ids)) {
      const { title, text, revision } = getRecord(session, id);
      refuseBroken(title, text);
      const sha256 = textSum(text);
      const name = freeName(
        [title, `${title} #${id}`, `${title} #${id} r${revision}`, `${title} #${id} ${sha256.slice(0, 12)}`],
        (candidate) => {
          const present = findByName(db, projectId, candidate);
          return present === undefined || present.sha256 === sha256;
        },
      );
      const present = findByName(db, projectId, name);
      if (present !== undefined) {
        if (present.removedAt === null) skipped++;
        else restored.push(present.id);
        continue;
      }
      const source = { documentId: id, revision };
      added.push({ id: insertDocument(db, projectId, position++, { name, text, meta: {}, source }), sha256 });
    }
    if (added.length > 0) {
      assignAll(db, projectId);
      appendAudit(db, session.actor, 'project.add', `project:${projectId}`, {
        documents: added.length,
        skipped,
        ...textsAdded(added),
      });
    }
    putBack(session, projectId, restored);
    return { documents: added.length, skipped, ...restoredOf(restored) };
  });
  session.emit('projects.changed', { projectId });
  return { ...counted, items: 0, format: 'documents', losses: [] };
}

/** Returns the id of the document of that name, removed or not. Throws `not-found`. */
export function documentNamed(session: Session, projectId: number, name: string): number {
  const document = findByName(dbOf(session), projectId, name);
  if (document === undefined) throw new AppError('not-found', 'projects.no-document-named', { name });
  return document.id;
}

/** Returns the audit detail of added documents: their ids and a checksum over the checksums of their texts. */
export function textsAdded(added: readonly { readonly id: number; readonly sha256: string }[]): {
  first: number;
  last: number;
  sha256: string;
} {
  const sums = added.map(({ sha256 }) => sha256);
  return { first: added[0]?.id ?? 0, last: added.at(-1)?.id ?? 0, sha256: textSum(sums.join('\n')) };
}

const freeName = (candidates: readonly string[], isFree: (name: string) => boolean): string =>
  candidates.find(isFree) ?? candidates.at(-1) ?? '';

/** Throws `bad-input` for a text that cannot be stored unchanged. */
export function refuseBroken(name: string, text: NewDocument['text']): void {
  if (text === '')
    throw new AppError('bad-input', 'projects.empty-text', { name }, { kept: 'kept.nothing-imported' });
  if (text.isWellFormed()) return;
  throw new AppError('bad-input', 'projects.half-character', { name }, { kept: 'kept.nothing-imported' });
}
