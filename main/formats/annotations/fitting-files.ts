/** Of the files of a folder or archive those of one format. */
import { AppError } from '../../../shared/result.ts';
import type { NamedFile } from './format.ts';
import { LOST, type Losses } from './losses.ts';

interface Choice {
  /** Of the format, for people. */
  readonly title: string;
  fits(file: NamedFile): boolean;
  /** Belongs to the others, and is no loss. */
  belongs?(file: NamedFile): boolean;
}

/** A single file is taken for one, whatever it is: its own error says more. @throws AppError when there is none */
export function fittingFiles(
  files: readonly NamedFile[],
  choice: Choice,
  losses: Losses,
): readonly NamedFile[] {
  if (files.length === 1) return files;
  const fitting = files.filter((file) => choice.fits(file));
  if (fitting.length === 0) {
    throw new AppError(
      'bad-input',
      'annotations.no-file-of-format',
      { format: choice.title },
      {
        kept: 'kept.nothing-imported',
      },
    );
  }
  for (const file of files)
    if (!choice.fits(file) && !choice.belongs?.(file)) losses.add(LOST.otherFiles, file.name);
  return fitting;
}
