/** Files that come into a project: annotated ones in any format, or texts. All of it or nothing. */
import type { AnnotatedDocument, AnnotationFormat, Loss } from '../../../shared/domain/annotation.ts';
import { GOLD, type ImportedDocuments } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import type { WriteDb } from '../../db/connection.ts';
import {
  findByName,
  insertDocument,
  nextPosition,
  textSum,
} from '../../db/repositories/annotation/documents.ts';
import { itemsOf } from '../../db/repositories/annotation/items.ts';
import { findLayerOf, setLayerState } from '../../db/repositories/annotation/layers.ts';
import { findProject, schemaJson } from '../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { problemOf } from '../../formats/annotations/check-document.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { together } from '../../formats/annotations/losses.ts';
import { type Incoming, readUnpacked, type Uploaded } from '../annotation-files/read-incoming.ts';
import type { Watch } from '../background/background.ts';
import { dbOf, type Session } from '../session.ts';
import { assignAll } from './assignment.ts';
import { commitEdit, type LayerChanges } from './commit-edit.ts';
import { refuseBroken, textsAdded } from './documents.ts';
import { tellEdit } from './events.ts';
import { growSchema } from './grow-schema.ts';
import { makeLayer } from './layers.ts';
import { mergeItems } from './merge-items.ts';
import { noProject } from './missing.ts';
import { SchemaIndex } from './schema-index.ts';

export interface ImportWish {
  readonly projectId: number;
  readonly format?: AnnotationFormat | 'text' | undefined;
  /** Whose layer the items come into; absent: of the person who asks. */
  readonly person?: string | undefined;
  /** False: where something is lost, it is told and nothing is kept. */
  readonly acceptLosses?: boolean | undefined;
}

/** Takes back what was written, and carries what would have come in. */
class LossesToAgree extends Error {
  readonly imported: ImportedDocuments;

  constructor(imported: ImportedDocuments) {
    super('losses have to be agreed to');
    this.imported = { ...imported, waits: true };
  }
}

/**
 * A document that is there already with the same text keeps its place, and what is new of its items comes into the
 * layer; with another text it refuses the whole import by name. Gold layers that come whole are finished.
 * @param files unpacked
 */
export async function importFiles(
  session: Session,
  { files, ...wish }: ImportWish & { readonly files: readonly NamedFile[] },
): Promise<ImportedDocuments> {
  return keepIncoming(session, wish, await readUnpacked(files, wish.format), files[0]?.name);
}

/** The same for uploads, which are read in the background. Once they are, it can be cancelled no more. */
export async function importUploads(
  session: Session,
  { files, ...wish }: ImportWish & { readonly files: Uploaded['files'] },
  watch: Watch = {},
): Promise<ImportedDocuments> {
  const documents: AnnotatedDocument[] = [];
  const facts = await session.background.run(
    'readFiles',
    { files, format: wish.format },
    { ...watch, onPart: (part) => void documents.push(...part) },
  );
  return keepIncoming(session, wish, { ...facts, documents }, files[0]?.name);
}

