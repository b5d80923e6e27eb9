/** Linear classifiers as whole runs: what they learn, resuming, files, odd data, and exact explanations. */
import { describe, expect, it } from 'vitest';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import { isLinearModel, type ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import {
  type LinearClassifier,
  openLinear,
} from '../../../../main/engine/tasks/classify/linear-classifier.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import type { ClassifyTrainInput, RunEvent, RunResult } from '../../../../main/engine/train/run-types.ts';
import type { ClassificationReport, ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import { LinearNetwork } from '../../../../shared/domain/networks.ts';
import { classifiedDocuments, LABELS, smallClassifier } from './classify-runs.ts';
import { finish, memoryStorage, throughFolder, weightsOf } from './runs.ts';

const linear = (changes: Record<string, unknown> = {}, more: Partial<ClassifyTrainInput> = {}) =>
  smallClassifier({ network: 'nb-svm', calibration: 'scaling', ...changes }, more);

function outcome(result: RunResult): { files: ModelFiles; report: ClassificationReport } {
  if (result.kind !== 'finished' || !('micro' in result.report)) throw new Error('the run is not finished');
  return { files: result.model, report: result.report };
}

async function withPredictor<T>(files: ModelFiles, use: (predictor: ClassifyPredictor) => Promise<T>) {
  const executor = await openExecutor({ id: 'cpu' });
  try {
    return await use(await ClassifyPredictor.open(executor, files));
  } finally {
    await executor.dispose();
  }
}

const atStep = (step: number) => (event: RunEvent) => event.kind === 'step' && event.point.step === step;

const characters = (text: string) => Array.from(text, (_, i) => ({ start: i, end: i + 1 }));

describe.each(LinearNetwork.options)('%s', (network) => {
  it('learns one label a text, and several', async () => {
    for (const task of ['classify', 'diagnose']) {
      const { report, files } = outcome((await finish(linear({ network, task, c: 3 }))).result);
      expect(report.micro.f1).toBeGreaterThan(0.9);
      expect(report.ece).toBeLessThan(0.2);
      expect(files.config).toMatchObject({ task, family: 'linear', calibration: report.calibration });
      expect(describeModel(files)).toMatchObject({ network, labels: expect.arrayContaining(LABELS) });
    }
  });

  it('pauses between its last step and its evaluation too', async () => {
    const straight = await finish(linear({ network }));
    const total = straight.events[0]?.kind === 'started' ? straight.events[0].totalSteps : 0;
    const last = straight.events.findLast(({ kind }) => kind === 'step');
    const step = last?.kind === 'step' ? last.point.step : total;
    const storage = memoryStorage();
    const stopped = await finish(linear({ network }, { storage }), atStep(step));
    expect(stopped.result).toEqual({ kind: 'paused', step });
    const resumed = await finish(linear({ network }, { storage }));
    expect(resumed.events.filter(({ kind }) => kind === 'step')).toEqual([]);
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    expect(outcome(resumed.result).report).toMatchObject({ ece: outcome(straight.result).report.ece });
  });

  it('goes on from a checkpoint bit for bit, and is the same for the same seed', async () => {
    const changes = { network, weighting: 'balanced', hierarchySeparator: '' };
    const straight = await finish(linear(changes));
    const storage = memoryStorage();
    const stopped = await finish(linear(changes, { storage }), atStep(2));
    expect(stopped.result).toEqual({ kind: 'paused', step: 2 });
    const resumed = await finish(linear(changes, { storage }));
    expect(resumed.events[0]).toMatchObject({ kind: 'started', resumedAt: 2 });
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    expect(weightsOf((await finish(linear(changes))).result)).toEqual(weightsOf(straight.result));
    await expect(finish(linear({ ...changes, c: 7 }, { storage }))).rejects.toThrow(
      /settings|data|设置|数据/,
    );
  });

  it('is the same after its folder', async () => {
    const { files, report } = outcome((await finish(linear({ network, task: 'diagnose' }))).result);
    const read = throughFolder(files);
    expect(read.config).toEqual(files.config);
    const { dev } = linear({ task: 'diagnose' });
    const texts = dev.map(({ text }) => text);
    const rows = (from: ModelFiles) =>
      withPredictor(from, async (predictor) => (await predictor.logitsOf(texts)).rows);
    expect(await rows(read)).toEqual(await rows(files));
    expect(report.documents).toBe(texts.length);
  });
});

const documents = (rows: readonly (readonly [text: string, ...labels: string[]])[]): ClassifiedDocument[] =>
  rows.map(([text, ...labels], i) => ({ id: String(i), text, labels }));

describe('odd data', () => {
  const trained = async (train: ClassifiedDocument[], changes: Record<string, unknown> = {}) =>
    outcome((await finish(linear(changes, { train }))).result);

  it('is learnt without NaN: a label with one example, texts in English, empty texts', async () => {
    for (const network of LinearNetwork.options)
      for (const termWeighting of ['idf', 'concentration']) {
        const train = documents([
          ...Array.from({ length: 9 }, () => ['cough and fever', '肺炎'] as const),
          ['', '胃炎'],
          ['a', '胃炎'],
          ['  \n', '骨折'],
        ]);
        const { files } = await trained(train, { network, termWeighting, weighting: 'balanced' });
        await withPredictor(files, async (predictor) => {
          const found = await predictor.predict(['cough', '', '咳嗽', '𠮷\u0000'], 3);
          for (const { top } of found) for (const { probability } of top) expect(probability).not.toBeNaN();
          expect(found[0]!.labels).toEqual(['肺炎']);
          expect(found[1]!.abstained).toBe('empty');
          expect(found[2]!.abstained).toBe('unfamiliar');
        });
      }
  });

  it('is learnt where no n-gram is in two texts', async () => {
    const { files } = await trained(
      documents([
        ['咳', 'p'],
        ['痛', 'q'],
        ['晕', 'q'],
      ]),
      { minDf: 3, ngramMax: 1 },
    );
    expect(describeModel(files).parameters).toBeGreaterThan(0);
  });

  it('is refused with one label alone, with focal loss, and without a hierarchy', async () => {
    await expect(
      trained(
        documents([
          ['咳', 'p'],
          ['痛', 'p'],
        ]),
      ),
    ).rejects.toMatchObject({ code: 'bad-input' });
    await expect(finish(linear({ weighting: 'focal' }))).rejects.toMatchObject({ code: 'bad-request' });
    await expect(finish(linear({ hierarchySeparator: '/' }))).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('labels with parents', () => {
  const nested = (all: ClassifiedDocument[]) =>
    all.map((one, i) => ({ ...one, labels: [`${one.labels[0]}/${i % 2 === 0 ? '轻' : '重'}`] }));
  const data = () => ({
    train: nested(classifiedDocuments(54)),
    dev: nested(classifiedDocuments(27, { from: 1001 })),
  });

  it.each(['multiply', 'restrict'])('are predicted with them: %s', async (hierarchy) => {
    for (const network of LinearNetwork.options) {
      const { result } = await finish(linear({ network, hierarchySeparator: '/', hierarchy }, data()));
      const { report, files } = outcome(result);
      const { model } = files.config;
      expect(model).toMatchObject({ hierarchy: { use: hierarchy, parents: expect.arrayContaining(LABELS) } });
      expect(describeModel(files).network).toBe(`${network} parents`);
      const parents = Object.entries(report.confusion!.counts).flatMap(([row, counts]) =>
        counts.map((count, column) => {
          const parent = (at: number) => report.confusion!.labels[at]!.split('/')[0];
          return parent(Number(row)) === parent(column) ? count : 0;
        }),
      );
      expect(parents.reduce((a, b) => a + b)).toBe(report.documents);
    }
  });

  it('go on from a checkpoint bit for bit', async () => {
    const changes = { hierarchySeparator: '/' };
    const straight = await finish(linear(changes, data()));
    for (const at of [3, 7]) {
      const storage = memoryStorage();
      await finish(linear(changes, { ...data(), storage }), atStep(at));
      const resumed = await finish(linear(changes, { ...data(), storage }));
      expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
    }
  });
});

describe('an explanation', () => {
  it('has exact parts: words add up to what the text adds to the intercepts', async () => {
    const classifier = await trainedClassifier();
    const text = '3床：患者咳嗽咳痰三天，上腹隐痛。';
    const parts = characters(text);
    const [whole] = (await classifier.logitsOf([text])).rows;
    const without = await classifier.logitsWithout(text, [...parts, { start: 0, end: text.length }]);
    const nothing = without.at(-1)!;
    for (const [label, logit] of whole!.entries()) {
      const sum = parts.reduce((total, _, i) => total + logit - without[i]![label]!, 0);
      expect(sum).toBeCloseTo(logit - nothing[label]!, 4);
    }
  });

  it('names the words that speak for a label', async () => {
    const { files } = outcome((await finish(linear({ task: 'diagnose' }))).result);
    await withPredictor(files, async (predictor) => {
      const text = '3床：患者咳嗽咳痰三天，上腹隐痛。';
      const occluder = predictor.occluder(text, characters);
      const { words, probability } = await occluder.explain(predictor.labels.indexOf('肺炎'));
      const heaviest = words.toSorted((a, b) => b.weight - a.weight)[0]!;
      expect('咳嗽痰').toContain(text.slice(heaviest.start, heaviest.end));
      expect(heaviest.without).toBeLessThan(probability);
    });
  });
});

async function trainedClassifier(): Promise<LinearClassifier> {
  const { files } = outcome((await finish(linear())).result);
  if (!isLinearModel(files.config)) throw new Error('the model is not linear');
  return openLinear(files.config.model, files).own;
}

describe('a lexicon of names', () => {
  const drugs = ['阿司匹林', '布洛芬', '头孢', '青霉素', '胰岛素', '二甲双胍'];
  const symptoms = ['咳嗽', '头痛', '发热', '胸闷', '腹泻', '乏力'];
  const names = [
    ...drugs.map((name) => ({ name, type: 'drug' })),
    ...symptoms.map((name) => ({ name, type: 'symptom' })),
  ];
  const documents = (from: number, to: number): ClassifiedDocument[] =>
    [drugs, symptoms].flatMap((list, label) =>
      list
        .slice(from, to)
        .map((name) => ({ id: name, text: `请问${name}`, labels: [label === 0 ? '药' : '症'] })),
    );
  const input = (changes: Record<string, unknown>) =>
    linear(
      { network: 'logistic-regression', minDf: 1, ...changes },
      {
        train: documents(0, 4),
        dev: documents(4, 6),
        lexicon: { names },
      },
    );

  it('tells labels by names that no training text holds, after a file too', async () => {
    const plain = outcome((await finish(input({}))).result);
    expect(plain.report.accuracy).toBeLessThan(1);
    const { report, files } = outcome((await finish(input({ lexicon: 'graph' }))).result);
    expect(report.accuracy).toBe(1);
    await withPredictor(files, async (predictor) => {
      const found = await predictor.predict(['胰岛素？', '我乏力'], 1);
      expect(found.map(({ labels }) => labels)).toEqual([['药'], ['症']]);
    });
  });

  it('explains exactly: what all characters move adds up to what the text moves', async () => {
    const { files } = outcome((await finish(input({ lexicon: 'graph' }))).result);
    const config = files.config;
    if (!isLinearModel(config)) throw new Error('no linear model');
    const { own } = openLinear(config.model, files);
    const text = '请问胰岛素和头痛';
    const [whole] = (await own.logitsOf([text])).rows;
    const [none] = await own.logitsWithout(text, [{ start: 0, end: text.length }]);
    const apart = await own.logitsWithout(text, characters(text));
    for (const label of [0, 1]) {
      const moved = apart.reduce((sum, row) => sum + whole![label]! - row[label]!, 0);
      expect(moved).toBeCloseTo(whole![label]! - none![label]!, 4);
    }
  });
});
