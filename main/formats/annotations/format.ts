/** What every format of annotations offers: reading files into annotated documents and writing them back. */
import type { AnnotatedDocument, AnnotationFormat, Loss } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { AppError } from '../../../shared/result.ts';

export interface NamedFile {
  /** Relative to the folder or archive it came in, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Settings of the tool that the other files go to: no annotations; where they are one file, it stands beside that. */
  readonly isBeside?: boolean;
}

export interface ReadAnnotations {
  readonly documents: readonly AnnotatedDocument[];
  /** What the files themselves say about the types (brat's annotation.conf, WebAnno's header …). */
  readonly schema?: AnnotationSchema;
  /** What had no place in Meridian, counted. */
  readonly losses: readonly Loss[];
}

export interface WrittenAnnotations {
  readonly files: readonly NamedFile[];
  /** What the format could not hold, counted. */
  readonly losses: readonly Loss[];
}

export interface WriteOptions {
  /** Of `conll`; BIO unless said. */
  readonly scheme?: 'BIO' | 'BIOES';
  readonly schema?: AnnotationSchema;
}

export interface Format {
  readonly id: AnnotationFormat;
  /** As people know it. */
  readonly title: string;
  /** Of the files it writes, the main one first, with the dot. */
  readonly extensions: readonly string[];
  /** Whether the files look like it; when several formats say so, the first in the table wins. */
  looksLike(files: readonly NamedFile[]): boolean;
  /** @throws AppError `bad-input` from `brokenFormat`: a file that breaks the rules is refused as a whole */
  read(files: readonly NamedFile[]): ReadAnnotations;
  write(documents: readonly AnnotatedDocument[], options?: WriteOptions): WrittenAnnotations;
}

/** Where a file breaks its format's rules; line and column count from 1, columns in UTF-16 code units. */
export function brokenFormat(
  at: { file: string; line: number; column: number },
  reason: string,
  chinese: string,
): AppError {
  return new AppError('bad-input', `${at.file}:${at.line}:${at.column}: ${reason} (${chinese})`, {
    kept: 'Nothing was imported. (未导入任何内容)',
  });
}
