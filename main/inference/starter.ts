/** Opens the starter models and the built-in word vectors. */
import type { StarterModel } from '../../shared/domain/starter.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import { parseVectors, type StoredVectors } from '../engine/embeddings/stored-vectors.ts';
import { MODEL_FILES, type ModelFiles } from '../engine/io/model-files.ts';
import { readOwnFolder } from '../engine/io/model-folder.ts';
import { missing, readStarter, shipped, WORDS_FILE, withId } from './starter-files.ts';

/** Returns the built-in word vectors. @throws AppError as `readStarter` does */
export function starterWords(folder = shipped()): StoredVectors {
  const bytes = readStarter('words', folder).get(WORDS_FILE);
  if (bytes === undefined) throw missing(`words/${WORDS_FILE}`);
  return parseVectors(bytes);
}

interface OpenStarter {
  readonly card: ModelCard;
  readonly files: ModelFiles;
}

/** Returns a starter model with its card. @throws AppError as `readStarter` does */
export function starterModel(part: StarterModel, folder = shipped()): OpenStarter {
  const { files, card } = readOwnFolder(readStarter(part, folder));
  if (card === undefined) throw missing(`${part}/${MODEL_FILES.card}`);
  return { files, card: withId(part, card) };
}
