/** The documents of data sets as sealed files, named by the hash of their content. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { ClassifiedDocument } from '../../../shared/domain/classification.ts';
import { CorpusDocument } from '../../../shared/domain/pretraining.ts';
import type { TaskKind } from '../../../shared/domain/tasks.ts';
import { LabelledDocument, RelatedDocument, TrainingDocument } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { readSealed } from '../../workspace/sealed-file.ts';

const NEWLINE = 0x0a;
/** Documents written in one buffer. */
const DOCUMENTS_A_CHUNK = 500;

export const dataFolder = (workspaceDir: string): string => join(workspaceDir, 'data');

export const dataFile = (workspaceDir: string, sha256: string): string =>
  join(dataFolder(workspaceDir), sha256);

/** Removes the documents with that hash, and the mentions in them that were linked. */
export function removeData(workspaceDir: string, sha256: string): void {
  const folder = dataFolder(workspaceDir);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name === sha256 || name.startsWith(`${sha256}.`)) rmSync(join(folder, name), { force: true });
}

/** Writes one JSON object a line; the same documents give the same bytes. */
export function formatDocuments(documents: readonly TrainingDocument[]): {
  chunks: Uint8Array[];
  sha256: string;
} {
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < documents.length; from += DOCUMENTS_A_CHUNK) {
    const lines = documents
      .slice(from, from + DOCUMENTS_A_CHUNK)
      .map(formatDocument)
      .join('');
    const chunk = Buffer.from(lines, 'utf8');
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { chunks, sha256: hash.digest('hex') };
}

function formatDocument(document: TrainingDocument): string {
  const { id, text } = document;
  if ('labels' in document) {
    const { labels, parent } = document;
    return `${JSON.stringify({ id, text, labels, ...(parent === undefined ? {} : { parent }) })}\n`;
  }
  if (!('entities' in document)) return `${JSON.stringify({ id, text })}\n`;
  const spans = document.entities.map(({ start, end, type }) => ({ start, end, type }));
  const relations = 'relations' in document ? { relations: document.relations } : {};
  return `${JSON.stringify({ id, text, entities: spans, ...relations })}\n`;
}

/**
 * Returns the documents with that hash. @param fileKey from `fileKeyOf`; null in a plain workspace
 * @throws AppError `not-found` when the file is missing, and the errors of `readSealed`
 */
export const readDocuments = (
  workspaceDir: string,
  fileKey: Uint8Array | null,
  sha256: string,
): LabelledDocument[] => readAll(readData(workspaceDir, fileKey, sha256), LabelledDocument);

/** Like `readDocuments`, for a classification set. */
export const readClassifiedDocuments = (
  workspaceDir: string,
  fileKey: Uint8Array | null,
  sha256: string,
): ClassifiedDocument[] => readAll(readData(workspaceDir, fileKey, sha256), ClassifiedDocument);

/** Like `readDocuments`, for a set of relations. */
export const readRelatedDocuments = (
  workspaceDir: string,
  fileKey: Uint8Array | null,
  sha256: string,
): RelatedDocument[] => readAll(readData(workspaceDir, fileKey, sha256), RelatedDocument);

/** Like `readDocuments`, for a corpus. */
export const readCorpusDocuments = (
  workspaceDir: string,
  fileKey: Uint8Array | null,
  sha256: string,
): CorpusDocument[] => readAll(readData(workspaceDir, fileKey, sha256), CorpusDocument);

/** Readers of the sets of each kind of task. */
export const STORED = {
  entities: readDocuments,
  labels: readClassifiedDocuments,
  pairs: readClassifiedDocuments,
  terms: readClassifiedDocuments,
  relations: readRelatedDocuments,
  texts: readCorpusDocuments,
} as const satisfies Readonly<Record<TaskKind, unknown>>;

/** Yields the texts of a set of any task, one at a time. @throws AppError as `readDocuments` */
export function* textsOf(
  workspaceDir: string,
  fileKey: Uint8Array | null,
  sha256: string,
): Generator<string> {
  for (const line of lines(readData(workspaceDir, fileKey, sha256))) yield parseDocument(line).text;
}

const readAll = <Document>(bytes: Buffer, schema: z.ZodType<Document>): Document[] =>
  [...lines(bytes)].map((line) => schema.parse(JSON.parse(line.toString('utf8'))));

/** Returns document `number`, from 0; `undefined` when there are fewer. */
export function readDocument(
  workspaceDir: string,
  fileKey: Uint8Array | null,
  { sha256, number }: { sha256: string; number: number },
): TrainingDocument | undefined {
  let at = 0;
  for (const line of lines(readData(workspaceDir, fileKey, sha256)))
    if (at++ === number) return parseDocument(line);
  return undefined;
}

function readData(workspaceDir: string, fileKey: Uint8Array | null, sha256: string): Buffer {
  const bytes = readSealed(dataFile(workspaceDir, sha256), fileKey);
  if (bytes === undefined)
    throw new AppError('not-found', 'data.documents-gone', {}, { hint: 'hint.import-documents-again' });
  return Buffer.from(bytes.buffer);
}

function* lines(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

const parseDocument = (line: Buffer): TrainingDocument =>
  TrainingDocument.parse(JSON.parse(line.toString('utf8')));
