import { describe, expect, it } from 'vitest';
import { newestFirst, withRow } from '../../../../renderer/api/cached-rows.ts';
import { folderName, modelFiles } from '../../../../renderer/features/train/models/model-folder.ts';
import { createTrainState, viewOf } from '../../../../renderer/features/train/route.ts';
import {
  actionsOf,
  filterRuns,
  networkName,
  type RunColumn,
  sortRuns,
} from '../../../../renderer/features/train/runs/run-list.ts';
import { suggestNames } from '../../../../renderer/features/train/set-names.ts';
import { NerSettings, RunState, type RunSummary } from '../../../../shared/domain/training.ts';

const set = { id: 1, name: 'ccks-train', sha256: 'a' };

function runOf(id: number, more: Partial<RunSummary> = {}): RunSummary {
  return {
    id,
    name: `run-${id}`,
    settings: NerSettings.parse({ task: 'ner' }),
    train: set,
    dev: { ...set, id: 2, name: 'ccks-dev' },
    state: 'finished',
    createdAt: `2025-01-0${id}T00:00:00Z`,
    warnings: [],
    configHash: 'c',
    version: '0.1.0',
    ...more,
  };
}

const best = (score: number) => ({ score, step: 1, epoch: 1 });
const runs = [
  runOf(1, { best: best(0.7) }),
  runOf(2, {
    state: 'failed',
    settings: NerSettings.parse({ task: 'ner', network: 'bert-crf', encoder: 'base' }),
  }),
  runOf(3, { best: best(0.9), name: '夜间训练' }),
  runOf(4, { state: 'paused', best: best(0.7) }),
];
const ids = (list: readonly RunSummary[]): number[] => list.map(({ id }) => id);

describe('the table of runs', () => {
  it('is filtered by words and by state', () => {
    expect(ids(filterRuns(runs, '', 'all'))).toEqual([1, 2, 3, 4]);
    expect(ids(filterRuns(runs, ' BERT  base ', 'all'))).toEqual([2]);
    expect(ids(filterRuns(runs, '夜间', 'all'))).toEqual([3]);
    expect(ids(filterRuns(runs, 'ccks-dev bilstm', 'finished'))).toEqual([1, 3]);
    expect(ids(filterRuns(runs, '', 'unfinished'))).toEqual([4]);
    expect(filterRuns(runs, 'nothing', 'all')).toEqual([]);
  });

  it('is sorted by a column; empty ones come last both ways, newer first among equals', () => {
    expect(ids(sortRuns(runs, { column: 'best', descending: true }))).toEqual([3, 4, 1, 2]);
    expect(ids(sortRuns(runs, { column: 'best', descending: false }))).toEqual([4, 1, 3, 2]);
    expect(ids(sortRuns(runs, { column: 'date', descending: true }))).toEqual([4, 3, 2, 1]);
    expect(ids(sortRuns(runs, { column: 'network', descending: false }))).toEqual([2, 4, 3, 1]);
    expect(ids(sortRuns(runs, { column: 'state', descending: false }))).toEqual([4, 2, 3, 1]);
    expect(ids(sortRuns(runs, { column: 'speed', descending: true }))).toEqual([4, 3, 2, 1]);
    const columns: RunColumn[] = ['name', 'data', 'epochs', 'time'];
    for (const column of columns) expect(sortRuns(runs, { column, descending: true })).toHaveLength(4);
  });

  it('takes a run in its newest state', () => {
    const changed = runOf(2, { state: 'running' });
    expect(withRow(runs, changed, newestFirst).map(({ id, state }) => `${id} ${state}`)).toEqual([
      '4 paused',
      '3 finished',
      '2 running',
      '1 finished',
    ]);
    expect(ids(withRow([], changed, newestFirst))).toEqual([2]);
  });

  it('names networks with their encoder', () => {
    expect(runs.slice(0, 2).map(networkName)).toEqual(['bilstm-crf', 'bert-crf · base']);
    const reading = (vectors: string) =>
      networkName({ settings: NerSettings.parse({ task: 'ner', front: 'vectors', vectors }) });
    expect(['cmed', '/home/a/cmed.bin', 'C:\\a\\cmed.bin'].map(reading)).toEqual([
      'bilstm-crf · cmed',
      'bilstm-crf · cmed.bin',
      'bilstm-crf · cmed.bin',
    ]);
  });

  it('offers something for every state, and a way on for all that can go on', () => {
    for (const state of RunState.options) expect(actionsOf(state, true)).not.toEqual([]);
    expect(actionsOf('interrupted', true)).toContain('resume');
    expect(actionsOf('failed', true)).toContain('resume');
    expect(actionsOf('queued', true)).toEqual(['pause', 'cancel']);
    expect(actionsOf('queued', false)).toEqual(['resume', 'cancel']);
    expect(actionsOf('running', true)).not.toContain('delete');
  });
});

describe('what is open of a report', () => {
  it('begins anew for another run, and is kept for the same', () => {
    const { view } = createTrainState();
    view.set({ ...viewOf(view.get(), 'run 1', 'curves'), tab: 'errors', chosen: 7 });
    expect(viewOf(view.get(), 'run 1', 'curves')).toMatchObject({ tab: 'errors', chosen: 7 });
    expect(viewOf(view.get(), 'run 2', 'types')).toMatchObject({ of: 'run 2', tab: 'types', chosen: null });
  });
});

describe('names of data sets', () => {
  it('come from files, each once', () => {
    const files = ['train.jsonl.gz', 'dev.jsonl', 'train.json', '.jsonl', '病历.v2.jsonl'].map((name) => ({
      name,
    }));
    expect(suggestNames(files, ['dev'])).toEqual(['train', 'dev (2)', 'train (2)', '.jsonl', '病历.v2']);
  });
});

describe('the files of a model', () => {
  const file = (path: string) => ({ name: path.split('/').at(-1) ?? '', webkitRelativePath: path });
  const alone = (name: string) => ({ name, webkitRelativePath: '' });

  it('are taken from the folder itself, with one file of weights', () => {
    const chosen = [
      'bert/config.json',
      'bert/vocab.txt',
      'bert/pytorch_model.bin',
      'bert/model.safetensors',
      'bert/tf_model.h5',
      'bert/.gitattributes',
      'bert/onnx/config.json',
    ].map(file);
    expect(modelFiles(chosen).map(({ webkitRelativePath }) => webkitRelativePath)).toEqual([
      'bert/model.safetensors',
      'bert/config.json',
      'bert/vocab.txt',
    ]);
    expect(folderName(chosen)).toBe('bert');
  });

  it('may be chosen one by one', () => {
    const chosen = ['vocab.txt', 'config.json', 'pytorch_model.bin'].map(alone);
    expect(modelFiles(chosen)).toHaveLength(3);
    expect(folderName(chosen)).toBe('model');
    expect(modelFiles([alone('photo.png')])).toEqual([]);
    expect(modelFiles(Array.from({ length: 40 }, (_, i) => alone(`${i}.json`)))).toHaveLength(20);
  });
});
