import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../main/cli/command.ts';
import { type GridFlags, readGrid } from '../../../main/cli/grid-plan.ts';
import { appRoot } from '../../../main/resources.ts';
import { cellSettings, pipelinesOf } from '../../../shared/experiment-cells.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const FILE = {
  name: 'paper',
  train: 'sets/train.jsonl',
  dev: 'dev',
  settings: { epochs: 3 },
  axes: [
    {
      name: 'embedding',
      values: [
        { name: 'bare', settings: {} },
        { name: 'CMed-Word2Vec char', settings: { vectors: 'char.bin' } },
        { name: 'CMed-Word2Vec word', settings: { vectors: 'word-vectors' } },
      ],
    },
  ],
  seeds: [1, 2],
};

function fileWith(content: unknown): string {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'sets'));
  for (const name of ['sets/train.jsonl', 'char.bin']) writeFileSync(join(dir, name), '');
  const path = join(dir, 'grid.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('an experiment in a file', () => {
  it('finds data and vectors beside it, and takes other words for names', () => {
    const path = fileWith(FILE);
    const { name, train, dev, plan } = readGrid(path, {});
    expect([name, dev]).toEqual(['paper', 'dev']);
    expect(train).toBe(join(path, '..', 'sets', 'train.jsonl'));
    expect(plan).toMatchObject({ task: 'ner', settings: { epochs: 3 }, seeds: [1, 2], keepModels: false });
    expect(plan.axes[0]?.values.map(({ settings }) => settings.vectors)).toEqual([
      undefined,
      join(path, '..', 'char.bin'),
      'word-vectors',
    ]);
  });

  it('gives way to flags', () => {
    const flags = {
      name: 'mine',
      train: 'a',
      seeds: '5, 6',
      vary: ['network=bilstm-crf,bigru-crf', 'hidden-size=8,16'],
      epochs: '9',
      'keep-models': true,
      'freeze-encoder': true,
    };
    const { name, train, plan } = readGrid(fileWith(FILE), flags);
    expect([name, train]).toEqual(['mine', 'a']);
    expect(plan).toMatchObject({
      settings: { epochs: 9, freezeEncoder: true },
      seeds: [5, 6],
      keepModels: true,
      axes: [
        { name: 'network', values: [{ name: 'bilstm-crf', settings: { network: 'bilstm-crf' } }, {}] },
        { name: 'hidden-size', values: [{ name: '8', settings: { hiddenSize: 8 } }, { name: '16' }] },
      ],
    });
  });

  it('that is wrong is refused with its name and the place', () => {
    const refused = (content: unknown) => () => readGrid(fileWith(content), {});
    expect(refused('{')).toThrow(/grid\.json is not JSON/);
    expect(refused('[]')).toThrow(/grid\.json: /);
    expect(refused({ ...FILE, seed: 1 })).toThrow(/there is no seed/);
    expect(refused({ ...FILE, axes: [{ name: 'a', values: [] }] })).toThrow(/axes\.0\.values/);
    expect(refused({ ...FILE, axes: undefined })).toThrow(/axes/);
    expect(refused({ ...FILE, seeds: [1, 1] })).toThrow(/seeds: each seed once/);
    expect(refused({ ...FILE, dev: undefined })).toThrow(UsageError);
    expect(refused({ ...FILE, name: undefined })).toThrow(/--name/);
  });
});

describe('the experiments of the documentation', () => {
  it.each([
    ['ner-grid.json', [6, 5]],
    ['diagnosis-grid.json', [6, 10]],
    ['heads-grid.json', [4, 4, 2, 2]],
  ])('%s: every cell is a run', (name, sizes) => {
    const { plan } = readGrid(join(appRoot, 'docs', 'experiments', name), {});
    expect(plan.axes.map(({ values }) => values.length)).toEqual(sizes);
    const settings = pipelinesOf(plan).map((pipeline) => cellSettings(plan, pipeline, 1));
    expect(new Set(settings.map((own) => JSON.stringify(own))).size).toBe(
      plan.baselines.length + sizes.reduce((product, size) => product * size),
    );
  });
});

