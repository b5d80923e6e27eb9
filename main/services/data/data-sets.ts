/** Labelled data sets: import, look, compare, delete. */

import { rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type ClassifiedDocument, ClassifyTask } from '../../../shared/domain/classification.ts';
import type { ClassifiedFields, DataPreview } from '../../../shared/domain/data-preview.ts';
import { isOfKind, TASKS, type TasksOf } from '../../../shared/domain/tasks.ts';
import type {
  DataSet,
  LabelledDocument,
  LeakageReport,
  RelatedDocument,
  TrainingDocument,
} from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/data-sets.ts';
import { iterateTexts } from '../../db/repositories/records.ts';
import { comparableText } from '../../text/folding.ts';
import { renameFile, temporaryName } from '../../workspace/atomic-file.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import type { SealedDocuments, TaskInput } from '../background/protocol.ts';
import { dbOf, namedOf, type Session } from '../session/session.ts';
import { RECORDS } from './corpora.ts';
import {
  dataFile,
  dataFolder,
  readClassifiedDocuments,
  readDocument,
  readDocuments,
  readRelatedDocuments,
  removeData,
  STORED,
} from './data-store.ts';
import { sealDocuments } from './seal-documents.ts';

const dataSets = namedOf(
  { list: repository.listDataSets, get: repository.getDataSet, findByName: repository.findDataSetByName },
  {
    noId: (id) => message('data.no-data-set', { id }),
    noName: (name) => message('data.no-data-set-named', { name }),
    none: 'hint.none-imported',
  },
);
export const { list: listDataSets, get: getDataSet, find: findDataSet } = dataSets;

/** Returns all documents with entities, in the order of the file. @throws AppError when the set is for classifiers */
export function readDataSet(session: Session, id: number): LabelledDocument[] {
  const set = getDataSet(session, id);
  if (!isOfKind('entities', set.task)) throw otherTask(set);
  return readDocuments(session.workspace.dir, fileKeyOf(session.workspace), set.sha256);
}

/** Returns all documents with labels, in the order of the file. @throws AppError when the set is for taggers */
export function readClassifiedSet(session: Session, id: number): ClassifiedDocument[] {
  const set = getDataSet(session, id);
  if (!ClassifyTask.safeParse(set.task).success) throw otherTask(set);
  return readClassifiedDocuments(session.workspace.dir, fileKeyOf(session.workspace), set.sha256);
}

/** Returns all documents with relations, in the order of the file. @throws AppError when the set is for another task */
export function readRelatedSet(session: Session, id: number): RelatedDocument[] {
  const set = getDataSet(session, id);
  if (!isOfKind('relations', set.task)) throw otherTask(set);
  return readRelatedDocuments(session.workspace.dir, fileKeyOf(session.workspace), set.sha256);
}

/** Reads a file of texts with entities in the background. */
export async function readLabelledFile({ background }: Session, path: string): Promise<LabelledDocument[]> {
  const documents: LabelledDocument[] = [];
  await background.run('readLabelled', { path }, { onPart: (part) => void documents.push(...part) });
  return documents;
}

/** Reads a file of texts with labels in the background. */
export async function readClassifiedFile(
  { background }: Session,
  file: TaskInput<'readClassified'>,
): Promise<ClassifiedDocument[]> {
  const documents: ClassifiedDocument[] = [];
  await background.run('readClassified', file, { onPart: (part) => void documents.push(...part) });
  return documents;
}

/** Returns all documents of a set of any task. */
export function readAnySet(session: Session, id: number): readonly TrainingDocument[] {
  const { task, sha256 } = getDataSet(session, id);
  const { workspace } = session;
  return STORED[TASKS[task].kind](workspace.dir, fileKeyOf(workspace), sha256);
}

function otherTask({ name, task }: DataSet): AppError {
  return new AppError(
    'bad-request',
    'data.for-other-task',
    { name, task: message(`value.${task}`) },
    { hint: 'hint.set-of-models-task' },
  );
}

