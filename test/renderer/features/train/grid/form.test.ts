import { describe, expect, it } from 'vitest';
import { withCell } from '../../../../../renderer/api/cached-rows.ts';
import { gridActions } from '../../../../../renderer/features/train/grid/grid-actions.ts';
import { bestPerChoice } from '../../../../../renderer/features/train/grid/grid-best.ts';
import {
  estimateGrid,
  frontChoices,
  type GridDraft,
  gridNetworks,
  readGrid,
  readSeeds,
  startGrid,
} from '../../../../../renderer/features/train/grid/grid-draft.ts';
import type { ExperimentPlan } from '../../../../../shared/domain/experiment.ts';
import { NerSettings, RunState, type RunSummary } from '../../../../../shared/domain/training.ts';
import { cellSettings, pipelinesOf } from '../../../../../shared/experiment-cells.ts';
import { experimentTable } from '../../../../../shared/experiment-table.ts';
import { experimentWith, planOf, resultWith } from '../../../../helpers/experiments.ts';

const FRONTS = frontChoices([{ name: 'cmed-char' }], ['cmed-bert'], '随机');
const TITLES = {
  front: '词向量',
  network: '网络',
  asGiven: '默认',
  of: (network: string) => network.toUpperCase(),
};
const filled = (change: Partial<GridDraft> = {}): GridDraft => ({
  ...startGrid(),
  name: 'grid',
  train: 1,
  dev: 2,
  fronts: FRONTS.map(({ key }) => key),
  ...change,
});
const read = (change: Partial<GridDraft> = {}) => readGrid(filled(change), FRONTS, TITLES);

describe('the form of an experiment', () => {
  it('becomes a plan whose every cell is a run that could be started', () => {
    const { plan, problems } = read({ seeds: '3，1 2', settings: { ...startGrid().settings, epochs: '7' } });
    expect(problems).toEqual([]);
    expect(plan?.seeds).toEqual([3, 1, 2]);
    const cells = pipelinesOf(plan!).map((pipeline) => ({
      names: pipeline.names,
      settings: cellSettings(plan!, pipeline, 3),
    }));
    expect(cells.map(({ names }) => names.join(' + '))).toEqual([
      '随机 + BILSTM-CRF',
      '随机 + STARESGRU-CNN-CRF',
      'cmed-char + BILSTM-CRF',
      'cmed-char + STARESGRU-CNN-CRF',
      'cmed-bert + BILSTM-CRF',
      'cmed-bert + STARESGRU-CNN-CRF',
    ]);
    expect(cells.every(({ settings }) => settings.epochs === 7)).toBe(true);
    expect(cells[2]?.settings).toMatchObject({ front: 'vectors', vectors: 'cmed-char' });
    expect(cells[4]?.settings).toMatchObject({ front: 'encoder', encoder: 'cmed-bert', freezeEncoder: true });
  });

  it('offers all networks that stand over any front, for every task', () => {
    for (const task of ['ner', 'classify', 'diagnose'] as const) {
      expect(gridNetworks(task).length).toBeGreaterThanOrEqual(5);
      expect(gridNetworks(task).some((network) => network.startsWith('bert'))).toBe(false);
      const draft = filled({ task, networks: gridNetworks(task) });
      expect(readGrid(draft, FRONTS, TITLES).problems).toEqual([]);
      expect(startGrid(task).networks.every((network) => gridNetworks(task).includes(network))).toBe(true);
    }
  });

  it('needs no dev set where parts of the training set are held out', () => {
    const { plan, problems } = read({ folds: ' 5 ', dev: null });
    expect(problems).toEqual([]);
    expect(plan?.folds).toBe(5);
    const estimate = (given: ExperimentPlan | undefined) =>
      estimateGrid(given!, { characters: 1000, documents: 10 }, []);
    expect(estimate(plan)?.runs).toBe(5 * (estimate(read().plan)?.runs ?? 0));
  });

  it('becomes a search of one network', () => {
    const search = { kind: 'search', networks: ['bilstm-crf'], fronts: ['embedding'], seeds: '7' } as const;
    const { plan, problems } = read({ ...search, minutes: '30', folds: 'x' });
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({ seeds: [7], search: { minutes: 30 }, settings: { network: 'bilstm-crf' } });
    expect(estimateGrid(plan!, { characters: 1000, documents: 10 }, [])?.seconds).toBe(1800);
    expect(read({ ...search, method: 'random' }).plan?.search?.epochs).toHaveLength(1);
    expect(read({ ...search, minutes: '0' }).problems).toEqual(['minutes']);
    expect(read({ ...search, networks: ['bilstm-crf', 'bigru-crf'] }).problems).toEqual(['networks']);
    const fixed = read({ ...search, settings: { ...startGrid().settings, batchSize: '8' } }).plan;
    expect(fixed?.settings).toMatchObject({ batchSize: 8 });
    expect(fixed?.axes[0]?.values.every(({ settings }) => !('batchSize' in settings))).toBe(true);
  });

  it('says what is missing or wrong', () => {
    const settings = (change: Partial<GridDraft['settings']>) => ({
      settings: { ...startGrid().settings, ...change },
    });
    expect(read({ name: ' ' }).problems).toEqual(['name']);
    expect(read({ train: null, dev: null }).problems).toEqual(['train', 'dev']);
    expect(read({ fronts: [], networks: [] }).problems).toEqual(['fronts', 'networks']);
    expect(read({ fronts: ['vectors deleted'] }).problems).toEqual(['fronts']);
    expect(read({ seeds: '1, 1' }).problems).toEqual(['seeds']);
    expect(read({ folds: '1' }).problems).toEqual(['folds']);
    expect(read({ folds: 'x', dev: null }).problems).toEqual(['folds']);
    expect(read(settings({ epochs: '0' })).problems).toEqual(['epochs']);
    expect(read(settings({ epochs: 'x', batchSize: '1.5' })).problems).toEqual(['epochs', 'batchSize']);
  });

  it.each([
    ['1', [1]],
    [' 1, 2,3 ', [1, 2, 3]],
    ['1、2；3', [1, 2, 3]],
    ['', undefined],
    ['1,-2', undefined],
    ['1.5', undefined],
    ['a', undefined],
    ['1 1', undefined],
  ])('reads the seeds %j as %j', (text, seeds) => {
    expect(readSeeds(text)).toEqual(seeds);
  });
});

