/** Errors for missing parts of a project. */
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { findDocument, type ProjectDocumentRow } from '../../db/repositories/annotation/documents.ts';

export function noProject(id: number | string): never {
  throw new AppError('not-found', 'projects.not-found', { id });
}

export function noDocument(id: number): never {
  throw new AppError('not-found', 'projects.no-document', { id });
}

/** Returns a document. Throws `not-found` when there is none, `conflict` when it was removed from its project. */
export const presentDocument = (db: ReadDb, id: number): ProjectDocumentRow =>
  notRemoved(findDocument(db, id) ?? noDocument(id));

/** Returns the document. Throws `conflict` when it was removed from its project. */
export function notRemoved(document: ProjectDocumentRow): ProjectDocumentRow {
  const { name, removedAt, removedBy } = document;
  if (removedAt === null) return document;
  const params = { name, by: removedBy ?? '' };
  const advice = { kept: 'kept.annotations-of-removed', hint: 'hint.put-back' } as const;
  throw new AppError('conflict', 'projects.document-removed', params, advice);
}

export function noLayer(id: number): never {
  throw new AppError('not-found', 'projects.no-annotations', { id });
}

export function noEdit(id: number): never {
  throw new AppError('not-found', 'projects.no-edit', { id });
}