/** Returns one document of a set of any task. */
export function getDocument(session: Session, id: number, number: number): TrainingDocument {
  const { sha256, name, documents } = getDataSet(session, id);
  const found = readDocument(session.workspace.dir, fileKeyOf(session.workspace), { sha256, number });
  if (found !== undefined) return found;
  throw new AppError('not-found', 'data.no-such-document', { name, documents, number });
}

/** Task of a file, and for texts with labels the fields that hold them. */
export type DataKind =
  | { readonly task: TasksOf<'entities' | 'relations' | 'texts'> }
  | {
      readonly task: ClassifyTask;
      readonly fields: ClassifiedFields;
      /** Leaves out rows that are no documents; absent: such a row refuses the file. */
      readonly skipRefused?: boolean;
    };

export type DataFile = FileName & DataKind;

interface FileName {
  readonly path: string;
  /** Original name, for messages. */
  readonly fileName: string;
}

/** Previews how a file of texts with labels would be read. Imports nothing. */
export function previewDataSet(
  { background }: Session,
  { path, fileName }: FileName,
  task: ClassifyTask,
  fields?: ClassifiedFields,
): Promise<DataPreview> {
  return background.run('previewDataFile', { path, fileName, task, fields });
}

/**
 * Imports a file under `name`. Returns the existing set if it has the same name and documents.
 * @throws AppError `conflict` when a set of other documents has the name, `bad-input` naming line and field
 */
export async function importDataSet(session: Session, file: DataFile, name: string): Promise<DataSet> {
  return store(session, file, await seal(session, file, [file.path]), () => name);
}

/**
 * Returns the set of a file's documents, importing it if needed. It is named after the file and its folder, with a
 * number when a set of other documents has that name.
 */
export async function ensureDataSet(
  session: Session,
  path: string,
  kind: DataKind = { task: 'ner' },
): Promise<DataSet> {
  const file = { path, fileName: basename(path), ...kind };
  return ensure(session, file, await seal(session, { ...file, fileName: path }, [path]));
}

/** Stores documents of this workspace as a set of that name, with a number when a set of other documents has it. */
export function storeDocuments(
  session: Session,
  name: string,
  documents: readonly LabelledDocument[],
): DataSet {
  return ensure(session, { path: name, fileName: name, task: 'ner' }, sealHere(session, documents), name);
}

/** Returns a pre-training corpus of the newest texts of all records. Reuses a set with the same texts. */
export function corpusOfRecords(session: Session, name: string): DataSet {
  const texts = [...iterateTexts(dbOf(session))].filter((text) => text.trim() !== '');
  if (texts.length === 0)
    throw new AppError(
      'bad-request',
      'data.no-record-with-text',
      {},
      { hint: 'hint.write-or-import-records' },
    );
  const documents = texts.map((text, n) => ({ id: String(n + 1), text }));
  return ensure(
    session,
    { path: name, fileName: RECORDS, task: 'pretrain' },
    sealHere(session, documents),
    name,
  );
}

/** Returns a corpus of all texts in files and folders as one data set. Reuses a set with the same texts. */
export async function ensureCorpus(session: Session, paths: readonly string[]): Promise<DataSet> {
  const [path = ''] = paths;
  const file = { path, fileName: paths.map((one) => basename(one)).join(', '), task: 'pretrain' } as const;
  return ensure(session, file, await seal(session, { ...file, fileName: path }, paths));
}

function ensure(
  session: Session,
  file: DataFile,
  sealed: SealedDocuments,
  name = nameOfFile(file.path),
): DataSet {
  return store(session, file, sealed, (sha256) => {
    const known = repository.findDataSetByHash(dbOf(session), { sha256, task: file.task });
    return known?.name ?? dataSets.unusedName(session, name, (n) => `${name} (${n})`);
  });
}

