/** Word vectors of the workspace in sealed files. */
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { parseVectors, type StoredVectors, vectorChunks } from '../engine/embeddings/stored-vectors.ts';
import { readSealed, writeSealed } from '../workspace/sealed-file.ts';

export const vectorsFolder = (workspaceDir: string): string => join(workspaceDir, 'vectors');

export const vectorsFile = (workspaceDir: string, id: number): string =>
  join(vectorsFolder(workspaceDir), `${id}.safetensors`);

/** @throws AppError `too-large` */
export function writeStoredVectors(file: string, stored: StoredVectors, fileKey: Uint8Array | null): void {
  writeSealed(file, vectorChunks(stored), fileKey);
}

/** @throws AppError `not-found`, `corrupt`, `wrong-key` */
export function readStoredVectors(file: string, fileKey: Uint8Array | null): StoredVectors {
  const bytes = readSealed(file, fileKey);
  if (bytes !== undefined) return parseVectors(bytes);
  throw new AppError(
    'not-found',
    'vectors.file-gone',
    {},
    { kept: 'kept.vector-card', hint: 'hint.no-vectors-in-backups' },
  );
}
