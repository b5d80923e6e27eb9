import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { DocumentCounts } from '../../../shared/domain/comparison.ts';
import {
  type Cell,
  type CellCounts,
  CellResult,
  ExperimentDetail,
  type ExperimentPlan,
  ExperimentSummary,
} from '../../../shared/domain/experiment.ts';
import { RunState } from '../../../shared/domain/training.ts';
import { cellsOf } from '../../../shared/experiment-cells.ts';
import { insert, json, jsonRow, update } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { listCellRuns, setColumns, setOf } from './runs.ts';

const SELECT = `
  SELECT json_object(
    'id', id, 'name', name, 'plan', json(plan), 'train', ${setOf('train')}, 'dev', ${setOf('dev')},
    'test', iif(test_id IS NULL, NULL, ${setOf('test')}), 'state', state,
    'createdAt', created_at, 'endedAt', ended_at, 'error', json(error), 'version', version) AS row
  FROM experiment`;
const Row = jsonRow(ExperimentSummary.omit({ counts: true }));

function toSummary(db: ReadDb, row: z.infer<typeof Row>): ExperimentSummary {
  return { ...row, counts: countCells(db, row) };
}

function countCells(db: ReadDb, { id, plan }: Pick<ExperimentSummary, 'id' | 'plan'>): CellCounts {
  const Count = z.object({ state: RunState, count: z.number() });
  const rows = db.all(
    Count,
    'SELECT state, count(*) AS count FROM run WHERE experiment_id = ? GROUP BY state',
    id,
  );
  const of = (state: RunState) => rows.find((row) => row.state === state)?.count ?? 0;
  const begun = rows.reduce((sum, { count }) => sum + count, 0);
  const total = plan.search === undefined ? cellsOf(plan).length : begun;
  return { total, finished: of('finished'), failed: of('failed'), cancelled: of('cancelled') };
}

export type NewExperiment = Pick<ExperimentSummary, 'name' | 'plan' | 'train' | 'dev' | 'test' | 'version'>;

/** Adds an experiment that waits for its turn in this process. Returns its id. */
export function insertExperiment(
  db: WriteDb,
  { name, plan, train, dev, test, version }: NewExperiment,
): number {
  const now = new Date().toISOString();
  return insert(db, 'experiment', {
    name,
    plan,
    ...setColumns('train', train),
    ...setColumns('dev', dev),
    ...(test === undefined ? {} : setColumns('test', test)),
    state: 'queued',
    owner: process.pid,
    claimedAt: now,
    createdAt: now,
    version,
  });
}

/** Lists newest first. */
export function listExperiments(db: ReadDb): ExperimentSummary[] {
  return db.all(Row, `${SELECT} ORDER BY id DESC`).map((row) => toSummary(db, row));
}

export function getExperiment(db: ReadDb, id: number): ExperimentSummary | undefined {
  const row = db.get(Row, `${SELECT} WHERE id = ?`, id);
  return row === undefined ? undefined : toSummary(db, row);
}

export function findExperiment(db: ReadDb, name: string): ExperimentSummary | undefined {
  const row = db.get(Row, `${SELECT} WHERE name = ?`, name);
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
  const Result = z.object({ cell: z.number(), result: json(CellResult) });
  const sql = 'SELECT cell, result FROM run WHERE experiment_id = ? AND result IS NOT NULL';
  return new Map(db.all(Result, sql, id).map(({ cell, result }) => [cell, result]));
}

/** Returns what the finished cells found in each document, by their numbers. */
export function cellCounts(db: ReadDb, id: number): Map<number, readonly DocumentCounts[]> {
  const Row = z.object({ cell: z.number(), counts: z.string() });
  const sql = `SELECT cell, counts FROM run WHERE experiment_id = ? AND counts IS NOT NULL AND state = 'finished'`;
  return new Map(db.all(Row, sql, id).map(({ cell, counts }) => [cell, unpackCounts(counts)]));
}

export const packCounts = (counts: readonly DocumentCounts[]): string =>
  deflateRawSync(JSON.stringify(counts)).toString('base64');

const unpackCounts = (packed: string): readonly DocumentCounts[] =>
  z.array(DocumentCounts).parse(JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')));

/** Replaces the plan. The first cells of the new plan must be those of the old one, so that runs keep their cells. */
export function setExperimentPlan(db: WriteDb, id: number, plan: ExperimentPlan): void {
  update(db, 'experiment', id, { plan });
}
