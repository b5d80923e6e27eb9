/** Replaced-token detection: sampling, replacing and the guesses against plain loops. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { meanLoss } from '../../../../main/engine/objectives/objective.ts';
import {
  detectionGuesses,
  detectionScores,
  replaceTokens,
  rtd,
  sampleTokens,
} from '../../../../main/engine/objectives/rtd.ts';
import { joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { gelu, linear, sigmoid, softmax } from '../layers/naive.ts';
import { expectLayer, onReferenceBackend, randomArray, toTensor } from '../layers/tensors.ts';
import { MODELS } from '../models/build-model.ts';
import { MODEL_CASES } from '../models/cases.ts';
import { batchTensors, initialValues, lossAndGradients, tidied } from '../models/eager.ts';

onReferenceBackend();

describe('sampleTokens', () => {
  it('draws tokens by their probabilities', () => {
    const logits = randomArray('logits', [5, 7], 2);
    const uniforms = [0, 0.2, 0.5, 0.9, 0.999999];
    const expected = uniforms.map((uniform, row) => {
      const probabilities = softmax(logits.values.slice(row * 7, row * 7 + 7));
      let [token, cumulated] = [0, probabilities[0]!];
      while (cumulated <= uniform && token < 6) cumulated += probabilities[++token]!;
      return token;
    });
    tf.tidy(() => {
      expect([...sampleTokens(toTensor(logits), tf.tensor1d(uniforms)).dataSync()]).toEqual(expected);
    });
  });

  it('draws each token as often as it is probable', () => {
    const random = new RandomStream({ seed: 3, purpose: 'samples' });
    const counts = [0, 0, 0];
    tf.tidy(() => {
      const logits = tf.tile(tf.log(tf.tensor2d([[0.2, 0.5, 0.3]])), [4000, 1]);
      const uniforms = tf.tensor1d(Array.from({ length: 4000 }, () => random.uniform()));
      for (const token of sampleTokens(logits, uniforms).dataSync()) counts[token]!++;
    });
    for (const [token, share] of [0.2, 0.5, 0.3].entries())
      expect(Math.abs(counts[token]! / 4000 - share)).toBeLessThan(0.03);
  });
});

it('replaceTokens puts samples where tokens were masked, and tells which differ', () => {
  tf.tidy(() => {
    const inputs = {
      ids: tf.tensor2d([2, 4, 6, 3, 2, 7, 4, 3], [2, 4], 'int32'), // 4: [MASK]
      mlmLabels: tf.tensor1d([5, 0, 8, 0], 'int32'),
      rtdSources: tf.tensor2d([0, 8, 2, 3, 4, 5, 10, 7], [2, 4], 'int32'),
    };
    const { ids, isReplaced } = replaceTokens(inputs, tf.tensor1d([9, 1, 8, 1], 'int32'));
    expect([...ids.dataSync()]).toEqual([2, 9, 6, 3, 2, 7, 8, 3]);
    expect([...isReplaced.dataSync()]).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
  });
});

it('detectionGuesses are the binary cross entropy of a head on every token', () => {
  const labels = [0, 1, 0, 0, 1, 0];
  const weights = [1, 1, 1, 1, 1, 0];
  const names = ['dense.weight', 'dense.bias', 'dense_prediction.weight', 'dense_prediction.bias'];
  const arrays = [
    randomArray('w1', [4, 4]),
    randomArray('b1', [4]),
    randomArray('w2', [4, 1]),
    randomArray('b2', [1]),
  ];
  const shape = [2, 3];
  expectLayer(
    (x, ...values) => {
      const params = Object.fromEntries(
        names.map((name, i) => [`discriminator_predictions.${name}`, values[i]!]),
      );
      return meanLoss(
        detectionGuesses(
          detectionScores(params, x!, { hidden_act: 'gelu' }),
          tf.tensor(labels, shape, 'int32'),
          tf.tensor(weights, shape),
        ),
      );
    },
    (x, w1, b1, w2, b2) => {
      const scores = linear(linear(x!, w1!, b1!).map(gelu), w2!, b2!);
      const losses = scores.map((s, i) => -Math.log(labels[i] === 1 ? sigmoid(s) : 1 - sigmoid(s)));
      return [losses.reduce((sum, loss, i) => sum + loss * weights[i]!, 0) / 5];
    },
    [randomArray('x', [2, 3, 4]), ...arrays],
  );
});

it('sampling gives the generator no gradient: it learns from its own guesses alone', () => {
  const { type, config, size, batch } = MODEL_CASES.find(({ name }) => name.endsWith('rtd'))!;
  const model = MODELS[type](config);
  const inputs = [...model.inputs(size), ...model.targets(size)];
  const values = initialValues(model.params);
  const gradientsOf = (loss: (losses: ReturnType<typeof model.loss>) => tf.Tensor) =>
    tidied(() => {
      const tensors = batchTensors(inputs, batch);
      return lossAndGradients(model.params, values, (params) => {
        const losses = model.loss(params, tensors);
        return { ...losses, loss: loss(losses) };
      }).gradients;
    });
  const both = gradientsOf(({ loss }) => loss);
  // all parameters must be part of what is differentiated
  const own = gradientsOf(({ loss, metrics }) => tf.add(metrics.generatorLoss!, tf.mul(0, loss)));
  const names = model.params.flatMap(({ name }) => (name.startsWith('generator') ? [name] : []));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(both.get(name), name).toEqual(own.get(name));
});

it('the writer points masked tokens at their samples', () => {
  const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...'无胸痛咳嗽']);
  const encoding = joinPair(vocabulary, wordPieceTokenizer(vocabulary)('无胸痛咳嗽'));
  const size = { batch: 2, length: 8 };
  const targets = Object.fromEntries(['mlmPositions', 'mlmLabels'].map((name) => [name, new Int32Array(4)]));
  const arrays = {
    ...targets,
    ids: new Int32Array(16),
    mlmWeights: new Float32Array(4),
    rtdUniforms: new Float32Array(4),
    rtdSources: new Int32Array(16),
    rtdWeights: new Float32Array(16),
  };
  const write = rtd.writer({ vocabulary, guess: { share: 0.4, most: 9 }, wholeWords: false });
  const random = new RandomStream({ seed: 1, purpose: 'test' });
  write(arrays, { encoding, pairLabel: 0, number: 0, isReal: true }, size, random);
  write(arrays, { encoding, pairLabel: 0, number: 1, isReal: false }, size, random);
  const masked = [...arrays.rtdSources].flatMap((source, token) => (source === token ? [] : [source]));
  expect(masked).toEqual([16, 17]);
  tf.tidy(() => {
    const inputs = Object.fromEntries(
      ['ids', 'rtdSources', 'mlmLabels'].map((name) => [
        name,
        tf.tensor(arrays[name as 'ids'], undefined, 'int32'),
      ]),
    );
    const { ids, isReplaced } = replaceTokens(inputs, inputs.mlmLabels!);
    expect([...ids.dataSync().slice(0, 7)]).toEqual([...encoding.ids]);
    expect(isReplaced.dataSync().every((label) => label === 0)).toBe(true);
  });
  expect([...arrays.rtdWeights]).toEqual([...Array(7).fill(1), ...Array(9).fill(0)]);
});
