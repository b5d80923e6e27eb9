/**
 * A batch queue on PostgreSQL: pg-boss hands out blocks of records, the tables beside it hold what the blocks speak of.
 * Results are written and their block is completed in one transaction, which an attempt that is no longer the block's
 * cannot commit: each record has one result, whatever is killed.
 */
import pg from 'pg';
import { type Db, type Job, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { BatchJob, BatchRun, BatchWorker } from '../../../shared/domain/batch.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { connectionOf, queueError } from './connect.ts';
import { BOSS_SCHEMA, migrateSchema, requireSchema } from './schema.ts';

/** Queue of blocks that no retry could finish. */
const DEAD = 'dead';
const queueOf = (run: string): string => `run-${run}`;

/** Seconds without a sign after which another worker takes a block. */
const HEARTBEAT_SECONDS = 30;
const QUEUE = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 12 * 3600,
  retentionSeconds: 365 * 86_400,
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  deadLetter: DEAD,
} as const;
/** Records and results read at once. */
const PAGE = 500;
/** Bytes of a row of a sealed file. */
const PIECE = 4 * 1024 * 1024;

/** Payload of a job: numbers of records alone, a range whose `to` is exclusive, or each. */
const Block = z.union([
  z.object({ run: z.string(), from: z.number(), to: z.number() }),
  z.object({ run: z.string(), seqs: z.array(z.number()).min(1) }),
]);
/** Jobs that are added at once. */
const JOBS = 1000;
const Affected = z.object({ affected: z.number() });

const DeadRow = z.object({ from: z.number(), to: z.number(), reason: z.string().nullable() });

const Bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);

const RunRow = z.object({
  id: z.string(),
  name: z.string(),
  job: BatchJob,
  state: BatchRun.shape.state,
  priority: z.number(),
  records: z.number(),
  model: z.string(),
  settings: Bytes,
  created_at: z.date(),
});
export type BatchRunRow = z.infer<typeof RunRow>;

const Content = z.object({ seq: z.number(), content: Bytes });
const ResultRow = Content.extend({ refused: z.boolean() });
/** A sealed result. `seq` is the number of its record, from 0. */
export type BatchResultRow = z.infer<typeof ResultRow>;

const WorkerRow = z
  .object({
    run: z.string(),
    name: z.string(),
    records: z.coerce.number(),
    characters: z.coerce.number(),
    refused: z.coerce.number(),
    cpu_ms: z.number(),
    busy_ms: z.number(),
    seen_at: z.date(),
  })
  .transform(({ cpu_ms, busy_ms, seen_at, ...row }) => ({
    ...row,
    ...{ cpuSeconds: cpu_ms / 1000, busySeconds: busy_ms / 1000, seenAt: seen_at.toISOString() },
  }));

/** A block in the hands of this process. */
export interface TakenBlock {
  readonly job: Pick<Job, 'id' | 'retryCount'>;
  readonly run: string;
  readonly records: readonly z.infer<typeof Content>[];
}

/** Work that one finished block adds to its worker. */
export interface BlockCost {
  readonly worker: string;
  readonly characters: number;
  readonly cpuMs: number;
  readonly busyMs: number;
}

export class BatchQueue {
  readonly #pool: pg.Pool;
  readonly #boss: PgBoss;

  private constructor(pool: pg.Pool, boss: PgBoss) {
    this.#pool = pool;
    this.#boss = boss;
  }

