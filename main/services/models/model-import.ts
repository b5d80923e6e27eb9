/** Imports models from folders, which are read in the background. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelCard } from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import type { Session } from '../session/session.ts';
import { adoptModel, incomingModel, refuseTaken } from './models.ts';

interface NamedFile {
  readonly name: string;
  readonly path: string;
}

export interface ImportedModel {
  readonly card: ModelCard;
  /** Readable lines on found and missing parts. */
  readonly report: Message;
}

/** Returns the model files of a folder. @throws AppError when it is no folder */
export function filesOfFolder(folder: string): NamedFile[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', 'files.no-folder', { folder });
  if (!stats.isDirectory()) throw new AppError('bad-input', 'models.is-a-file', { folder });
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() || existsSync(join(folder, entry.name)))
    .map(({ name }) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile());
}

/** @throws AppError naming the file and what is wrong with it; nothing is imported then */
export async function importModel(
  session: Session,
  files: readonly NamedFile[],
  name: string,
): Promise<ImportedModel> {
  refuseTaken(session, name);
  const sealed = incomingModel(session);
  const fileKey = fileKeyOf(session.workspace);
  try {
    const { report, card, ...model } = await session.background.run('sealModelFolder', {
      files,
      sealed,
      fileKey,
    });
    return { report, card: adoptModel(session, model, { ...card, name, origin: 'import' }) };
  } finally {
    rmSync(sealed, { force: true });
  }
}