/** Reads files in the background and seals their documents. */
function seal(
  session: Session,
  { path, fileName, ...kind }: DataFile,
  paths: readonly string[],
): Promise<SealedDocuments> {
  const { workspace } = session;
  const fileKey = fileKeyOf(workspace);
  return session.background.run('sealDataFile', {
    ...kind,
    paths,
    ...(fileName === path ? {} : { fileName }),
    sealed: temporaryName(dataFolder(workspace.dir)),
    fileKey,
  });
}

function sealHere({ workspace }: Session, documents: readonly TrainingDocument[]): SealedDocuments {
  return sealDocuments(documents, temporaryName(dataFolder(workspace.dir)), fileKeyOf(workspace));
}

/** `…/ner_x/train.jsonl.gz` is `ner_x/train`. */
function nameOfFile(path: string): string {
  const base = basename(path).replace(/(\.(jsonl|ndjson|json|csv|tsv|txt|gz))+$/i, '') || basename(path);
  const folder = basename(dirname(resolve(path)));
  return folder === '' ? base : `${folder}/${base}`;
}

/** @param chooseName called inside the transaction that uses the name */
function store(
  session: Session,
  { task, fileName }: DataFile,
  { file, leftOut, sha256, ...facts }: SealedDocuments,
  chooseName: (sha256: string) => string,
): DataSet {
  const db = dbOf(session);
  const { dir } = session.workspace;
  try {
    const { set, isNew } = db.transaction(() => {
      const name = chooseName(sha256);
      const present = repository.findDataSetByName(db, name);
      if (present !== undefined && (present.sha256 !== sha256 || present.task !== task))
        throw nameTaken(present);
      // Replaces the file even when a row names it, since it may be lost or damaged.
      renameFile(file, dataFile(dir, sha256));
      if (present !== undefined) return { set: present, isNew: false };
      const importedAt = new Date().toISOString();
      const made = repository.insertDataSet(db, { name, task, sha256, importedAt, ...facts });
      appendAudit(db, session.actor, 'dataset.import', `dataset:${made.id}`, {
        name,
        origin: fileName,
        documents: made.documents,
        characters: made.characters,
        sha256,
        ...(leftOut === 0 ? {} : { leftOut }),
      });
      return { set: made, isNew: true };
    });
    if (isNew) session.emit('datasets.changed', {});
    return set;
  } finally {
    rmSync(file, { force: true });
  }
}

function nameTaken({ name }: DataSet): AppError {
  return new AppError(
    'conflict',
    'data.name-taken',
    { name },
    { kept: 'kept.it-unchanged', hint: 'hint.other-name-or-delete' },
  );
}

/** Deletes a set. Its documents stay for unfinished runs; `releaseData` removes them when these end. */
export function deleteDataSet(session: Session, id: number): void {
  const db = dbOf(session);
  const { name, sha256, documents } = getDataSet(session, id);
  db.transaction(() => {
    repository.deleteDataSet(db, id);
    appendAudit(db, session.actor, 'dataset.delete', `dataset:${id}`, { name, sha256, documents });
  });
  releaseData(session, sha256);
  session.emit('datasets.changed', {});
}

/** Removes the documents of that hash when neither a data set nor an unfinished run needs them. */
export function releaseData(session: Session, sha256: string): void {
  const db = dbOf(session);
  db.transaction(() => {
    if (!repository.isDataNeeded(db, sha256)) removeData(session.workspace.dir, sha256);
  });
}

const MAX_EXAMPLES = 20;

/** Reports texts of `dev` that are in `train` too. */
export function leakage(session: Session, train: number, dev: number): LeakageReport {
  return leakageBetween(readAnySet(session, train), readAnySet(session, dev));
}

/** Finds texts in both sets. Texts are equal if they differ only in width, case and white space. */
export function leakageBetween(
  train: readonly { readonly text: string }[],
  dev: readonly { readonly text: string }[],
): LeakageReport {
  const known = new Set(train.map(({ text }) => comparableText(text)));
  const leaked = dev.flatMap(({ text }, number) => (known.has(comparableText(text)) ? [number] : []));
  return { documents: dev.length, leaked: leaked.length, examples: leaked.slice(0, MAX_EXAMPLES) };
}