it('has the linear classifiers as baselines for labels of texts, unless told otherwise', () => {
  const flags = { name: 'x', train: 'a', dev: 'b', vary: ['network=cnn,nb-svm'] };
  const names = (more: GridFlags) =>
    readGrid(undefined, { ...flags, ...more }).plan.baselines.map(({ name }) => name);
  expect(names({ task: 'classify' })).toEqual(['linear-svm', 'logistic-regression']);
  expect(names({ task: 'classify', baselines: false })).toEqual([]);
  expect(names({ task: 'ner', vary: ['network=bilstm-crf'] })).toEqual([]);
});

it('leaves out one objective of pre-training at a time', () => {
  const flags = { name: 'x', train: 'corpus', task: 'pretrain', ablate: true };
  const rows = (more: GridFlags) => {
    const { plan, dev } = readGrid(undefined, { ...flags, ...more });
    expect(dev).toBe('corpus');
    return plan.axes[0]!.values.map(({ settings }) => settings);
  };
  expect(rows({ model: 'embert' })).toEqual([
    {},
    { pair: 'none' },
    { consistencyWeight: 0 },
    { segmentationWeight: 0 },
    { partWeight: 0 },
  ]);
  expect(rows({ model: 'embert', 'part-weight': '0', pair: 'none' })).toEqual([
    {},
    { consistencyWeight: 0 },
    { segmentationWeight: 0 },
  ]);
  expect(rows({ model: 'smedbert', encoder: 'mine' })).toEqual([
    {},
    { pair: 'none' },
    { masking: 'char' },
    { neighbourWeight: 0 },
    { mentionWeight: 0 },
  ]);
  expect(rows({ model: 'kebiolm' })).toEqual([{}, { masking: 'char' }]);
  expect(() => rows({})).toThrow(/nothing to leave out/);
  expect(() => rows({ task: 'ner', dev: 'd' })).toThrow(/--task pretrain/);
  const swept = readGrid(undefined, {
    ...{ ...flags, ablate: false, model: 'embert' },
    vary: ['corruption-rate=0.1,0.3', 'mask-share=0.15,0.3'],
  });
  expect(pipelinesOf(swept.plan).map((one) => cellSettings(swept.plan, one, 7))).toMatchObject([
    { corruptionRate: 0.1, maskShare: 0.15, pair: 'nsp', seed: 7 },
    { corruptionRate: 0.1, maskShare: 0.3 },
    { corruptionRate: 0.3, maskShare: 0.15 },
    { corruptionRate: 0.3, maskShare: 0.3 },
  ]);
  expect(() => readGrid(undefined, { ...flags, model: 'embert', folds: '3' })).toThrow(/pre-training/);
});

describe('an experiment by flags', () => {
  const flags = { name: 'x', train: 'a', dev: 'b' };

  it('needs an axis, and settings that there are', () => {
    expect(() => readGrid(undefined, flags)).toThrow(/axes/);
    expect(() => readGrid(undefined, { ...flags, vary: ['network'] })).toThrow(/SETTING=VALUE/);
    expect(() => readGrid(undefined, { ...flags, vary: ['netwrk=a'] })).toThrow(/netwrk is no setting/);
    const vary = ['network=bilstm-crf'];
    expect(() => readGrid(undefined, { ...flags, vary, seeds: '1,x' })).toThrow(/--seeds/);
    expect(() => readGrid(undefined, { ...flags, vary, seed: '1' })).toThrow(/--seeds/);
    expect(() => readGrid(undefined, { ...flags, vary, task: 'qa' })).toThrow(/--task/);
    expect(readGrid(undefined, { ...flags, vary, encoder: '12' }).plan.settings).toEqual({ encoder: '12' });
  });
});
