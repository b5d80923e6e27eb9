import { z } from 'zod';
import type { CellResult } from '../../../shared/domain/experiment.ts';
import {
  type RunDetail,
  RunReport,
  type RunSettings,
  type RunState,
  RunSummary,
} from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { AppErrorData } from '../../../shared/result.ts';
import { insert, json, jsonRow, update } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

/** Returns SQL for a data set of a row. */
export const setOf = (set: 'train' | 'dev' | 'test'): string =>
  `json_object('id', ${set}_id, 'name', ${set}_name, 'sha256', ${set}_sha256)`;

/** Selects all columns except the report, which is large. */
const SELECT = `
  SELECT json_object(
    'id', id, 'name', name, 'settings', json(settings), 'train', ${setOf('train')}, 'dev', ${setOf('dev')},
    'state', state, 'createdAt', created_at, 'endedAt', ended_at, 'progress', json(progress), 'best', json(best),
    'executor', executor, 'parameters', parameters, 'warnings', json(warnings), 'error', json(error),
    'modelId', model_id, 'configHash', config_hash, 'version', version,
    'cell', iif(experiment_id IS NULL, NULL, json_object('experiment', experiment_id, 'number', cell))) AS row
  FROM run`;
const Row = jsonRow(RunSummary);

export interface NewRun {
  readonly name: string;
  readonly settings: RunSettings;
  readonly train: RunSummary['train'];
  readonly dev: RunSummary['dev'];
  readonly warnings: readonly Message[];
  readonly configHash: string;
  readonly version: string;
  readonly cell?: RunSummary['cell'];
}

/** Inserts a queued run owned by this process. Returns its id. */
export function insertRun(db: WriteDb, run: NewRun): number {
  const { train, dev, cell, ...columns } = run;
  return insert(db, 'run', {
    ...columns,
    ...setColumns('train', train),
    ...setColumns('dev', dev),
    state: 'queued',
    owner: process.pid,
    createdAt: new Date().toISOString(),
    experimentId: cell?.experiment,
    cell: cell?.number,
  });
}

export const setColumns = (set: 'train' | 'dev' | 'test', { id, name, sha256 }: RunSummary['train']) => ({
  [`${set}Id`]: id,
  [`${set}Name`]: name,
  [`${set}Sha256`]: sha256,
});

/** Lists runs newest first, without the cells of experiments. */
export function listRuns(db: ReadDb): RunSummary[] {
  return db.all(Row, `${SELECT} WHERE experiment_id IS NULL ORDER BY id DESC`);
}

/** Returns the runs of an experiment's cells that have begun. */
export function listCellRuns(db: ReadDb, experiment: number): RunSummary[] {
  return db.all(Row, `${SELECT} WHERE experiment_id = ? ORDER BY cell`, experiment);
}

export function getRun(db: ReadDb, id: number): RunSummary | undefined {
  return db.get(Row, `${SELECT} WHERE id = ?`, id);
}

/** Returns a run, with its report once it is finished. */
export function getRunDetail(db: ReadDb, id: number): RunDetail | undefined {
  const summary = getRun(db, id);
  if (summary === undefined) return undefined;
  const Report = z.object({ report: json(RunReport).nullable() });
  const report = db.get(Report, 'SELECT report FROM run WHERE id = ?', id)?.report ?? null;
  return report === null ? summary : { ...summary, report };
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
  readonly warnings?: readonly Message[];
  readonly error?: AppErrorData | null;
  readonly report?: RunReport;
  readonly modelId?: number;
  readonly result?: CellResult;
  /** Deflated JSON in base64. */
  readonly counts?: string;
}

export function updateRun(db: WriteDb, id: number, change: RunChange): void {
  update(db, 'run', id, { ...change });
}
