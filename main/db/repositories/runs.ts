/** Training runs. */

import { z } from 'zod';
import type { CellResult } from '../../../shared/domain/experiment.ts';
import {
  type RunDetail,
  RunReport,
  type RunSettings,
  RunState,
  RunSummary,
} from '../../../shared/domain/training.ts';
import type { AppErrorData } from '../../../shared/result.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

/** All columns except the report, which is large. */
const COLUMNS = `id, name, settings, train_id, train_name, train_sha256, dev_id, dev_name, dev_sha256, state,
  created_at, ended_at, progress, best, executor, parameters, warnings, error, model_id, config_hash, version,
  experiment_id, cell`;

const Row = z.object({
  id: z.number(),
  name: z.string(),
  settings: z.string(),
  train_id: z.number(),
  train_name: z.string(),
  train_sha256: z.string(),
  dev_id: z.number(),
  dev_name: z.string(),
  dev_sha256: z.string(),
  state: RunState,
  created_at: z.string(),
  ended_at: z.string().nullable(),
  progress: z.string().nullable(),
  best: z.string().nullable(),
  executor: z.string().nullable(),
  parameters: z.number().nullable(),
  warnings: z.string(),
  error: z.string().nullable(),
  model_id: z.number().nullable(),
  config_hash: z.string(),
  version: z.string(),
  experiment_id: z.number().nullable(),
  cell: z.number().nullable(),
});

function toSummary(row: z.infer<typeof Row>): RunSummary {
  const optional = {
    endedAt: row.ended_at,
    progress: row.progress === null ? null : JSON.parse(row.progress),
    best: row.best === null ? null : JSON.parse(row.best),
    executor: row.executor,
    parameters: row.parameters,
    error: row.error === null ? null : JSON.parse(row.error),
    modelId: row.model_id,
    cell: row.experiment_id === null ? null : { experiment: row.experiment_id, number: row.cell },
  };
  return RunSummary.parse({
    id: row.id,
    name: row.name,
    settings: JSON.parse(row.settings),
    train: { id: row.train_id, name: row.train_name, sha256: row.train_sha256 },
    dev: { id: row.dev_id, name: row.dev_name, sha256: row.dev_sha256 },
    state: row.state,
    createdAt: row.created_at,
    warnings: JSON.parse(row.warnings),
    configHash: row.config_hash,
    version: row.version,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  });
}

export interface NewRun {
  readonly name: string;
  readonly settings: RunSettings;
  readonly train: RunSummary['train'];
  readonly dev: RunSummary['dev'];
  readonly warnings: readonly string[];
  readonly configHash: string;
  readonly version: string;
  readonly cell?: RunSummary['cell'];
}

/** Inserts a queued run owned by this process. Returns its id. */
export function insertRun(db: WriteDb, run: NewRun): number {
  return db.run(
    `INSERT INTO run (name, settings, train_id, train_name, train_sha256, dev_id, dev_name, dev_sha256, state, owner,
                      created_at, warnings, config_hash, version, experiment_id, cell)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?)`,
    run.name,
    JSON.stringify(run.settings),
    run.train.id,
    run.train.name,
    run.train.sha256,
    run.dev.id,
    run.dev.name,
    run.dev.sha256,
    process.pid,
    new Date().toISOString(),
    JSON.stringify(run.warnings),
    run.configHash,
    run.version,
    run.cell?.experiment ?? null,
    run.cell?.number ?? null,
  ).lastInsertRowid;
}

/** Lists runs newest first, without the cells of experiments. */
export function listRuns(db: ReadDb): RunSummary[] {
  return db
    .all(Row, `SELECT ${COLUMNS} FROM run WHERE experiment_id IS NULL ORDER BY id DESC`)
    .map(toSummary);
}

/** Returns the runs of an experiment's cells that have begun. */
export function listCellRuns(db: ReadDb, experiment: number): RunSummary[] {
  return db
    .all(Row, `SELECT ${COLUMNS} FROM run WHERE experiment_id = ? ORDER BY cell`, experiment)
    .map(toSummary);
}

export function getRun(db: ReadDb, id: number): RunSummary | undefined {
  const row = db.get(Row, `SELECT ${COLUMNS} FROM run WHERE id = ?`, id);
  return row === undefined ? undefined : toSummary(row);
}

/** Returns a run, with its report once it is finished. */
export function getRunDetail(db: ReadDb, id: number): RunDetail | undefined {
  const summary = getRun(db, id);
  if (summary === undefined) return undefined;
  const Report = z.object({ report: z.string().nullable() });
  const report = db.get(Report, 'SELECT report FROM run WHERE id = ?', id)?.report ?? null;
  return report === null ? summary : { ...summary, report: RunReport.parse(JSON.parse(report)) };
}

/** Returns the names of unfinished runs, whose models do not exist yet. */
export function namesOfOpenRuns(db: ReadDb): string[] {
  const sql = `SELECT name FROM run
                WHERE state IN ('queued', 'running', 'paused', 'interrupted') AND experiment_id IS NULL`;
  return db.all(z.object({ name: z.string() }), sql).map(({ name }) => name);
}

/** Fields that change during a run; null removes a value. */
export interface RunChange {
  readonly state?: RunState;
  readonly name?: string;
  readonly endedAt?: string | null;
  readonly progress?: RunSummary['progress'] | null;
  readonly best?: RunSummary['best'] | null;
  readonly executor?: string;
  readonly parameters?: number;
  readonly warnings?: readonly string[];
  readonly error?: AppErrorData | null;
  readonly report?: RunReport;
  readonly modelId?: number;
  readonly result?: CellResult;
}

const CHANGEABLE: Readonly<Record<keyof RunChange, string>> = {
  state: 'state',
  name: 'name',
  endedAt: 'ended_at',
  progress: 'progress',
  best: 'best',
  executor: 'executor',
  parameters: 'parameters',
  warnings: 'warnings',
  error: 'error',
  report: 'report',
  modelId: 'model_id',
  result: 'result',
};

export function updateRun(db: WriteDb, id: number, change: RunChange): void {
  const columns: string[] = [];
  const values: (string | number | null)[] = [];
  for (const key of Object.keys(CHANGEABLE) as (keyof RunChange)[]) {
    // safe: the keys of this very table
    const value = change[key];
    if (value === undefined) continue;
    columns.push(`${CHANGEABLE[key]} = ?`);
    values.push(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
  }
  if (columns.length > 0) db.run(`UPDATE run SET ${columns.join(', ')} WHERE id = ?`, ...values, id);
}
