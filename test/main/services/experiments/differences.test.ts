/** Test sets of experiments, and differences of rows to the first one, with real small trainings. */
import { describe, expect, it } from 'vitest';
import { cellCounts, packCounts } from '../../../../main/db/repositories/experiments.ts';
import { updateRun } from '../../../../main/db/repositories/runs.ts';
import { formatDifferences, formatExperiment } from '../../../../main/formats/experiment-table.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { experimentDifferences } from '../../../../main/services/experiments/differences.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import type { DocumentCounts } from '../../../../shared/domain/comparison.ts';
import type { ExperimentDetail } from '../../../../shared/domain/experiment.ts';
import { planOf } from '../../../helpers/experiments.ts';
import { labelledFile, smallRequest } from '../../../helpers/training.ts';
import { openTestSession } from '../../../helpers/workspace.ts';
import { nerDocuments } from '../../engine/train/ner-documents.ts';

const TEST_DOCUMENTS = nerDocuments(15, 5000);
const OPTIONS = { samples: 200, seed: 1 };

async function trained({ isTested = true, ...change }: Record<string, unknown> = {}) {
  const session = openTestSession();
  const runs = new Runs(session, { startTraining: trainHere() });
  const experiments = new Experiments(session, runs);
  const { train, dev, settings } = await smallRequest(session, { epochs: 3 });
  const { task: _, seed: __, network: ___, embeddingSize: ____, ...base } = settings;
  const [, networks] = planOf().axes;
  const plan = planOf({ settings: base, axes: [networks], ...change });
  const test = await ensureDataSet(session, labelledFile(TEST_DOCUMENTS, 'test.jsonl'));
  const request = { name: 'grid', plan, train, dev };
  const { id } = experiments.start(isTested === true ? { ...request, test: test.id } : request);
  await experiments.settled(id);
  return { session, experiments, id, detail: experiments.get(id), test };
}

/** Micro F1 of counts, written anew. */
function f1Of(documents: readonly DocumentCounts[]): number {
  let [hits, items] = [0, 0];
  for (const one of documents.flat()) {
    hits += one.hits;
    items += one.predicted + one.gold;
  }
  return items === 0 ? 0 : (2 * hits) / items;
}

const cellsOf = ({ cells }: ExperimentDetail, pipeline: number) =>
  cells.filter((cell) => cell.pipeline === pipeline);

describe('an experiment with a test set', () => {
  it('measures each cell on it once, and compares rows by its documents', async () => {
    const { session, detail, id, test, experiments } = await trained();
    expect(detail).toMatchObject({ state: 'finished', test: { id: test.id, name: test.name } });
    const counts = cellCounts(dbOf(session), id);
    for (const { number, result } of detail.cells) {
      expect(counts.get(number)).toHaveLength(TEST_DOCUMENTS.length);
      expect(result?.test?.f1).toBeCloseTo(f1Of(counts.get(number)!), 9);
    }
    const found = await experimentDifferences(session, id, OPTIONS);
    expect(found).toMatchObject({ ...OPTIONS, documents: TEST_DOCUMENTS.length, dataSet: test.name });
    const [row] = found.rows;
    expect(row).toMatchObject({ pipeline: 1, seeds: [1, 2] });
    const pooled = [0, 1].map((pipeline) =>
      f1Of(cellsOf(detail, pipeline).flatMap(({ number }) => counts.get(number)!)),
    );
    const [score] = row!.scores;
    expect(score!.first).toBeCloseTo(pooled[0]!, 9);
    expect(score!.difference).toBeCloseTo(pooled[1]! - pooled[0]!, 9);
    expect(score!.low).toBeLessThanOrEqual(score!.difference);
    expect(score!.high).toBeGreaterThanOrEqual(score!.difference);
    const table = formatExperiment(detail, 'md');
    expect(table).toContain(', test ');
    expect(table).toMatch(/\| F1 \| Test F1 \|/);
    expect(formatDifferences(detail, found)).toMatch(/\| BiGRU-CRF \| F1 \| [+−]\d+\.\d\d \| .* … /);
    experiments.remove(id);
    await expect(experimentDifferences(session, id, OPTIONS)).rejects.toThrow(/no experiment/);
  });

  it('is refused a test set of another task before its start', async () => {
    const { session, experiments, detail } = await trained({ seeds: [1] });
    const { plan, train, dev } = detail;
    const request = { name: 'other', plan, train: train.id, dev: dev.id };
    expect(() => experiments.start({ ...request, test: 999 })).toThrow(/999/);
    expect(experiments.list().map(({ name }) => name)).toEqual(['grid']);
    expect(session.workspace.db).toBeDefined();
  });
});

describe('differences without a test set', () => {
  it('are measured on dev; equal rows differ by nothing, a row of other seeds by the common ones', async () => {
    const { session, detail, id } = await trained({ isTested: false });
    const db = dbOf(session);
    expect(detail.cells.every(({ result }) => result?.test === undefined)).toBe(true);
    const [first] = cellsOf(detail, 0);
    const counts = cellCounts(db, id).get(first!.number)!;
    const [second, third] = cellsOf(detail, 1);
    updateRun(db, second!.runId!, { counts: packCounts(counts) });
    updateRun(db, third!.runId!, { state: 'failed' });
    const { rows, dataSet } = await experimentDifferences(session, id, OPTIONS);
    expect(dataSet).toBe(detail.dev.name);
    expect(rows).toMatchObject([{ pipeline: 1, seeds: [1] }]);
    expect(rows[0]!.scores[0]).toMatchObject({ difference: 0, low: 0, high: 0, bootstrapP: 1 });
  });

  it('put the folds of a cross-validation one after another', async () => {
    const { session, detail, id } = await trained({ isTested: false, folds: 2, seeds: [1] });
    const { documents, rows } = await experimentDifferences(session, id, OPTIONS);
    expect(documents).toBe(48);
    const counts = cellCounts(dbOf(session), id);
    const pooled = f1Of(cellsOf(detail, 1).flatMap(({ number }) => counts.get(number)!));
    expect(rows[0]!.scores[0]!.second).toBeCloseTo(pooled, 9);
  });
});
