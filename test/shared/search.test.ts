/** Searches: what is drawn, which trial is trained next, and which is the best. */
import { describe, expect, it } from 'vitest';
import { ClassifySettings } from '../../shared/domain/classification.ts';
import type { Cell, ExperimentPlan } from '../../shared/domain/experiment.ts';
import { NerSettings } from '../../shared/domain/training.ts';
import { cellsOf, pipelinesOf, settingsOfCell } from '../../shared/experiment-cells.ts';
import { bestFirst, experimentTable, sortRows } from '../../shared/experiment-table.ts';
import { suitedDefaults } from '../../shared/run-settings.ts';
import { searchPlan } from '../../shared/search-space.ts';
import { bestTrial, spentShare, trainableCells } from '../../shared/search-stages.ts';
import { resultWith } from '../helpers/experiments.ts';

const ner = (change: object = {}) =>
  searchPlan({
    settings: NerSettings.parse({ task: 'ner', epochs: 18, ...change }),
    method: 'halving',
    minutes: 3,
    trials: 12,
    fixed: ['batchSize'],
  });
const classify = (network: string) => {
  const given = { network, task: 'classify' };
  return searchPlan({
    settings: ClassifySettings.parse({ ...suitedDefaults('classify', given), ...given }),
    method: 'halving',
    minutes: 1,
    trials: 100,
    fixed: [],
  });
};

/** Trains a search as the queue does; a trial takes so many seconds and scores as `f1Of` says. */
function simulate(plan: ExperimentPlan, secondsOf: (cell: Cell) => number, f1Of: (cell: Cell) => number) {
  let cells = cellsOf(plan).map((place): Cell => ({ ...place, state: 'waiting' }));
  const trained: string[] = [];
  for (;;) {
    const next = trainableCells(plan, cells).find(({ state }) => state === 'waiting');
    if (next === undefined) return { cells, trained };
    trained.push(`${next.stage}/${next.pipeline}`);
    const result = resultWith({ f1: f1Of(next), seconds: secondsOf(next) });
    cells = cells.map((cell) =>
      cell.number === next.number ? { ...cell, state: 'finished', result } : cell,
    );
  }
}

describe('the plan of a search', () => {
  it('is drawn from its seed, begins with the settings as given, and leaves fixed ones alone', () => {
    const plan = ner();
    expect(ner()).toEqual(plan);
    expect(ner({ seed: 2 }).axes).not.toEqual(plan.axes);
    expect(plan.search).toEqual({ minutes: 3, epochs: [2, 6, 18] });
    const settings = cellsOf(plan).map((cell) => NerSettings.parse(settingsOfCell(plan, cell)));
    expect(settings[0]).toEqual(NerSettings.parse({ task: 'ner', epochs: 2 }));
    expect(settings).toHaveLength(36);
    expect(settings.every(({ batchSize }) => batchSize === 32)).toBe(true);
    expect(new Set(settings.slice(1, 12).map(({ learningRate }) => learningRate)).size).toBeGreaterThan(9);
    for (const { learningRate, dropout } of settings) {
      expect(learningRate).toBeGreaterThanOrEqual(1e-3);
      expect(learningRate).toBeLessThanOrEqual(16e-3);
      expect(dropout).toBeLessThanOrEqual(0.6);
    }
  });

  it('varies what the network reads, with the linear classifiers as rows to beat', () => {
    const linear = classify('linear-svm');
    expect(linear.baselines.map(({ settings }) => settings.network)).toEqual([
      'nb-svm',
      'logistic-regression',
    ]);
    expect(Object.keys(linear.axes[0]?.values[1]?.settings ?? {})).toEqual([
      'c',
      'ngramMax',
      'minDf',
      'termWeighting',
    ]);
    expect(linear.search?.epochs).toHaveLength(1);
    const cnn = Object.keys(classify('cnn').axes[0]?.values[1]?.settings ?? {});
    expect(cnn).toContain('filters');
    expect(cnn).not.toContain('hiddenSize');
    expect(classify('cnn').axes[0]?.values.length).toBeLessThanOrEqual(60);
  });
});

