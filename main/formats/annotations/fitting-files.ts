/** Selects the files of one format in a folder or archive. */
import { AppError } from '../../../shared/result.ts';
import type { NamedFile } from './format.ts';
import { LOST, type Losses } from './losses.ts';

interface Choice {
  /** Name of the format, for messages. */
  readonly title: string;
  fits(file: NamedFile): boolean;
  /** Matches companion files, which are no loss. */
  belongs?(file: NamedFile): boolean;
}

/** Accepts a single file without checks, whose own error is more precise. @throws AppError without any file */
export function fittingFiles(
  files: readonly NamedFile[],
  choice: Choice,
  losses: Losses,
): readonly NamedFile[] {
  if (files.length === 1) return files;
  const fitting = files.filter((file) => choice.fits(file));
  if (fitting.length === 0)
    throw new AppError(
      'bad-input',
      'annotations.no-file-of-format',
      { format: choice.title },
      { kept: 'kept.nothing-imported' },
    );
  for (const file of files)
    if (!choice.fits(file) && !choice.belongs?.(file)) losses.add(LOST.otherFiles, file.name);
  return fitting;
}
