/** Cards of word vectors; the vectors lie in the file vectors/<id>.safetensors. */
import { z } from 'zod';
import { VectorsCard } from '../../../shared/domain/vectors.ts';
import { insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { namedRows } from './named-rows.ts';

const StoredCard = VectorsCard.omit({ id: true, name: true });

const Row = z
  .object({ id: z.number(), name: z.string(), card: json(StoredCard) })
  .transform(({ card, ...row }): VectorsCard => ({ ...row, ...card }));

export const {
  list: listVectors,
  get: getVectors,
  findByName: findVectorsByName,
  rename: renameVectors,
  remove: deleteVectors,
} = namedRows('vector_set', Row, 'SELECT id, name, card FROM vector_set');

/** Inserts a card. @throws SqliteError when other vectors have the name */
export function insertVectors(db: WriteDb, { name, ...card }: Omit<VectorsCard, 'id'>): VectorsCard {
  const id = insert(db, 'vector_set', { name, card: StoredCard.parse(card) });
  return { id, name, ...card };
}

/** Returns the names of unfinished runs that read the vectors of that name. */
export const runsReading = (db: ReadDb, name: string): string[] =>
  db
    .all(
      z.object({ name: z.string() }),
      `SELECT name FROM run
        WHERE state NOT IN ('finished', 'cancelled', 'failed')
          AND json_extract(settings, '$.front') = 'vectors' AND json_extract(settings, '$.vectors') = ?`,
      name,
    )
    .map((run) => run.name);
