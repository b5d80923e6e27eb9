/** Cards of word vectors; the vectors lie in the file vectors/<id>.safetensors. */
import { z } from 'zod';
import { VectorsCard } from '../../../shared/domain/vectors.ts';
import { insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const StoredCard = VectorsCard.omit({ id: true, name: true });

const SELECT = 'SELECT id, name, card FROM vector_set';

const Row = z
  .object({ id: z.number(), name: z.string(), card: json(StoredCard) })
  .transform(({ card, ...row }): VectorsCard => ({ ...row, ...card }));

export const listVectors = (db: ReadDb): VectorsCard[] => db.all(Row, `${SELECT} ORDER BY id`);

export const getVectors = (db: ReadDb, id: number): VectorsCard | undefined =>
  db.get(Row, `${SELECT} WHERE id = ?`, id);

export const findVectorsByName = (db: ReadDb, name: string): VectorsCard | undefined =>
  db.get(Row, `${SELECT} WHERE name = ?`, name);

/** Inserts a card. @throws SqliteError when other vectors have the name */
export function insertVectors(db: WriteDb, { name, ...card }: Omit<VectorsCard, 'id'>): VectorsCard {
  const id = insert(db, 'vector_set', { name, card: StoredCard.parse(card) });
  return { id, name, ...card };
}

export function renameVectors(db: WriteDb, id: number, name: string): void {
  db.run('UPDATE vector_set SET name = ? WHERE id = ?', name, id);
}

export function deleteVectors(db: WriteDb, id: number): void {
  db.run('DELETE FROM vector_set WHERE id = ?', id);
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
