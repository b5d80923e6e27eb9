/**
 * Meridian's own lossless format, JSON lines. The first line has version, number of documents and schema; each other
 * line is one document.
 */
import { z } from 'zod';
import { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { UniqueNames } from '../../reading/unique-names.ts';
import { problemOf } from './check-document.ts';
import { brokenFormat, defineFormat, type NamedFile, type ReadAnnotations } from './format.ts';
import { checked, type JsonRow, jsonRows, rowFiles, sampleRows } from './json-rows.ts';

const MARK = 'meridian-annotations';
const VERSION = 1;

const Header = z.object({
  format: z.literal(MARK),
  version: z.number().int().positive(),
  documents: z.number().int().nonnegative(),
  schema: AnnotationSchema.optional(),
});

export const meridian = defineFormat({
  id: 'meridian',
  title: 'Meridian JSONL',
  extensions: ['.jsonl'],
  looksLike: (files) => files.some((file) => sampleRows(file, 1)[0]?.format === MARK),
  holdsSchema: true,
  read: (files, { title, losses, names }) => {
    const read = rowFiles(files, title, losses).map((file) => readFile(file, names));
    const schema = read.find((file) => file.schema !== undefined)?.schema;
    return { documents: read.flatMap(({ documents }) => documents), schema };
  },
  write: (documents, { schema }) => {
    const header = { format: MARK, version: VERSION, documents: documents.length, schema };
    const lines = [header, ...documents].map((line) => `${JSON.stringify(line)}\n`);
    return [{ name: 'annotations.jsonl', bytes: Buffer.from(lines.join('')) }];
  },
});

function readFile(file: NamedFile, names: UniqueNames): Omit<ReadAnnotations, 'losses'> {
  const documents: AnnotatedDocument[] = [];
  let header: z.infer<typeof Header> | undefined;
  for (const row of jsonRows(file)) {
    if (header === undefined) header = readHeader(row);
    else documents.push(readDocument(row, names));
  }
  if (header === undefined || header.documents !== documents.length)
    throw brokenFormat(
      { file: file.name, line: documents.length + (header === undefined ? 1 : 2), column: 1 },
      message('fault.document-count', { announced: header?.documents ?? 0, found: documents.length }),
    );
  return { documents, ...(header.schema === undefined ? {} : { schema: header.schema }) };
}

function readHeader(row: JsonRow): z.infer<typeof Header> {
  const { format, version } = row.value;
  if (format !== MARK) throw row.broken([], message('fault.no-meridian-head', { format: MARK }));
  if (typeof version === 'number' && version > VERSION)
    throw new AppError(
      'newer-version',
      'annotations.newer-file',
      { version, known: VERSION },
      { kept: 'kept.nothing-imported', hint: 'hint.update' },
    );
  return checked(Header, row.value, row);
}

function readDocument(row: JsonRow, names: UniqueNames): AnnotatedDocument {
  const document = checked(AnnotatedDocument, row.value, row);
  const problem = problemOf(document);
  if (problem !== undefined) throw row.broken(problem.path, problem.problem);
  return { ...document, name: names.unused(document.name) };
}
