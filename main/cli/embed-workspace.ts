/** Vectors that a command names: a file, or word vectors of the workspace. */
import { existsSync } from 'node:fs';
import type { VectorFormat, VectorsCard } from '../../shared/domain/vectors.ts';
import { message } from '../../shared/messages/message.ts';
import type { Session } from '../services/session/session.ts';
import { readVectorFile, type VectorFile, type WordVectors } from '../services/vectors/vector-files.ts';
import { findVectors, loadVectors } from '../services/vectors/vectors.ts';
import { note, withSession } from './command.ts';
import { type EmbedOptions, unitOf } from './embed-flags.ts';

/** A file that is there, else the vectors of that name; `use` may need the workspace while it is open. */
export function withNamed<T>(
  which: string,
  options: EmbedOptions,
  use: (vectors: WordVectors, from?: { session: Session; card: VectorsCard }) => T,
  format?: VectorFormat,
): Promise<T> {
  if (existsSync(which)) return readNoting(which, options, format).then(({ vectors }) => use(vectors));
  return withSession(options, 'starter', async (session) => {
    const card = findVectors(session, which);
    return use(loadVectors(session, card.id).vectors, { session, card });
  });
}

/** @param format told from the content unless said */
export async function readNoting(
  file: string,
  options: EmbedOptions,
  format?: VectorFormat,
): Promise<VectorFile> {
  const unit = unitOf(options);
  const found = await readVectorFile(file, {
    ...(format === undefined ? {} : { format }),
    ...(unit === undefined ? {} : { unit }),
  });
  const { count, examples } = found.duplicates;
  if (count > 0) note(message('vectors.repeated-rows', { file, count, examples: examples.join(' ') }));
  return found;
}
