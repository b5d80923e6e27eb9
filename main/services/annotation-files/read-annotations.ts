/** Reads annotations from files whose format is named or detected. */

import type { AnnotationFormat } from '../../../shared/domain/annotation.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { NamedFile, ReadAnnotations } from '../../formats/annotations/format.ts';
import { FORMATS, formatOf, guessFormat } from '../../formats/annotations/index.ts';

export interface ReadResult extends ReadAnnotations {
  readonly format: AnnotationFormat;
}

/** @throws AppError `bad-input` when the files are of no known format or break the rules of the one named */
export function readAnnotations(files: readonly NamedFile[], from?: AnnotationFormat): ReadResult {
  const format = from === undefined ? guessFormat(files) : formatOf(from);
  if (format === undefined) throw unknownFormat(files);
  return { format: format.id, ...format.read(files) };
}

export const FORMAT_NAMES = FORMATS.map(({ id }) => id).join(', ');

export function unknownFormat([first]: readonly NamedFile[]): AppError {
  return new AppError(
    'bad-input',
    'annotations.unknown-format',
    { name: first?.name ?? '' },
    { kept: 'kept.nothing-imported', hint: message('hint.name-format', { formats: FORMAT_NAMES }) },
  );
}
