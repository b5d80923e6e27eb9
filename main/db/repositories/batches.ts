/** Batch runs on the embedded queue. */
import { z } from 'zod';
import { RunState } from '../../../shared/domain/training.ts';
import { AppErrorData } from '../../../shared/result.ts';
import { insert } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Run = z
  .object({
    id: z.number(),
    name: z.string(),
    request: z.string(),
    model: z.string(),
    state: RunState,
    created_at: z.string(),
    error: z
      .string()
      .nullable()
      .transform((json) => (json === null ? null : AppErrorData.parse(JSON.parse(json)))),
    cpu_ms: z.number(),
    busy_ms: z.number(),
    characters: z.number(),
    records: z.number(),
    done: z.number(),
    refused: z.number(),
  })
  .transform(({ created_at: createdAt, cpu_ms: cpuMs, busy_ms: busyMs, ...run }) => ({
    ...run,
    createdAt,
    cpuMs,
    busyMs,
  }));
export type StoredBatch = z.infer<typeof Run>;

// Records are numbered without gaps, and indexes hold those that are open and those refused: none is read.
const SELECT = `SELECT *, records - open AS done FROM (SELECT r.*,
  (SELECT ifnull(max(seq) + 1, 0) FROM batch_record WHERE run_id = r.id) AS records,
  (SELECT count(*) FROM batch_record WHERE run_id = r.id AND result IS NULL) AS open,
  (SELECT count(*) FROM batch_record WHERE run_id = r.id AND refused = 1) AS refused FROM batch_run r) AS r`;

export const listBatches = (db: ReadDb): StoredBatch[] => db.all(Run, `${SELECT} ORDER BY r.id DESC`);

export const getBatch = (db: ReadDb, id: number): StoredBatch | undefined =>
  db.get(Run, `${SELECT} WHERE r.id = ?`, id);

export const findBatchByName = (db: ReadDb, name: string): StoredBatch | undefined =>
  db.get(Run, `${SELECT} WHERE r.name = ?`, name);

/** Adds a run that waits for this process. */
export function insertBatch(db: WriteDb, batch: Pick<StoredBatch, 'name' | 'request' | 'model'>): number {
  const now = new Date().toISOString();
  const owned = { state: 'queued', owner: process.pid, claimedAt: now, createdAt: now };
  return insert(db, 'batch_run', { ...batch, ...owned });
}

export function setBatchModel(db: WriteDb, id: number, model: string): void {
  db.run('UPDATE batch_run SET model = ? WHERE id = ?', model, id);
}

export function setBatchRequest(db: WriteDb, id: number, request: string): void {
  db.run('UPDATE batch_run SET request = ? WHERE id = ?', request, id);
}

const Refused = z.object({ seq: z.number(), result: z.string() });

export const refusedResults = (db: ReadDb, id: number, limit: number): z.infer<typeof Refused>[] =>
  db.all(
    Refused,
    'SELECT seq, result FROM batch_record WHERE run_id = ? AND refused = 1 ORDER BY seq LIMIT ?',
    id,
    limit,
  );

export function insertBatchRecord(db: WriteDb, id: number, seq: number, content: string): void {
  db.run('INSERT INTO batch_record (run_id, seq, content) VALUES (?, ?, ?)', id, seq, content);
}

/** Numbers the blocks of a run whose blocks are no runs of numbers. @param blocks numbers of the records of each */
export function setBlocks(db: WriteDb, id: number, blocks: readonly (readonly number[])[]): void {
  const sql = 'UPDATE batch_record SET block = ? WHERE run_id = ? AND seq = ?';
  for (const [number, block] of blocks.entries()) for (const seq of block) db.run(sql, number, id, seq);
}

const Open = z.object({ seq: z.number(), content: z.string() });
const First = z.object({ seq: z.number(), block: z.number().nullable() });

/** Returns the records of the block to which the first record without a result belongs. */
export function nextBlock(db: ReadDb, id: number, block: number): z.infer<typeof Open>[] {
  const first =
    'SELECT seq, block FROM batch_record WHERE run_id = ? AND result IS NULL ORDER BY seq LIMIT 1';
  const open = db.get(First, first, id);
  if (open === undefined) return [];
  if (open.block !== null)
    return db.all(
      Open,
      'SELECT seq, content FROM batch_record WHERE run_id = ? AND block = ? ORDER BY seq',
      ...[id, open.block],
    );
  const from = Math.floor(open.seq / block) * block;
  const sql = 'SELECT seq, content FROM batch_record WHERE run_id = ? AND seq >= ? AND seq < ? ORDER BY seq';
  return db.all(Open, sql, id, from, from + block);
}

/** Writes the results of a block and what it cost. */
export function writeBlock(
  db: WriteDb,
  id: number,
  results: readonly { readonly seq: number; readonly result: string; readonly refused: boolean }[],
  cost: Pick<StoredBatch, 'cpuMs' | 'busyMs' | 'characters'>,
): void {
  const sql = 'UPDATE batch_record SET result = ?, refused = ? WHERE run_id = ? AND seq = ?';
  for (const { seq, result, refused } of results) db.run(sql, result, refused ? 1 : 0, id, seq);
  db.run(
    'UPDATE batch_run SET cpu_ms = cpu_ms + ?, busy_ms = busy_ms + ?, characters = characters + ? WHERE id = ?',
    ...[cost.cpuMs, cost.busyMs, cost.characters, id],
  );
}

/** Yields number and JSON of the records, or of the results that there are, in order. */
export function* batchContents(
  db: ReadDb,
  id: number,
  which: 'content' | 'result',
): Generator<readonly [seq: number, json: string]> {
  const sql = `SELECT seq, ${which} FROM batch_record WHERE run_id = ? AND ${which} IS NOT NULL ORDER BY seq`;
  for (const [seq, json] of db.iterate(sql, id)) yield [Number(seq), String(json)];
}