describe('the estimate', () => {
  const { plan } = read({ seeds: '1 2', fronts: ['embedding'], networks: ['bilstm-crf'] });
  const train = { characters: 100_000, documents: 100 };

  it('goes by the speed of earlier runs with the same network, and says so', () => {
    const earlier = [100, 1000, 5000].map((tokensPerSecond) => run({ tokensPerSecond }));
    const measured = estimateGrid(plan!, train, earlier);
    expect(measured).toMatchObject({ runs: 2, measured: true });
    const epochs = NerSettings.parse({ task: 'ner' }).epochs;
    expect(measured?.seconds).toBeCloseTo(2 * (8 + (epochs * 100_000) / 1000));
    expect(estimateGrid(plan!, train, [])).toMatchObject({ measured: false });
  });

  it('is less for a part of the data', () => {
    const part: ExperimentPlan = { ...plan!, settings: { ...plan!.settings, trainDocuments: 10 } };
    const seconds = (of: ExperimentPlan) => (estimateGrid(of, train, [])?.seconds ?? 0) - 2 * 8;
    expect(seconds(part)).toBeCloseTo(seconds(plan!) / 10);
  });
});

function run({
  tokensPerSecond = 1,
  ...change
}: Partial<RunSummary> & { tokensPerSecond?: number }): RunSummary {
  return {
    id: 5,
    name: 'cell',
    settings: NerSettings.parse({ task: 'ner' }),
    train: { id: 1, name: 'a', sha256: '' },
    dev: { id: 2, name: 'b', sha256: '' },
    state: 'running',
    createdAt: '2026-01-01T00:00:00Z',
    warnings: [],
    configHash: '',
    version: '0.1.0',
    progress: { step: 3, totalSteps: 9, epoch: 1, seconds: 4, tokensPerSecond, memoryBytes: 1 },
    ...change,
  };
}

describe('the curves', () => {
  it('are those of the best pipeline of each choice, by its run in the middle', () => {
    const F1 = [
      [0.5, 0.7, 0.6],
      [0.4, 0.4, 0.4],
      [0.2, 0.2, 0.2],
      [0.9, 0.8, undefined],
    ];
    const experiment = experimentWith(planOf({ seeds: [1, 2, 3] }), ({ pipeline, seed }) => {
      const f1 = F1[pipeline]?.[seed - 1];
      return f1 === undefined ? undefined : resultWith({ f1 });
    });
    const table = experimentTable(experiment.plan, experiment.cells);
    expect(bestPerChoice(table, 0)).toEqual([
      { names: ['wide', 'BiGRU-CRF'], run: 4, seed: 1, f1: 0.9 },
      { names: ['narrow', 'BiLSTM-CRF'], run: 9, seed: 3, f1: 0.6 },
    ]);
    expect(bestPerChoice(table, 1).map(({ names }) => names[1])).toEqual(['BiGRU-CRF', 'BiLSTM-CRF']);
    const none = experimentWith(planOf(), () => undefined);
    expect(bestPerChoice(experimentTable(none.plan, none.cells), 0)).toEqual([]);
  });
});

describe('a cell that tells of itself', () => {
  it('changes in its experiment, and no other', () => {
    const detail = experimentWith(planOf(), () => undefined);
    const after = withCell(detail, run({ cell: { experiment: 1, number: 2 } }));
    expect(after.cells[2]).toMatchObject({ number: 2, runId: 5, state: 'running', progress: { step: 3 } });
    expect(after.cells[1]).toBe(detail.cells[1]);
    expect(withCell(detail, run({ cell: { experiment: 2, number: 2 } }))).toBe(detail);
    expect(withCell(detail, run({}))).toBe(detail);
  });
});

describe('what can be done', () => {
  it('always has a way on or away, and retries only what failed', () => {
    for (const state of RunState.options) {
      expect(gridActions(state, { failed: 0, cancelled: 0 })).not.toContain('retry');
      expect(gridActions(state, { failed: 0, cancelled: 0 }).length).toBeGreaterThan(0);
    }
    expect(gridActions('finished', { failed: 1, cancelled: 0 })).toEqual(['retry', 'delete']);
    expect(gridActions('running', { failed: 1, cancelled: 0 })).toEqual(['pause', 'cancel']);
  });
});
