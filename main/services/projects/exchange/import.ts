/** Imports files into a project: annotations in any format, or texts. All or nothing. */
import type { AnnotatedDocument, AnnotationFormat } from '../../../../shared/domain/annotation.ts';
import type { ImportedDocuments } from '../../../../shared/domain/project.ts';
import type { TableColumns, TablePreview } from '../../../../shared/domain/table-columns.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { LOST, mergeLosses } from '../../../formats/annotations/losses.ts';
import { FORMAT_NAMES } from '../../annotation-files/read-annotations.ts';
import type { Incoming, Uploaded } from '../../annotation-files/read-incoming.ts';
import type { Watch } from '../../background/background.ts';
import { joinPieces } from '../../background/parts.ts';
import type { TaskInput } from '../../background/protocol.ts';
import { dbOf, type Session, throwIfCancelled } from '../../session/session.ts';
import { emitEdit } from '../edits/events.ts';
import { inSlices } from '../time-slices.ts';
import { type PreparedImport, prepareImport } from './prepare-import.ts';
import { keepImport } from './write-import.ts';

export interface ImportRequest {
  readonly projectId: number;
  readonly format?: AnnotationFormat | 'text' | undefined;
  /** Owner of the items' layer; absent: the requester. */
  readonly person?: string | undefined;
  /** Reads the files as tables. */
  readonly columns?: TableColumns | undefined;
  /** Imports all annotations as suggestions, as a tool without scores predicts them. */
  readonly suggested?: boolean | undefined;
  /** False: if anything would be lost, reports the losses and imports nothing. */
  readonly acceptLosses?: boolean | undefined;
  /** Refuses files of no named format whose annotations would be left out: nobody is asked before. */
  readonly refuseUnread?: boolean | undefined;
  /** Finishes the layers that the import creates; layers already begun, and documents there already that come without annotations, stay open. */
  readonly finished?: boolean | undefined;
}

/** @throws AppError `bad-input` for annotations that would be left out, where nobody is asked before */
function refuseUnread({ losses }: Pick<Incoming, 'losses'>): void {
  const unread = losses.find(({ what }) => what.id === LOST.unreadAnnotations);
  if (unread === undefined) return;
  throw new AppError(
    'bad-input',
    'annotations.unread',
    { count: unread.count, first: unread.example },
    { kept: 'kept.nothing-imported', hint: message('hint.texts-alone', { formats: FORMAT_NAMES }) },
  );
}

/** Previews files as tables of documents; null where they need no columns. Changes nothing. */
export const previewImport = (
  { background }: Session,
  tables: TaskInput<'previewTable'>,
): Promise<TablePreview | null> => background.run('previewTable', tables);

/**
 * Imports annotated files, which are read in the background. Adds new items to existing documents of the same name and
 * text. Finishes complete gold layers.
 * @throws AppError naming an existing document with another text; imports nothing then
 */
export async function importFiles(
  session: Session,
  { files, ...request }: ImportRequest & { readonly files: Uploaded['files'] },
  watch: Watch = {},
): Promise<ImportedDocuments> {
  const documents: AnnotatedDocument[] = [];
  const facts = await session.background.run(
    'readFiles',
    { files, format: request.format, columns: request.columns },
    { ...watch, onPart: (part) => joinPieces(documents, part) },
  );
  if (request.suggested === true)
    for (const { items } of documents) for (const item of items) item.status = 'suggested';
  if (request.refuseUnread === true && request.format === undefined && request.columns === undefined)
    refuseUnread(facts);
  return importDocuments(session, request, { ...facts, documents }, watch, files[0]?.name);
}

/**
 * Prepares everything in slices, between which other requests are answered and the import can be cancelled. Then
 * writes all of it in one transaction.
 */
export async function importDocuments(
  session: Session,
  request: ImportRequest,
  read: Incoming,
  { signal, onProgress }: Watch = {},
  file?: string,
): Promise<ImportedDocuments> {
  const { projectId, person = session.actor.name } = request;
  const label = (file ?? '').replace(/^.*\//, '').replace(/\.[^.]+$/, '');
  const total = read.documents.length;
  for (;;) {
    let done = 0;
    const steps = prepareImport(
      () => dbOf(session),
      { projectId, person, label },
      read,
      (ready) => {
        done = ready;
      },
    );
    const told = () => onProgress?.({ stage: 'preparing', done, total });
    const prepared = await inSlices(steps, { signal, told });
    throwIfCancelled(signal);
    if (request.acceptLosses === false && hasLosses(prepared)) return waiting(prepared);
    onProgress?.({ stage: 'keeping', done: total, total });
    const kept = keepImport(session, { projectId, person, finished: request.finished === true }, prepared);
    // The schema has changed meanwhile, so the loop prepares again.
    if (kept === null) continue;
    session.emit('projects.changed', { projectId });
    if (kept.edit !== null) emitEdit(session, projectId, kept.edit);
    return kept.imported;
  }
}

function hasLosses({ losses, documents }: PreparedImport): boolean {
  return losses.length > 0 || documents.some((document) => document.losses.length > 0);
}

/** Returns what the import would add and lose. */
function waiting({ format, documents, losses }: PreparedImport): ImportedDocuments {
  const added = documents.filter(({ isNew }) => isNew).length;
  return {
    documents: added,
    items: documents.reduce((sum, { changes }) => sum + changes.length, 0),
    format,
    losses: mergeLosses([...losses, ...documents.flatMap((document) => document.losses)]),
    skipped: documents.length - added,
    waits: true,
  };
}
