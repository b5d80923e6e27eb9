/** Layers as files of any format; what points to the patient is taken out unless somebody says otherwise. */
import type { AnnotatedDocument, AnnotationFormat, Loss } from '../../../shared/domain/annotation.ts';
import { DEFAULT_DEID_MODE, type DeidMode } from '../../../shared/domain/deid.ts';
import { AppError } from '../../../shared/result.ts';
import { findDocument } from '../../db/repositories/annotation/documents.ts';
import { itemsOf } from '../../db/repositories/annotation/items.ts';
import { layersOfProject } from '../../db/repositories/annotation/layers.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { formatOf } from '../../formats/annotations/index.ts';
import { hideAnnotated } from '../deid.ts';
import { dbOf, type Session } from '../session.ts';
import { together } from './import.ts';
import { noDocument, noProject } from './missing.ts';
import { allowRead } from './people.ts';

export interface ExportWish {
  readonly projectId: number;
  readonly format: AnnotationFormat;
  readonly person?: string | undefined;
  readonly scheme?: 'BIO' | 'BIOES' | undefined;
  readonly documents?: readonly number[] | undefined;
  readonly deidentify: boolean;
  readonly mode?: DeidMode | undefined;
}

export interface Exported {
  readonly files: readonly NamedFile[];
  readonly documents: number;
  readonly losses: readonly Loss[];
}

/** The files are not encrypted; the audit table says what left, and in which form. */
export function exportProject(session: Session, wish: ExportWish): Exported {
  const db = dbOf(session);
  const project = findProject(db, wish.projectId) ?? noProject(wish.projectId);
  const person = wish.person ?? session.actor.name;
  allowRead(session, person);
  const documents = annotatedDocuments(session, wish.projectId, person, wish.documents);
  const mode = wish.mode ?? DEFAULT_DEID_MODE;
  const hidden = wish.deidentify ? hideAnnotated(session, documents, mode) : { documents, losses: [] };
  const written = formatOf(wish.format).write(hidden.documents, {
    schema: project.schema,
    ...(wish.scheme === undefined ? {} : { scheme: wish.scheme }),
  });
  appendAudit(db, session.actor, 'project.export', `project:${wish.projectId}`, {
    format: wish.format,
    person,
    documents: documents.length,
    deidentified: wish.deidentify ? mode : false,
    encrypted: false,
  });
  return {
    files: written.files,
    documents: documents.length,
    losses: together([...hidden.losses, ...written.losses]),
  };
}

/** A layer of a project as files carry it. @param ids absent: all documents that have the layer */
export function annotatedDocuments(
  session: Session,
  projectId: number,
  person: string,
  ids: readonly number[] | undefined,
): AnnotatedDocument[] {
  const db = dbOf(session);
  const layers = new Map(layersOfProject(db, projectId, person).map((layer) => [layer.documentId, layer]));
  const wanted = ids === undefined ? [...layers.keys()] : [...new Set(ids)];
  const documents = wanted.map((id) => {
    const { name, text, meta, projectId: of } = findDocument(db, id) ?? noDocument(id);
    if (of !== projectId) noDocument(id);
    const layer = layers.get(id) ?? unlabelled(name, person);
    return { name, text, meta, items: itemsOf(db, layer.id) };
  });
  if (documents.length === 0)
    throw new AppError('not-found', `${person || 'Gold'} has no annotations here. (没有可导出的标注)`);
  return documents;
}

/** A project's name as one that every system takes for a file. */
export function fileNameOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: some systems refuse them
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(0, 100);
}

function unlabelled(name: string, person: string): never {
  throw new AppError(
    'not-found',
    `${name} has no annotations of ${person || 'gold'}. (“${name}”没有该标注层)`,
  );
}
