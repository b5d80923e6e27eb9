/** Reads files to be imported into a project as annotated documents: any annotation format, or texts. */
import type { AnnotatedDocument, AnnotationFormat, Loss } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import type { TableColumns, TablePreview } from '../../../shared/domain/table-columns.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { isLabelConfig } from '../../formats/annotations/doccano/label-config.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import { guessFormat } from '../../formats/annotations/index.ts';
import { jsonRows } from '../../formats/annotations/json-rows.ts';
import { LOST, Losses } from '../../formats/annotations/losses.ts';
import { isTable } from '../../formats/document-tables.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import type { OnPage } from '../../formats/pdf/read-pdf.ts';
import { readDocuments } from '../../formats/read-documents.ts';
import { previewTable, readTables } from '../../formats/table-documents.ts';
import { UniqueNames } from '../../reading/unique-names.ts';
import { readAnnotations, unknownFormat } from './read-annotations.ts';
import { type GivenFile, readFiles } from './unpack.ts';

export interface Incoming {
  readonly format: string;
  readonly documents: readonly AnnotatedDocument[];
  readonly schema?: AnnotationSchema;
  readonly losses: readonly Loss[];
}

export interface Uploaded {
  readonly files: readonly GivenFile[];
  /** Absent: detected. `annotations`: detected, and files of no annotation format are refused. */
  readonly format?: AnnotationFormat | 'annotations' | 'text' | undefined;
  /** Reads the files as tables, a document a row. */
  readonly columns?: TableColumns | undefined;
}

/** Reads files by path, unpacking archives and folders. */
export async function readIncoming({ files, format, columns }: Uploaded, onPage?: OnPage): Promise<Incoming> {
  const unpacked = readFiles(files);
  if (columns !== undefined) return { format: 'table', ...readTables(unpacked, columns) };
  return readUnpacked(unpacked, format, onPage);
}

/**
 * Previews the first of the files as a table. Returns null where some are none, or are annotations of a known format
 * that need no columns.
 */
export function previewIncoming({
  files,
  columns,
  sheet,
}: Omit<Uploaded, 'format'> & { readonly sheet?: string | undefined }): TablePreview | null {
  const unpacked = readFiles(files);
  const [first] = unpacked;
  if (first === undefined) return null;
  if (
    columns === undefined &&
    sheet === undefined &&
    (guessFormat(unpacked) !== undefined || !unpacked.every(needsColumns))
  )
    return null;
  return previewTable(first, columns, sheet);
}

const needsColumns = (file: NamedFile): boolean => isTable(file, isAnnotation);

export async function readUnpacked(
  files: readonly NamedFile[],
  format: Uploaded['format'],
  onPage?: OnPage,
): Promise<Incoming> {
  if (format === 'annotations') return readAnnotations(files);
  const used = format ?? guessFormat(files)?.id ?? 'text';
  return used === 'text' ? readTexts(files, onPage) : readAnnotations(files, used);
}

/** Reads texts. Annotations of rows, and files without text, are counted as losses. */
async function readTexts(given: readonly NamedFile[], onPage: OnPage | undefined): Promise<Incoming> {
  const files = given.filter((file) => !isLabelConfig(file));
  if (files.length === 0) throw unknownFormat(given);
  const documents: AnnotatedDocument[] = [];
  const names = new UniqueNames();
  const losses = new Losses();
  const unreadable: { name: string; error: unknown }[] = [];
  for (const { name, bytes } of files) {
    // Throws at the first character that is not JSON, with its line and column.
    if (/\.(json|jsonl|ndjson)$/i.test(name)) for (const _row of jsonRows({ name, bytes }));
    try {
      for (const record of await readRecords(name, bytes, onPage)) {
        const meta = metaOf(record, name, losses);
        if (record.scan !== undefined) losses.add(LOST.scans, `${name} (${record.scan} %)`);
        documents.push({ name: names.unused(record.title), text: record.text, meta, items: [] });
      }
    } catch (error) {
      if (!isWithoutText(error)) throw error;
      unreadable.push({ name, error });
    }
  }
  const [first] = unreadable;
  if (documents.length === 0 && first !== undefined) throw first.error;
  losses.add(LOST.unreadableFiles, unreadable.map(({ name }) => name).join(', '), unreadable.length);
  for (const { name } of given.filter(isLabelConfig)) losses.add(LOST.otherFiles, name);
  return { format: 'text', documents, losses: losses.list() };
}

async function readRecords(
  name: string,
  bytes: Uint8Array,
  onPage: OnPage | undefined,
): Promise<readonly EmrRecord[]> {
  const {
    documents,
    refused: [first],
  } = await readDocuments(name, bytes, onPage);
  if (first === undefined) return documents;
  const about = { what: `${name}:${first.line}`, problem: first.reason };
  throw new AppError('bad-input', 'system.about', about, { kept: 'kept.nothing-imported' });
}

/** Errors of a file that holds no text; a broken file of records refuses the import. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'files.not-text',
  'files.unknown-encoding',
  'files.empty',
  'documents.unsupported-ending',
  'documents.pdf-without-text',
  'documents.pdf-encrypted',
  'documents.unreadable-picture',
  'documents.picture-without-text',
]);

function isWithoutText(error: unknown): boolean {
  const { message } = toErrorData(error);
  return typeof message === 'object' && WITHOUT_TEXT.has(message.id);
}

const LABEL_FIELDS = /^(labels?|tags?|class(es)?|categor(y|ies)|cats|标签|类别|标注|实体)$/i;
const DESCRIPTIONS = /^(meta|metadata|source)$/i;

/** Returns whether a field of a record looks like annotations. */
const isAnnotation = (field: string, value: unknown): boolean =>
  (typeof value === 'object' && !DESCRIPTIONS.test(field)) ||
  LABEL_FIELDS.test(field) ||
  field === '__proto__';

/** Returns the fields of a record besides its text; counts those that look like annotations instead. */
function metaOf({ rest }: EmrRecord, file: string, losses: Losses): AnnotatedDocument['meta'] {
  const meta: AnnotatedDocument['meta'] = {};
  for (const [field, value] of Object.entries(rest?.fields ?? {})) {
    const told = typeof value === 'string' ? value : JSON.stringify(value);
    if (isAnnotation(field, value))
      losses.add(
        LOST.unreadAnnotations,
        `${file}:${rest?.line ?? 0}: ${field} ${told}`,
        Array.isArray(value) ? value.length : 1,
      );
    else meta[field] = told;
  }
  return meta;
}