function keepIncoming(
  session: Session,
  wish: ImportWish,
  read: Incoming,
  file: string | undefined,
): ImportedDocuments {
  const db = dbOf(session);
  const person = wish.person ?? session.actor.name;
  const label = (file ?? '').replace(/^.*\//, '').replace(/\.[^.]+$/, '');
  const work = () => {
    const kept = keep(session, db, wish.projectId, person, read, label);
    if (wish.acceptLosses === false && kept.imported.losses.length > 0)
      throw new LossesToAgree(kept.imported);
    return kept;
  };
  let kept: ReturnType<typeof keep>;
  try {
    kept = db.transaction(work);
  } catch (error) {
    if (error instanceof LossesToAgree) return error.imported;
    throw error;
  }
  const { imported, edit } = kept;
  session.emit('projects.changed', { projectId: wish.projectId });
  if (edit !== null) tellEdit(session, wish.projectId, edit);
  return imported;
}

const EMPTY = 'documents without text (无文本的文档)';

function keep(
  session: Session,
  db: WriteDb,
  projectId: number,
  person: string,
  read: Incoming,
  label: string,
) {
  const project = findProject(db, projectId) ?? noProject(projectId);
  const whole = read.documents.filter(({ text }) => text !== '');
  const grown = growSchema(project.schema, read.schema, whole);
  const schema = new SchemaIndex(grown.schema);
  const losses: Loss[] = [...read.losses, ...grown.losses];
  const empty = read.documents.find(({ text }) => text === '');
  if (empty !== undefined)
    losses.push({ what: EMPTY, count: read.documents.length - whole.length, example: empty.name });

  const added: { id: number; sha256: string }[] = [];
  const layers: LayerChanges[] = [];
  let position = nextPosition(db, projectId);
  for (const document of grown.documents) {
    refuseWrong(document);
    const sha256 = textSum(document.text);
    const { name, present } = place(db, projectId, document.name, sha256, label);
    const id = present?.id ?? insertDocument(db, projectId, position++, { ...document, name });
    if (present === undefined) added.push({ id, sha256 });
    // A document in which nothing was found was labelled too; a text was not.
    if (read.format === 'text') continue;
    const layer = findLayerOf(db, id, person) ?? makeLayer(session, id, person);
    const merged = mergeItems(itemsOf(db, layer.id), layer.nextItem, document.items, schema, document.name);
    for (const loss of merged.losses) losses.push(loss);
    if (merged.changes.length > 0) layers.push({ layerId: layer.id, changes: merged.changes });
    // What is imported as decided is decided.
    if (person === GOLD && layer.version === 0) setLayerState(db, layer.id, 'done', new Date().toISOString());
  }
  if (added.length > 0) {
    assignAll(db, projectId);
    appendAudit(db, session.actor, 'project.add', `project:${projectId}`, {
      documents: added.length,
      ...textsAdded(added),
    });
  }
  const imported = {
    documents: added.length,
    items: layers.reduce((sum, { changes }) => sum + changes.length, 0),
    format: read.format,
    losses: together(losses),
    skipped: grown.documents.length - added.length,
  };
  const { losses: _losses, ...counts } = imported;
  appendAudit(db, session.actor, 'project.import', `project:${projectId}`, { ...counts, person });
  const after = schemaJson(grown.schema);
  const grew = after === project.schemaJson ? {} : { schema: { before: project.schemaJson, after } };
  const edit =
    layers.length === 0 && grew.schema === undefined
      ? null
      : commitEdit(session, {
          projectId,
          action: 'import',
          detail: { count: imported.items, documents: layers.length, format: read.format, person },
          layers,
          ...grew,
        });
  return { imported, edit };
}

/**
 * The document with that name and text, or the name under which it is new. In files whose documents have no names the
 * number says which it is; where another file's document has that number, the file's name goes before it.
 */
function place(db: WriteDb, projectId: number, name: string, sha256: string, label: string) {
  const names = /^\d+$/.test(name) && label !== '' ? [name, `${label} ${name}`] : [name];
  for (const candidate of names) {
    const present = findByName(db, projectId, candidate);
    if (present === undefined || present.sha256 === sha256) return { name: candidate, present };
  }
  throw otherText(names.at(-1) ?? name);
}

function refuseWrong(document: AnnotatedDocument): void {
  refuseBroken(document.name, document.text);
  const problem = problemOf(document);
  if (problem === undefined) return;
  throw new AppError(
    'bad-input',
    `${document.name}: ${problem.path.join('.')}: ${problem.reason}. (${problem.chinese})`,
    { kept: 'Nothing was imported. (未导入任何内容)' },
  );
}

function otherText(name: string): AppError {
  return new AppError(
    'conflict',
    `${name} is in the project with another text. (项目中已有同名但文本不同的文档“${name}”)`,
    {
      kept: 'Nothing was imported. (未导入任何内容)',
      hint: 'Rename it in the file, or import into another project. (请在文件中改名，或导入其他项目)',
    },
  );
}
