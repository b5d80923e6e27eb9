/** Imports and exports word vectors for the window. The process of word vectors reads and writes the files. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { VectorUnit } from '../../../shared/domain/embeddings.ts';
import type { VectorFormat, VectorsCard } from '../../../shared/domain/vectors.ts';
import { vectorsFolder } from '../../inference/vector-store.ts';
import { temporaryName } from '../../workspace/atomic-file.ts';
import type { Session } from '../session/session.ts';
import type { VectorClient } from './vector-client.ts';
import { adoptVectors, getVectors, noteExport, refuseTaken } from './vectors.ts';

export interface VectorImport {
  readonly file: { readonly name: string; readonly path: string };
  readonly name: string;
  /** Null: detected from the tokens. */
  readonly unit: VectorUnit | null;
}

/** @throws AppError `bad-input` naming line or row, `conflict` when the name is taken */
export async function importVectors(
  session: Session,
  client: VectorClient,
  { file, name, unit }: VectorImport,
): Promise<{ card: VectorsCard; duplicates: number }> {
  refuseTaken(session, name);
  const incoming = temporaryName(vectorsFolder(session.workspace.dir));
  const { path, name: fileName } = file;
  try {
    const { facts, duplicates } = await client.ask('import', { path, name: fileName, unit, incoming });
    return { card: adoptVectors(session, incoming, { ...facts, name, origin: 'imported' }), duplicates };
  } finally {
    rmSync(incoming, { force: true });
  }
}

const ENDINGS: Readonly<Record<VectorFormat, string>> = {
  'word2vec-text': '.txt',
  'word2vec-binary': '.bin',
  glove: '.glove.txt',
};

/** Writes a plain file into the workspace's `exports/`; returns its path. */
export async function exportVectors(
  session: Session,
  client: VectorClient,
  id: number,
  format: VectorFormat,
): Promise<string> {
  const card = getVectors(session, id);
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const safe = card.name.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '_');
  const folder = join(session.workspace.dir, 'exports');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${safe.slice(0, 80)}-${stamp}${ENDINGS[format]}`);
  await client.ask('export', { id, format, path });
  noteExport(session, card);
  return path;
}
