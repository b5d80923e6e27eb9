/** Pairs of texts as whole runs: what they learn, resuming, files, and the labels of new pairs. */
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../../../main/engine/io/check-model.ts';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import type { ClassifyTrainInput } from '../../../../main/engine/train/run-types.ts';
import type { ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import { joinTexts, PairSettings } from '../../../../shared/domain/pairs.ts';
import { pairRows } from '../../../helpers/pair-documents.ts';
import { filesOf, finish, memoryStorage, weightsOf, withClassifier } from './runs.ts';

const pairDocuments = (count: number, from = 0): ClassifiedDocument[] =>
  pairRows(count, from).map(({ id, text1, text2, label }) => ({
    id,
    text: joinTexts({ first: text1, second: text2 }),
    labels: [label],
  }));

const dev = pairDocuments(40, 1001);

const pairs = (
  changes: Record<string, unknown> = {},
  more: Partial<ClassifyTrainInput> = {},
): ClassifyTrainInput => ({
  settings: PairSettings.parse({
    task: 'pair',
    network: 'bilstm',
    hiddenSize: 12,
    embeddingSize: 12,
    dropout: 0.1,
    batchSize: 8,
    epochs: 6,
    learningRate: 0.01,
    length: 32,
    ...changes,
  }),
  train: pairDocuments(96),
  dev,
  devName: 'dev',
  executor: 'onnx:cpu',
  storage: memoryStorage(),
  ...more,
});

const labelsOf = (files: ModelFiles, texts: readonly string[]): Promise<string[]> =>
  withClassifier(files, async (predictor) =>
    (await predictor.predict(texts, 1)).map(({ labels }) => labels[0]!),
  );

describe('pairs of texts', () => {
  it.each([
    { network: 'logistic-regression', c: 10 },
    { network: 'linear-svm' },
    { network: 'bilstm' },
    { network: 'cnn', pairReading: 'apart', filters: 16 },
    { network: 'bilstm', pairReading: 'apart' },
  ])('are learnt by %o, kept in files and told apart', async (changes) => {
    const { result } = await finish(pairs(changes));
    if (result.kind !== 'finished' || result.report.task !== 'pair') throw new Error('another report');
    expect(result.report.accuracy).toBeGreaterThan(0.9);
    const files = filesOf(result);
    checkModel(files);
    expect(describeModel(files)).toMatchObject({ task: 'pair', network: changes.network });
    const answers = ['脑膜炎怎么办\n得了脑膜炎吃什么药', '肺炎怎么办\n得了痛风怎么办'];
    expect(await labelsOf(files, answers)).toEqual(['1', '0']);
  });

  it('are learnt by vectors of each text', async () => {
    const { result } = await finish(pairs({ pairReading: 'vectors', temperature: 0.2, epochs: 12 }));
    if (result.kind !== 'finished' || result.report.task !== 'pair') throw new Error('another report');
    expect(result.report.accuracy).toBeGreaterThan(0.9);
    checkModel(filesOf(result));
    const grades = pairs({ pairReading: 'vectors' });
    const named = grades.train.map((one) => ({ ...one, labels: [`label ${one.labels[0]}`] }));
    await expect(finish({ ...grades, train: named })).rejects.toThrow('label 1');
  });

  it.each(['joint', 'matched', 'vectors'])('are read by an encoder, %s', async (pairReading) => {
    const { result } = await finish(
      pairs({ network: 'bert', encoder: 'tiny', pairReading, epochs: 2, learningRate: 3e-3 }),
    );
    const files = filesOf(result);
    checkModel(files);
    expect(files.config.model).toMatchObject({ pairs: pairReading });
    const given = ['肺炎怎么办\n得了肺炎怎么办'];
    expect(await labelsOf(files, given)).toEqual(await labelsOf(files, given));
  });

  it('are the same two texts for an encoder by their segments alone', async () => {
    const { result } = await finish(
      pairs({ network: 'bert', encoder: 'tiny', pairReading: 'joint', epochs: 1 }),
    );
    const texts = ['肺炎\n痛风', '痛风\n肺炎', '肺炎\n痛风'];
    const { rows } = await withClassifier(filesOf(result), (predictor) => predictor.logitsOf(texts));
    const apart = (a: Float32Array, b: Float32Array) =>
      Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
    expect(apart(rows[0]!, rows[2]!)).toBeLessThan(1e-5);
    expect(apart(rows[0]!, rows[1]!)).toBeGreaterThan(5e-5);
  });

  it.each(['bilstm', 'logistic-regression'])('go on from a checkpoint bit for bit (%s)', async (network) => {
    const changes = { network, epochs: 2 };
    const straight = await finish(pairs(changes));
    const storage = memoryStorage();
    const stopped = await finish(
      pairs(changes, { storage }),
      (event) => event.kind === 'step' && event.point.step === 3,
    );
    expect(stopped.result).toEqual({ kind: 'paused', step: 3 });
    const resumed = await finish(pairs(changes, { storage }));
    expect(resumed.events[0]).toMatchObject({ kind: 'started', resumedAt: 3 });
    expect(weightsOf(resumed.result)).toEqual(weightsOf(straight.result));
  });

  it('are learnt by an ensemble of a linear classifier and networks', async () => {
    const { result } = await finish(pairs({ ensemble: 2, ensembleLinear: 'logistic-regression', epochs: 3 }));
    const files = filesOf(result);
    checkModel(files);
    expect(describeModel(files).members).toHaveLength(3);
    expect(await labelsOf(files, ['肺炎怎么办\n得了肺炎怎么办'])).toEqual(['1']);
  });

  it('are refused as one sequence without an encoder, and weighed by anything but idf', async () => {
    await expect(finish(pairs({ pairReading: 'joint' }))).rejects.toThrow('encoder');
    const concentration = pairs({ network: 'linear-svm', termWeighting: 'concentration' });
    await expect(finish(concentration)).rejects.toThrow('inverse frequency');
  });
});
