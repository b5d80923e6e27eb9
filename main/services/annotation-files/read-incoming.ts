/** Reads files to be imported into a project as annotated documents: any annotation format, or texts. */
import type { AnnotatedDocument, AnnotationFormat, Loss } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { AppError } from '../../../shared/result.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { guessFormat } from '../../formats/annotations/index.ts';
import { jsonRows } from '../../formats/annotations/json-rows.ts';
import { readDocuments } from '../../formats/read-documents.ts';
import { UniqueNames } from '../../reading/unique-names.ts';
import { readAnnotations } from './read-annotations.ts';
import { readUploads } from './unpack.ts';

export interface Incoming {
  readonly format: string;
  readonly documents: readonly AnnotatedDocument[];
  readonly schema?: AnnotationSchema;
  readonly losses: readonly Loss[];
}

export interface Uploaded {
  readonly files: readonly { readonly name: string; readonly path: string }[];
  readonly format?: AnnotationFormat | 'text' | undefined;
}

/** Reads uploads by path, unpacking archives. */
export async function readIncoming({ files, format }: Uploaded): Promise<Incoming> {
  return readUnpacked(readUploads(files), format);
}

/** Reads files. @param format absent: detected; files of no annotation format are texts */
export async function readUnpacked(
  files: readonly NamedFile[],
  format: Uploaded['format'],
): Promise<Incoming> {
  const isText = format === 'text' || (format === undefined && guessFormat(files) === undefined);
  if (!isText) return readAnnotations(files, format);
  const documents: AnnotatedDocument[] = [];
  const names = new UniqueNames();
  for (const { name, bytes } of files) {
    // Throws at the first character that is not JSON, with its line and column.
    if (/\.(json|jsonl|ndjson)$/i.test(name)) for (const _row of jsonRows({ name, bytes }));
    const { documents: records, refused } = await readDocuments(name, bytes);
    const [first] = refused;
    if (first !== undefined)
      throw new AppError('bad-input', `${name}:${first.line}: ${first.reason}`, {
        kept: 'kept.nothing-imported',
      });
    for (const { title, text } of records)
      documents.push({ name: names.unused(title), text, meta: {}, items: [] });
  }
  return { format: 'text', documents, losses: [] };
}