  /**
   * Connects. An owner makes the tables where there are none; a worker looks after blocks whose worker is gone.
   * @param onTrouble told of errors of the connection between requests
   * @throws AppError `io` when the server is away, `forbidden`, `not-found`, `newer-version`, `conflict`
   */
  static async open(
    url: string,
    use: 'owner' | 'worker',
    onTrouble: (error: unknown) => void = () => undefined,
  ): Promise<BatchQueue> {
    const pool = new pg.Pool(connectionOf(url));
    pool.on('error', onTrouble);
    const boss = new PgBoss({
      db: executorOf(pool),
      schema: BOSS_SCHEMA,
      migrate: use === 'owner',
      supervise: use === 'worker',
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
      schedule: false,
      registerInstance: false,
    });
    boss.on('error', onTrouble);
    const queue = new BatchQueue(pool, boss);
    try {
      await queue.#transaction(use === 'owner' ? migrateSchema : requireSchema);
      await boss.start();
      if (use === 'owner') await boss.createQueue(DEAD, { retentionSeconds: QUEUE.retentionSeconds });
      return queue;
    } catch (error) {
      await queue.close();
      throw queueError(error);
    }
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false }).catch(() => undefined);
    await this.#pool.end();
  }

  /** Adds a run without records. @throws AppError `conflict` when the name is taken */
  async addRun(
    { id, name, job, priority, model, settings }: Omit<BatchRunRow, 'state' | 'records' | 'created_at'>,
    parts: readonly string[],
  ): Promise<void> {
    if ((await this.#rows(RunRow, 'SELECT * FROM meridian_batch_run WHERE name = $1', name)).length > 0)
      throw new AppError('conflict', 'batch.name-taken', { name }, { hint: 'hint.batch-other-name' });
    await this.#boss.createQueue(queueOf(id), QUEUE);
    await this.#transaction(async (client) => {
      await client.query(
        `INSERT INTO meridian_batch_run (id, name, job, state, priority, model, settings)
         VALUES ($1, $2, $3, 'queued', $4, $5, $6)`,
        [id, name, job, priority, model, settings],
      );
      await client.query('INSERT INTO meridian_batch_run_part SELECT $1, unnest($2::text[])', [id, parts]);
    });
  }

  /**
   * Adds records with their jobs, a job for each block, whole or not at all.
   * @param from number of the first record
   * @param cut absent: the jobs come later, with `addBlocks`
   */
  async addRecords(
    run: BatchRunRow['id'],
    records: readonly Buffer[],
    from: number,
    cut?: { readonly block: number; readonly priority: number },
  ): Promise<void> {
    const to = from + records.length;
    const jobs: { data: z.infer<typeof Block>; priority: number }[] = [];
    const { block = records.length, priority = 0 } = cut ?? {};
    for (let at = from; at < to && cut !== undefined; at += block)
      jobs.push({ data: { run, from: at, to: Math.min(at + block, to) }, priority });
    await this.#transaction(async (client) => {
      await client.query(
        `INSERT INTO meridian_batch_record
         SELECT $1, $2 + n - 1, content FROM unnest($3::bytea[]) WITH ORDINALITY AS t (content, n)`,
        [run, from, records],
      );
      await client.query('UPDATE meridian_batch_run SET records = $2 WHERE id = $1', [run, to]);
      if (jobs.length > 0) await this.#boss.insert(queueOf(run), jobs, { db: executorOf(client) });
    });
  }

  /** Adds a job for each block, given by the numbers of its records. */
  async addBlocks(run: string, blocks: readonly (readonly number[])[], priority: number): Promise<void> {
    for (let at = 0; at < blocks.length; at += JOBS)
      await this.#boss.insert(
        queueOf(run),
        blocks.slice(at, at + JOBS).map((seqs) => ({ data: { run, seqs }, priority })),
      );
  }

  /** Lets workers begin. */
  startRun = (run: string): Promise<void> => this.#setState(run, 'running');

  async hasPart(id: string): Promise<boolean> {
    const sql = 'SELECT 1 AS one FROM meridian_batch_part WHERE id = $1 LIMIT 1';
    return (await this.#rows(z.object({ one: z.number() }), sql, id)).length > 0;
  }

  /** Stores a sealed file in rows; one that is there already stays. */
  async addPart(id: string, bytes: Uint8Array): Promise<void> {
    await this.#transaction(async (client) => {
      for (let at = 0; at < bytes.byteLength; at += PIECE)
        await client.query('INSERT INTO meridian_batch_part VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          id,
          at / PIECE,
          Buffer.from(bytes.subarray(at, at + PIECE)),
        ]);
    });
  }

  /** Yields the rows of a sealed file in order. @throws AppError `not-found` */
  async *partOf(id: string): AsyncGenerator<Uint8Array> {
    const Piece = z.object({ content: Bytes });
    const sql = 'SELECT content FROM meridian_batch_part WHERE id = $1 AND number = $2';
    for (let number = 0; ; number++) {
      const [piece] = await this.#rows(Piece, sql, id, number);
      if (piece === undefined && number === 0) throw new AppError('not-found', 'batch.part-gone');
      if (piece === undefined) return;
      yield piece.content;
    }
  }

  /** Returns the runs with what was done, newest first. */
  async list(): Promise<(BatchRun & { readonly id: string })[]> {
    const runs = await this.#rows(RunRow, 'SELECT * FROM meridian_batch_run ORDER BY created_at DESC');
    const workers = await this.#rows(WorkerRow, 'SELECT * FROM meridian_batch_worker ORDER BY name');
    const Dead = z.object({ run: z.string(), dead: z.number() });
    const dead = await this.#rows(
      Dead,
      `SELECT data->>'run' AS run, count(*)::int AS dead FROM ${BOSS_SCHEMA}.job
       WHERE name = '${DEAD}' AND state < 'active' GROUP BY 1`,
    );
    return runs.map((run) => {
      const own = workers.filter((worker) => worker.run === run.id);
      const done = own.reduce((sum, { records }) => sum + records, 0);
      const { id, name, job, priority, records } = run;
      return {
        ...{ id, name, job, priority, records, done },
        state: run.state === 'running' && done === records ? 'finished' : run.state,
        refused: own.reduce((sum, { refused }) => sum + refused, 0),
        dead: dead.find((one) => one.run === id)?.dead ?? 0,
        createdAt: run.created_at.toISOString(),
        workers: own.map((worker) => BatchWorker.parse(worker)),
      };
    });
  }

  /** Returns a run by its name. @throws AppError `not-found` listing the names */
  async find(name: string): Promise<BatchRunRow> {
    const runs = await this.#rows(RunRow, 'SELECT * FROM meridian_batch_run ORDER BY created_at');
    const found = runs.find((run) => run.name === name);
    if (found !== undefined) return found;
    const names = runs.map((run) => run.name).join(', ');
    throw new AppError(
      'not-found',
      'batch.not-found',
      { name },
      names === '' ? {} : { hint: message('hint.there-are', { names }) },
    );
  }

  /** Returns those of the runs that have begun, the most urgent first. */
  workable = (ids: readonly string[]): Promise<BatchRunRow[]> =>
    this.#rows(
      RunRow,
      `SELECT * FROM meridian_batch_run r WHERE id = ANY ($1::uuid[]) AND state = 'running' AND records >
         (SELECT coalesce(sum(w.records), 0) FROM meridian_batch_worker w WHERE w.run = r.id)
       ORDER BY priority DESC, created_at`,
      ids,
    );

  /** Returns whether any of the runs is still being stored, or has a block that waits or is in hand. */
  async isOpen(ids: readonly string[]): Promise<boolean> {
    const sql = `SELECT 1 AS one WHERE
      EXISTS (SELECT FROM meridian_batch_run WHERE id = ANY ($1::uuid[]) AND state = 'queued') OR
      EXISTS (SELECT FROM ${BOSS_SCHEMA}.job WHERE name = ANY ($2) AND state <= 'active')`;
    return (await this.#rows(z.object({ one: z.number() }), sql, ids, ids.map(queueOf))).length > 0;
  }

  async cancel(run: string): Promise<void> {
    await this.#setState(run, 'cancelled');
    await this.#boss.deleteQueuedJobs(queueOf(run));
  }

  /** Puts blocks that were given up back into the queue. Returns their number. */
  async retry(run: string): Promise<number> {
    for (let moved = 0; ; ) {
      const some = await this.#boss.redrive(DEAD, { sourceName: queueOf(run) });
      moved += some;
      if (some === 0) return moved;
    }
  }

  async setPriority(run: string, priority: number): Promise<void> {
    await this.#pool.query('UPDATE meridian_batch_run SET priority = $2 WHERE id = $1', [run, priority]);
  }

  /** Returns the blocks of a run that were given up, with what their last worker stored; null where it was gone. */
  dead = (run: string): Promise<z.infer<typeof DeadRow>[]> =>
    this.#rows(
      DeadRow,
      `SELECT coalesce((data->>'from')::int, (data->'seqs'->>0)::int) AS from,
              coalesce((data->>'to')::int, (data->'seqs'->>-1)::int + 1) AS to, source_output->>'reason' AS reason
         FROM ${BOSS_SCHEMA}.job WHERE name = '${DEAD}' AND state < 'active' AND data->>'run' = $1 ORDER BY 1`,
      run,
    );

  /** Deletes a run with its records, its results, and files that no other run needs. */
  async remove(run: string): Promise<void> {
    await this.#boss.deleteQueue(queueOf(run));
    await this.#transaction(async (client) => {
      await client.query(`DELETE FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND data->>'run' = $2`, [DEAD, run]);
      await client.query('DELETE FROM meridian_batch_run WHERE id = $1', [run]);
      await client.query(
        'DELETE FROM meridian_batch_part WHERE id NOT IN (SELECT part FROM meridian_batch_run_part)',
      );
    });
  }

  /** Takes the next block of a run, if one waits. */
  async take(run: string): Promise<TakenBlock | undefined> {
    const [job] = await this.#boss.fetch(queueOf(run));
    if (job === undefined) return undefined;
    const block = Block.parse(job.data);
    const of = (which: string) =>
      `SELECT seq, content FROM meridian_batch_record WHERE run = $1 AND ${which} ORDER BY seq`;
    const records =
      'seqs' in block
        ? await this.#rows(Content, of('seq = ANY ($2::int[])'), run, block.seqs)
        : await this.#rows(Content, of('seq >= $2 AND seq < $3'), run, block.from, block.to);
    return { job, run, records };
  }

  /** Tells that a block is still being worked on. */
  async touch({ job, run }: TakenBlock): Promise<void> {
    await this.#boss.touch(queueOf(run), job);
  }

  /** Hands a block back after an error; it waits longer each time, and is given up after the last. */
  async fail({ job, run }: TakenBlock, reason: string): Promise<void> {
    await this.#boss.fail(queueOf(run), job, { reason });
  }

  /**
   * Writes the results of a block and completes it, both or neither. Returns false when the block has meanwhile gone to
   * another worker or was cancelled; then nothing is written.
   */
  async finish(
    { job, run }: TakenBlock,
    model: string,
    results: readonly BatchResultRow[],
    { worker, characters, cpuMs, busyMs }: BlockCost,
  ): Promise<boolean> {
    const lost = new Error('the block is no longer this worker’s');
    try {
      await this.#transaction(async (client) => {
        const { affected } = Affected.parse(
          await this.#boss.complete(queueOf(run), job, null, { db: executorOf(client) }),
        );
        if (affected !== 1) throw lost;
        await client.query(
          `INSERT INTO meridian_batch_result (run, seq, model, content, refused)
           SELECT $1, seq, $2, content, refused FROM unnest($3::int[], $4::bytea[], $5::bool[]) AS t (seq, content, refused)
           ON CONFLICT (run, seq, model) DO UPDATE SET content = excluded.content, refused = excluded.refused`,
          [
            run,
            model,
            results.map((r) => r.seq),
            results.map((r) => r.content),
            results.map((r) => r.refused),
          ],
        );
        await client.query(
          `INSERT INTO meridian_batch_worker AS w VALUES ($1, $2, $3, $4, $5, $6, $7, now())
           ON CONFLICT (run, name) DO UPDATE SET records = w.records + excluded.records,
             characters = w.characters + excluded.characters, refused = w.refused + excluded.refused,
             cpu_ms = w.cpu_ms + excluded.cpu_ms, busy_ms = w.busy_ms + excluded.busy_ms, seen_at = now()`,
          [run, worker, results.length, characters, results.filter((r) => r.refused).length, cpuMs, busyMs],
        );
      });
      return true;
    } catch (error) {
      if (error === lost) return false;
      throw error;
    }
  }

  /** Yields the sealed results of a run in the order of its records. */
  results = ({ id, model }: BatchRunRow, onlyRefused = false): AsyncGenerator<BatchResultRow> =>
    this.#pages(
      `SELECT seq, content, refused FROM meridian_batch_result
        WHERE run = $1 AND seq > $2 AND model = $4${onlyRefused ? ' AND refused' : ''} ORDER BY seq LIMIT $3`,
      id,
      model,
    );

  /** Yields the sealed records of a run in their order. */
  records = ({ id }: BatchRunRow): AsyncGenerator<BatchResultRow> =>
    this.#pages(
      'SELECT seq, content, false AS refused FROM meridian_batch_record WHERE run = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      id,
    );

  async *#pages(sql: string, run: string, ...more: string[]): AsyncGenerator<BatchResultRow> {
    for (let after = -1; ; ) {
      const rows = await this.#rows(ResultRow, sql, run, after, PAGE, ...more);
      yield* rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.seq ?? after;
    }
  }

  async #setState(run: string, state: BatchRun['state']): Promise<void> {
    await this.#pool.query('UPDATE meridian_batch_run SET state = $2 WHERE id = $1', [run, state]);
  }

  async #rows<T>(schema: z.ZodType<T>, sql: string, ...values: unknown[]): Promise<T[]> {
    const { rows } = await this.#pool.query<Record<string, unknown>>(sql, values);
    return rows.map((row) => schema.parse(row));
  }

  async #transaction(body: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // The pool listens to idle clients only; the request under way rejects as well.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      await body(client);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(onError);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

const executorOf = (db: pg.Pool | pg.PoolClient): Db => ({
  executeSql: (text, values) => db.query(text, values),
});
