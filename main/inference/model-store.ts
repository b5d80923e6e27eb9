/** Reads registered models: settings and vocabulary from the database, weights from the file beside it. */
import { AppError } from '../../shared/result.ts';
import type { ReadDb } from '../db/connection.ts';
import { getModelSources } from '../db/repositories/models.ts';
import { ModelFileConfig, type ModelFiles } from '../engine/io/model-files.ts';
import { modelFile } from '../workspace/paths.ts';
import { readSealed } from '../workspace/sealed-file.ts';

/**
 * Reads all files of the model `id`. @param fileKey from `readFileKey` or `fileKeyOf`; null in a plain workspace
 * @throws AppError `not-found` when the model or its weights are missing, `corrupt`, `wrong-key`
 */
export function readModelFiles(
  db: ReadDb,
  workspaceDir: string,
  fileKey: Uint8Array | null,
  id: number,
): ModelFiles {
  const sources = getModelSources(db, id);
  if (sources === undefined) throw new AppError('not-found', 'models.no-model', { id });
  const config = ModelFileConfig.safeParse(JSON.parse(sources.config));
  if (!config.success)
    throw new AppError('newer-version', 'models.unreadable-settings', { id }, { hint: 'hint.newer-model' });
  return {
    config: config.data,
    vocabulary: sources.vocabulary,
    weights: readModelWeights(workspaceDir, fileKey, id),
  };
}

/** Reads the weights alone. */
export function readModelWeights(
  workspaceDir: string,
  fileKey: Uint8Array | null,
  id: number,
): readonly Uint8Array[] {
  const bytes = readSealed(modelFile(workspaceDir, id), fileKey);
  if (bytes !== undefined) return [bytes];
  throw new AppError(
    'not-found',
    'models.weights-gone',
    {},
    { kept: 'kept.model-card', hint: 'hint.no-weights-in-backups' },
  );
}
