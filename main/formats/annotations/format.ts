/** The interface of every format of annotations: reads files into annotated documents and writes them back. */
import type { AnnotatedDocument, AnnotationFormat, Loss } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { UniqueNames } from '../../reading/unique-names.ts';
import { countSchema, Losses } from './losses.ts';

export interface NamedFile {
  /** Path relative to its folder or archive, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** True for settings of the target tool: no annotations; written beside a single file. */
  readonly isBeside?: boolean;
}

export interface ReadAnnotations {
  readonly documents: readonly AnnotatedDocument[];
  /** Types as the files declare them (brat's annotation.conf, WebAnno's header …). */
  readonly schema?: AnnotationSchema;
  /** Counts of the parts that have no place in Meridian. */
  readonly losses: readonly Loss[];
}

interface WrittenAnnotations {
  readonly files: readonly NamedFile[];
  /** Counts of the parts that the format cannot hold. */
  readonly losses: readonly Loss[];
}

interface WriteOptions {
  /** Used by `conll`; BIO by default. */
  readonly scheme?: 'BIO' | 'BIOES';
  readonly schema?: AnnotationSchema;
}

export interface Format {
  readonly id: AnnotationFormat;
  /** Its usual name. */
  readonly title: string;
  /** Extensions of the files it writes, with the dot, the main one first. */
  readonly extensions: readonly string[];
  /** Whether the files look like it; when several formats say so, the first in the table wins. */
  looksLike(files: readonly NamedFile[]): boolean;
  /** @throws AppError `bad-input` from `brokenFormat`: a file that breaks the rules is refused as a whole */
  read(files: readonly NamedFile[]): ReadAnnotations;
  write(documents: readonly AnnotatedDocument[], options?: WriteOptions): WrittenAnnotations;
}

/** Collects what one reading loses, and gives each document a name of its own. */
export interface Reading {
  /** Name of the format, for messages. */
  readonly title: string;
  readonly losses: Losses;
  readonly names: UniqueNames;
}

/** The parts of a format without the counting of losses. */
interface FormatParts extends Omit<Format, 'read' | 'write'> {
  read(files: readonly NamedFile[], reading: Reading): ReadParts;
  write(
    documents: readonly AnnotatedDocument[],
    options: WriteOptions & { readonly losses: Losses },
  ): readonly NamedFile[];
  /** True when the files hold a schema; else a given one is counted as lost. */
  readonly holdsSchema?: boolean;
}

interface ReadParts {
  readonly documents: readonly AnnotatedDocument[];
  readonly schema?: AnnotationSchema | undefined;
}

export const defineFormat = ({ read, write, holdsSchema, ...parts }: FormatParts): Format => ({
  ...parts,
  read: (files) => {
    const losses = new Losses();
    const { documents, schema } = read(files, { title: parts.title, losses, names: new UniqueNames() });
    return { documents, ...(schema === undefined ? {} : { schema }), losses: losses.list() };
  },
  write: (documents, options = {}) => {
    const losses = new Losses();
    if (!holdsSchema) countSchema(options.schema, losses);
    const files = write(documents, { ...options, losses });
    return { files, losses: losses.list() };
  },
});

/** Returns the error for a file that breaks its format's rules. Line and column count from 1, columns in UTF-16 code units. */
export function brokenFormat(
  { file, line, column }: { file: string; line: number; column: number },
  problem: Message,
): AppError {
  const what = `${file}:${line}:${column}`;
  return new AppError('bad-input', 'system.about', { what, problem }, { kept: 'kept.nothing-imported' });
}
