/** Experiments for tests that train nothing. */
import type { Cell, CellResult, ExperimentDetail } from '../../shared/domain/experiment.ts';
import { ExperimentPlan } from '../../shared/domain/experiment.ts';
import type { NerReport } from '../../shared/domain/training.ts';
import { cellsOf } from '../../shared/experiment-cells.ts';

export function planOf(change: Record<string, unknown> = {}): ExperimentPlan {
  return ExperimentPlan.parse({
    task: 'ner',
    axes: [
      { name: 'embedding', values: [{ name: 'narrow', settings: { embeddingSize: 8 } }, { name: 'wide' }] },
      {
        name: 'network',
        values: [
          { name: 'BiLSTM-CRF', settings: { network: 'bilstm-crf' } },
          { name: 'BiGRU-CRF', settings: { network: 'bigru-crf' } },
        ],
      },
    ],
    seeds: [1, 2],
    ...change,
  });
}

export const resultWith = (change: Partial<CellResult> = {}): CellResult => ({
  parameters: 1000,
  precision: 0.5,
  recall: 0.5,
  f1: 0.5,
  bestEpoch: 2,
  epochs: 3,
  secondsPerEpoch: 1.5,
  seconds: 4.5,
  ...change,
});

/** An experiment whose cells have the results that `resultOf` gives, waiting ones where it gives none. */
export function experimentWith(
  plan: ExperimentPlan,
  resultOf: (cell: { pipeline: number; seed: number }) => CellResult | undefined,
): ExperimentDetail {
  const cells = cellsOf(plan).map((place): Cell => {
    const result = resultOf(place);
    return result === undefined
      ? { ...place, state: 'waiting' }
      : { ...place, state: 'finished', runId: place.number + 1, result };
  });
  const finished = cells.filter(({ state }) => state === 'finished').length;
  return {
    id: 1,
    name: 'grid',
    plan,
    train: { id: 1, name: 'x/train', sha256: 'a'.repeat(64) },
    dev: { id: 2, name: 'x/dev', sha256: 'b'.repeat(64) },
    state: finished === cells.length ? 'finished' : 'paused',
    createdAt: '2026-01-01T00:00:00.000Z',
    counts: { total: cells.length, finished, failed: 0, cancelled: 0 },
    version: '0.1.0',
    cells,
  };
}

/** The report of a tagger that does so well. */
export function reportWith(f1: number): NerReport {
  const score = { precision: f1, recall: f1, f1, support: 10 };
  return {
    task: 'ner',
    dataSet: 'dev',
    scores: { ...score, perType: {}, relaxed: { ...score, perType: {} } },
    confusion: { labels: ['none'], counts: [[0]] },
    errors: [],
    errorCounts: { missed: 0, spurious: 0, 'wrong-type': 0, 'wrong-boundary': 0, 'wrong-both': 0 },
    untaggable: {},
    charactersPerSecond: 100,
  };
}
