/** Word vectors of a run: from the workspace by name, or from a file. */
import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { vectorsRead } from '../../../shared/domain/front-settings.ts';
import { STARTER } from '../../../shared/domain/starter.ts';
import type { RunSettings } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { findVectorsByName } from '../../db/repositories/vectors.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import { starterWords } from '../../inference/starter.ts';
import { readStoredVectors, vectorsFile } from '../../inference/vector-store.ts';
import { fold } from '../../text/folding.ts';
import { dbOf, type Session } from '../session/session.ts';
import { readVectorFile } from '../vectors/vector-files.ts';
import { findVectors } from '../vectors/vectors.ts';
import type { VectorsSource } from './process/protocol.ts';

/** Returns the vectors that the settings read, or `undefined`. @throws AppError when they are missing */
export function vectorsSource(session: Session, settings: RunSettings): VectorsSource | undefined {
  const which = settings.task === 'pretrain' ? undefined : vectorsRead(settings);
  return which === undefined ? undefined : namedVectors(session, which);
}

/**
 * Returns the source of word vectors by name or path.
 * @throws AppError when they are missing, or are vectors of the graph's entities
 */
export function namedVectors(session: Session, which: string): VectorsSource {
  const card = findVectorsByName(dbOf(session), which);
  if (card?.graph !== undefined) throw new AppError('bad-input', 'vectors.of-entities', { name: which });
  if (card !== undefined) return { kind: 'stored', id: card.id };
  if (which === STARTER) return { kind: 'starter' };
  if (isAbsolute(which)) {
    if (existsSync(which)) return { kind: 'file', path: which };
    throw new AppError('not-found', 'files.not-found', { name: which });
  }
  return { kind: 'stored', id: findVectors(session, which).id }; // throws with the names that exist
}

/** Returns the name of vectors in the workspace unchanged, or else the absolute path of an existing file. */
export function nameOrPath(session: Session, which: string): string {
  if (which === STARTER || findVectorsByName(dbOf(session), which) !== undefined) return which;
  return existsSync(which) ? resolve(which) : which;
}

/** @throws AppError `not-found`, `corrupt`, `wrong-key`, or what is wrong with the file */
export async function readVectors(
  source: VectorsSource,
  workspaceDir: string,
  fileKey: Uint8Array | null,
): Promise<StoredVectors> {
  if (source.kind === 'starter') return starterWords();
  if (source.kind === 'stored') return readStoredVectors(vectorsFile(workspaceDir, source.id), fileKey);
  const { vectors } = await readVectorFile(source.path);
  const folded = vectors.tokens.every((token) => fold(token) === token); // the file does not tell
  return { vectors, folded, userWords: [] };
}
