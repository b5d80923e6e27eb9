/**
 * The files of the starter models: one folder a model in resources/starter, and a manifest with cards and checksums.
 * Reads no settings and weights, whose code the windows' process does without.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  STARTER_IDS,
  STARTER_NAMES,
  StarterCard,
  type StarterModel,
  StarterPart,
  type StarterState,
} from '../../shared/domain/starter.ts';
import { ExportedCard, type ModelCard } from '../../shared/domain/training.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
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
const CARD_FILE = 'card.json';
/** File of the word vectors in the folder `words`. */
export const WORDS_FILE = 'vectors.safetensors';

export const shipped = (): string => resourcePath('starter');

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
export function readStarter(part: StarterPart, folder = shipped()): ReadonlyMap<string, Uint8Array> {
  const entry = starterManifest(folder).parts[part];
  if (entry === undefined) throw missing(part);
  return new Map(
    Object.entries(entry.files).map(([name, expected]) => {
      const file = join(folder, part, name);
      if (!existsSync(file)) throw missing(`${part}/${name}`);
      const bytes = readWhole(file, `${part}/${name}`);
      if (sha256(bytes) !== expected.sha256) throw damaged(`${part}/${name}`);
      return [name, bytes];
    }),
  );
}

function readWhole(file: string, name: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw damaged(name, cause); // a folder, or unreadable to this user
  }
}

/** Returns a starter model's card with the id that stands for it. */
export const withId = (part: StarterModel, card: ExportedCard): ModelCard => ({
  ...card,
  id: STARTER_IDS[part],
  name: STARTER_NAMES[part],
  inUse: true,
});

const cards = new Map<StarterModel, ModelCard | undefined>();

/** Returns a shipped model's card, read once, or `undefined` when the model is missing or damaged. */
export function starterCard(part: StarterModel): ModelCard | undefined {
  if (!cards.has(part)) {
    try {
      const card = readStarter(part).get(CARD_FILE);
      if (card === undefined) throw missing(`${part}/${CARD_FILE}`);
      cards.set(part, withId(part, ExportedCard.parse(JSON.parse(Buffer.from(card).toString('utf8')))));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      cards.set(part, undefined); // settings say why
    }
  }
  return cards.get(part);
}

/** Returns every listed starter model and whether its files are whole. @throws AppError when the manifest is damaged */
export function starterStates(folder = shipped()): StarterState[] {
  return Object.entries(starterManifest(folder).parts).map(([name, { card, files }]) => {
    const part = StarterPart.parse(name);
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    try {
      readStarter(part, folder);
      return { part, card, bytes };
    } catch (error) {
      return { part, card, bytes, error: toErrorData(error) };
    }
  });
}

const AFTER = { kept: 'kept.works-without-starter', hint: 'hint.install-again' } as const;

export const missing = (name: string): AppError =>
  new AppError('not-found', 'starter.missing', { name }, AFTER);

const damaged = (name: string, cause?: unknown): AppError =>
  new AppError('corrupt', 'starter.damaged', { name }, { ...AFTER, cause });
