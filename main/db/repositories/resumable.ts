/**
 * State and owner of long work that goes on after a crash. Each row names the process that looks after it while it is
 * queued or running.
 */
import { z } from 'zod';
import { RunState } from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AppErrorData } from '../../../shared/result.ts';
import { update } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { bootedAt, isOtherProcessAlive } from '../process-alive.ts';

export type ResumableTable = 'run' | 'experiment' | 'vector_training' | 'batch_run';

interface Rules {
  /** States in which a row whose process has gone becomes interrupted. */
  readonly lost: readonly RunState[];
  /** Whether the table has the column `ended_at`. */
  readonly hasEnd: boolean;
  /** Whether the table has the column `claimed_at`. */
  readonly hasClaimTime: boolean;
  readonly interrupted: AppErrorData;
}

const RULES: Readonly<Record<ResumableTable, Rules>> = {
  run: {
    lost: ['running'],
    hasEnd: true,
    hasClaimTime: false,
    interrupted: {
      code: 'engine-down',
      message: message('runs.interrupted'),
      kept: message('kept.checkpoint'),
      hint: message('hint.resume-run'),
    },
  },
  experiment: {
    lost: ['queued', 'running'],
    hasEnd: true,
    hasClaimTime: true,
    interrupted: {
      code: 'engine-down',
      message: message('experiments.interrupted'),
      kept: message('experiments.finished-intact'),
      hint: message('hint.resume-experiment'),
    },
  },
  vector_training: {
    lost: ['running'],
    hasEnd: false,
    hasClaimTime: false,
    interrupted: {
      code: 'engine-down',
      message: message('vectors.interrupted'),
      kept: message('kept.checkpoint'),
      hint: message('hint.resume-run'),
    },
  },
  batch_run: {
    lost: ['queued', 'running'],
    hasEnd: true,
    hasClaimTime: true,
    interrupted: {
      code: 'engine-down',
      message: message('batch.interrupted'),
      kept: message('kept.batch-results'),
      hint: message('hint.batch-retry'),
    },
  },
};

const Row = z.object({
  id: z.number(),
  state: RunState,
  owner: z.number(),
  claimed_at: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

const columns = (table: ResumableTable): string =>
  `id, state, owner, ${RULES[table].hasClaimTime ? '' : 'NULL AS '}claimed_at`;

const find = (db: ReadDb, table: ResumableTable, id: number): Row | undefined =>
  db.get(Row, `SELECT ${columns(table)} FROM ${table} WHERE id = ?`, id);

/** A claim from before the machine started counts for nothing, whichever process has that number now. */
function isOthers({ state, owner, claimed_at }: Row): boolean {
  const isHeld = state === 'queued' || state === 'running';
  return (
    isHeld && isOtherProcessAlive(owner) && (claimed_at === null || Date.parse(claimed_at) >= bootedAt())
  );
}

/** Returns whether another living process looks after the row. */
export function isElsewhere(db: ReadDb, table: ResumableTable, id: number): boolean {
  const row = find(db, table, id);
  return row !== undefined && isOthers(row);
}

/** Returns whether any process works on a row of the table. */
export const isAnyRunning = (db: ReadDb, table: ResumableTable): boolean =>
  db.get(z.object({ id: z.number() }), `SELECT id FROM ${table} WHERE state = 'running' LIMIT 1`) !==
  undefined;

/**
 * Takes a row over for this process and puts it into `to`, if it is in one of the states `from` and no other process
 * looks after it. Returns whether that was so; of several processes that try, one succeeds.
 */
export const claim = (
  db: WriteDb,
  table: ResumableTable,
  { id, from, to }: { id: number; from: readonly RunState[]; to: 'queued' | 'running' },
): boolean =>
  db.transaction(() => {
    const row = find(db, table, id);
    if (row === undefined || !from.includes(row.state) || isOthers(row)) return false;
    const time = RULES[table].hasClaimTime ? { claimedAt: new Date().toISOString() } : {};
    update(db, table, id, { ...stateColumns(table, to), owner: process.pid, ...time });
    return true;
  });

/** Leaves the rows that wait for this process to any other. */
export function disownQueued(db: WriteDb, table: ResumableTable): void {
  db.run(`UPDATE ${table} SET owner = 0 WHERE state = 'queued' AND owner = ?`, process.pid);
}

/**
 * Marks rows whose process has gone as interrupted, except `mine`, which this process works on. Returns their number.
 * @param isStale whether traces of the work itself are from before the machine started
 */
export function markInterrupted(
  db: WriteDb,
  table: ResumableTable,
  mine: readonly number[],
  isStale: (id: number) => boolean = () => false,
): number {
  const { lost, interrupted } = RULES[table];
  const states = lost.map((state) => `'${state}'`).join(', ');
  const gone = () =>
    db
      .all(Row, `SELECT ${columns(table)} FROM ${table} WHERE state IN (${states})`)
      .filter((row) => !mine.includes(row.id) && (!isOthers(row) || isStale(row.id)));
  if (gone().length === 0) return 0;
  return db.transaction(() => {
    const rows = gone(); // another process may have been faster
    for (const { id } of rows) setState(db, table, id, 'interrupted', interrupted);
    return rows.length;
  });
}

/** Sets the state with its error, and the time of the end where the state is final. */
export function setState(
  db: WriteDb,
  table: ResumableTable,
  id: number,
  state: RunState,
  error: AppErrorData | null = null,
): void {
  update(db, table, id, stateColumns(table, state, error));
}

function stateColumns(table: ResumableTable, state: RunState, error: AppErrorData | null = null) {
  const isEnd = ['finished', 'cancelled', 'failed'].includes(state);
  return { state, error, ...(RULES[table].hasEnd && { endedAt: isEnd ? new Date().toISOString() : null }) };
}

/** Deletes the row and those that hang on it. Files are left to the caller. */
export function deleteRow(db: WriteDb, table: ResumableTable, id: number): void {
  db.run(`DELETE FROM ${table} WHERE id = ?`, id);
}