describe('successive halving', () => {
  it('trains all, then the best third, then its best third, where there is time', () => {
    const plan = { ...ner(), search: { minutes: 1000, epochs: [2, 6, 18] } };
    const { trained, cells } = simulate(
      plan,
      () => 1,
      ({ pipeline }) => ((pipeline * 7) % 12) / 100,
    );
    const best = [5, 10, 3, 8]; // 0.11, 0.10, 0.09, 0.08
    expect(trained).toEqual([
      ...Array.from({ length: 12 }, (_, i) => `0/${i}`),
      ...best.map((pipeline) => `1/${pipeline}`),
      '2/5',
      '2/10',
    ]);
    expect(bestTrial(plan, cells)).toMatchObject({ stage: 2, pipeline: 5 });
    const { rows, axes } = experimentTable(plan, cells);
    expect(axes).toEqual(['bilstm-crf', 'epochs']);
    expect(
      sortRows(rows, bestFirst({ task: 'ner' }))
        .map(({ pipeline, names }) => `${names[1]}/${pipeline}`)
        .slice(0, 5),
    ).toEqual(['18/5', '18/10', '6/3', '6/8', '2/1']);
  });

  it('gives each stage a third of the time, and always trains one to the end', () => {
    const plan = ner(); // 180 s
    const seconds = ({ stage = 0 }: Cell) => [10, 30, 90][stage]!;
    const { trained } = simulate(plan, seconds, ({ pipeline }) => pipeline / 100);
    // 6 × 10 s, then the best 2 of them for 30 s each, then the best 1 for 90 s
    expect(trained).toEqual(['0/0', '0/1', '0/2', '0/3', '0/4', '0/5', '1/5', '1/4', '2/5']);
    const slow = simulate(
      plan,
      () => 1000,
      () => 0.5,
    );
    expect(slow.trained).toEqual(['0/0', '1/0', '2/0']);
    expect(spentShare(plan, slow.cells)).toBe(1);
  });

  it('follows from the results alone: stopped anywhere it goes on as it would have gone on', () => {
    const plan = ner();
    const seconds = ({ stage = 0, pipeline }: Cell) => [7, 21, 63][stage]! + pipeline;
    const whole = simulate(plan, seconds, ({ pipeline }) => Math.sin(pipeline));
    for (let stop = 0; stop < whole.trained.length; stop++) {
      const begun = whole.trained.slice(0, stop);
      const cells = whole.cells.map(
        (cell): Cell =>
          begun.includes(`${cell.stage}/${cell.pipeline}`)
            ? cell
            : {
                number: cell.number,
                pipeline: cell.pipeline,
                seed: cell.seed,
                stage: cell.stage,
                state: 'waiting',
              },
      );
      const next = trainableCells(plan, cells).find(({ state }) => state === 'waiting');
      expect(`${next?.stage}/${next?.pipeline}`).toBe(whole.trained[stop]);
    }
  });

  it('trains baselines first and counts their time to nobody', () => {
    const plan = classify('cnn');
    const isBaseline = ({ pipeline }: Cell) => pipelinesOf(plan)[pipeline]!.isBaseline;
    const { trained, cells } = simulate(
      plan,
      (cell) => (isBaseline(cell) ? 1000 : 10),
      ({ pipeline }) => pipeline / 100,
    );
    expect(trained.slice(0, 4)).toEqual(['0/0', '0/1', '0/2', '0/3']);
    expect(spentShare(plan, cells.filter(isBaseline))).toBe(0);
    expect(bestTrial(plan, cells)).toMatchObject({ stage: 2 });
    expect(isBaseline(bestTrial(plan, cells)!)).toBe(false);
  });

  it('goes by the dev loss where scores are equal', () => {
    const plan = ner();
    const cells = cellsOf(plan).map(
      (place): Cell =>
        place.stage === 0
          ? {
              ...place,
              state: 'finished',
              result: resultWith({ f1: 0, devLoss: place.pipeline === 7 ? 1 : 2, seconds: 1 }),
            }
          : { ...place, state: 'waiting' },
    );
    expect(trainableCells(plan, cells).find(({ state }) => state === 'waiting')).toMatchObject({
      pipeline: 7,
    });
    expect(bestTrial(plan, cells)).toMatchObject({ pipeline: 7 });
  });

  it('ends where every trial has failed', () => {
    const plan = ner();
    const cells = cellsOf(plan).map(
      (place): Cell => ({ ...place, state: place.stage === 0 ? 'failed' : 'waiting' }),
    );
    expect(trainableCells(plan, cells).every(({ state }) => state === 'failed')).toBe(true);
    expect(bestTrial(plan, cells)).toBeUndefined();
  });
});
