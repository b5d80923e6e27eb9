/** Experiments and their cells. */

import { z } from 'zod';
import {
  type Cell,
  type CellCounts,
  CellResult,
  ExperimentDetail,
  ExperimentPlan,
  ExperimentSummary,
} from '../../../shared/domain/experiment.ts';
import { RunState } from '../../../shared/domain/training.ts';
import { cellsOf } from '../../../shared/experiment-cells.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { listCellRuns } from './runs.ts';

const Row = z.object({
  id: z.number(),
  name: z.string(),
  plan: z.string(),
  train_id: z.number(),
  train_name: z.string(),
  train_sha256: z.string(),
  dev_id: z.number(),
  dev_name: z.string(),
  dev_sha256: z.string(),
  state: RunState,
  created_at: z.string(),
  ended_at: z.string().nullable(),
  error: z.string().nullable(),
  version: z.string(),
});

function toSummary(db: ReadDb, row: z.infer<typeof Row>): ExperimentSummary {
  const plan = ExperimentPlan.parse(JSON.parse(row.plan));
  return ExperimentSummary.parse({
    id: row.id,
    name: row.name,
    plan,
    train: { id: row.train_id, name: row.train_name, sha256: row.train_sha256 },
    dev: { id: row.dev_id, name: row.dev_name, sha256: row.dev_sha256 },
    state: row.state,
    createdAt: row.created_at,
    version: row.version,
    counts: countCells(db, row.id, cellsOf(plan).length),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) }),
  });
}

function countCells(db: ReadDb, id: number, total: number): CellCounts {
  const Count = z.object({ state: RunState, count: z.number() });
  const rows = db.all(
    Count,
    'SELECT state, count(*) AS count FROM run WHERE experiment_id = ? GROUP BY state',
    id,
  );
  const of = (state: RunState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { total, finished: of('finished'), failed: of('failed'), cancelled: of('cancelled') };
}

export type NewExperiment = Pick<ExperimentSummary, 'name' | 'plan' | 'train' | 'dev' | 'version'>;

/** Adds an experiment that waits for its turn in this process. Returns its id. */
export function insertExperiment(db: WriteDb, { name, plan, train, dev, version }: NewExperiment): number {
  const now = new Date().toISOString();
  return db.run(
    `INSERT INTO experiment (name, plan, train_id, train_name, train_sha256, dev_id, dev_name, dev_sha256, state,
                             owner, claimed_at, created_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?)`,
    name,
    JSON.stringify(plan),
    train.id,
    train.name,
    train.sha256,
    dev.id,
    dev.name,
    dev.sha256,
    process.pid,
    now,
    now,
    version,
  ).lastInsertRowid;
}

/** Lists newest first. */
export function listExperiments(db: ReadDb): ExperimentSummary[] {
  return db.all(Row, 'SELECT * FROM experiment ORDER BY id DESC').map((row) => toSummary(db, row));
}

export function getExperiment(db: ReadDb, id: number): ExperimentSummary | undefined {
  const row = db.get(Row, 'SELECT * FROM experiment WHERE id = ?', id);
  return row === undefined ? undefined : toSummary(db, row);
}

export function findExperiment(db: ReadDb, name: string): ExperimentSummary | undefined {
  const row = db.get(Row, 'SELECT * FROM experiment WHERE name = ?', name);
  return row === undefined ? undefined : toSummary(db, row);
}

/** Returns an experiment with all its cells, in training order. */
export function getExperimentDetail(db: ReadDb, id: number): ExperimentDetail | undefined {
  const summary = getExperiment(db, id);
  return summary === undefined
    ? undefined
    : ExperimentDetail.parse({ ...summary, cells: listCells(db, id, summary.plan) });
}

function listCells(db: ReadDb, id: number, plan: ExperimentPlan): Cell[] {
  const runs = new Map(listCellRuns(db, id).map((run) => [run.cell?.number, run]));
  const results = cellResults(db, id);
  return cellsOf(plan).map((place): Cell => {
    const run = runs.get(place.number);
    if (run === undefined) return { ...place, state: 'waiting' };
    const { state, progress, error } = run;
    const result = results.get(place.number);
    return {
      ...place,
      state,
      runId: run.id,
      ...(progress === undefined ? {} : { progress }),
      ...(error === undefined ? {} : { error }),
      ...(result === undefined || state !== 'finished' ? {} : { result }),
    };
  });
}

function cellResults(db: ReadDb, id: number): Map<number, CellResult> {
  const Result = z.object({ cell: z.number(), result: z.string() });
  const sql = 'SELECT cell, result FROM run WHERE experiment_id = ? AND result IS NOT NULL';
  return new Map(
    db.all(Result, sql, id).map(({ cell, result }) => [cell, CellResult.parse(JSON.parse(result))]),
  );
}

/** Replaces the plan. The first cells of the new plan must be those of the old one, so that runs keep their cells. */
export function setExperimentPlan(db: WriteDb, id: number, plan: ExperimentPlan): void {
  db.run('UPDATE experiment SET plan = ? WHERE id = ?', JSON.stringify(plan), id);
}
