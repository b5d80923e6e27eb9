/** Reads the starter models: one folder a model in resources/starter, and a manifest with cards and checksums. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StarterCard, StarterPart } from '../../shared/domain/starter.ts';
import { AppError } from '../../shared/result.ts';
import { parseVectors, type StoredVectors } from '../engine/embeddings/stored-vectors.ts';
import type { FolderFiles } from '../engine/io/model-folder.ts';
import { resourcePath } from '../resources.ts';

export const StarterManifest = z.object({
  format: z.literal(1),
  parts: z.partialRecord(
    StarterPart,
    z.object({
      card: StarterCard,
      /** Size in bytes and sha256 of each file, by name. */
      files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
    }),
  ),
});
export type StarterManifest = z.infer<typeof StarterManifest>;

const MANIFEST = 'manifest.json';
/** File of the word vectors in the folder `words`. */
export const WORDS_FILE = 'vectors.safetensors';

const shipped = (): string => resourcePath('starter');

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the manifest; that of an installation without starter models has no parts. @throws AppError `corrupt` */
export function starterManifest(folder = shipped()): StarterManifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return { format: 1, parts: {} };
  try {
    return StarterManifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw damaged(MANIFEST, cause);
  }
}

/** Returns the checked files of a starter model. @throws AppError `not-found`, `corrupt`; the app works without it */
export function readStarter(part: StarterPart, folder = shipped()): FolderFiles {
  const entry = starterManifest(folder).parts[part];
  if (entry === undefined) throw missing(part);
  return new Map(
    Object.entries(entry.files).map(([name, expected]) => {
      const file = join(folder, part, name);
      if (!existsSync(file)) throw missing(`${part}/${name}`);
      const bytes = readFileSync(file);
      if (sha256(bytes) !== expected.sha256) throw damaged(`${part}/${name}`);
      return [name, bytes];
    }),
  );
}

/** Returns the built-in word vectors. @throws AppError as `readStarter` does */
export function starterWords(folder = shipped()): StoredVectors {
  const bytes = readStarter('words', folder).get(WORDS_FILE);
  if (bytes === undefined) throw missing(`words/${WORDS_FILE}`);
  return parseVectors(bytes);
}

const AFTER = { kept: 'kept.works-without-starter', hint: 'hint.install-again' } as const;

const missing = (name: string): AppError => new AppError('not-found', 'starter.missing', { name }, AFTER);

const damaged = (name: string, cause?: unknown): AppError =>
  new AppError('corrupt', 'starter.damaged', { name }, { ...AFTER, cause });
