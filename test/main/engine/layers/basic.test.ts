/** Linear, LayerNorm, GELU, embeddings, cross entropy, pooling, convolution and the pooler against naive versions. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { conv1d } from '../../../../main/engine/layers/conv1d.ts';
import { softmaxCrossEntropy } from '../../../../main/engine/layers/cross-entropy.ts';
import { dropout, seededDropout } from '../../../../main/engine/layers/dropout.ts';
import { bertEmbeddings } from '../../../../main/engine/layers/embeddings.ts';
import { feedForward } from '../../../../main/engine/layers/feed-forward.ts';
import { layerNorm } from '../../../../main/engine/layers/layer-norm.ts';
import { linear } from '../../../../main/engine/layers/linear.ts';
import { pooler } from '../../../../main/engine/layers/pooler.ts';
import { maxOverTime, meanOverTime } from '../../../../main/engine/layers/pooling.ts';
import * as naive from './naive.ts';
import { expectLayer, expectNoLeak, onReferenceBackend, randomArray, toTensor } from './tensors.ts';

onReferenceBackend();

const MASK = [1, 1, 1, 1, 0, 1, 1, 0, 0, 0]; // [2, 5]
const mask = () => tf.tensor(MASK, [2, 5], 'int32');

describe('linear', () => {
  it('is x W + b over any leading axes', () => {
    expectLayer((x, weight, bias) => linear({ weight: weight!, bias: bias! }, x!), naive.linear, [
      randomArray('x', [2, 3, 4]),
      randomArray('w', [4, 5]),
      randomArray('b', [5]),
    ]);
  });
});

describe('layerNorm', () => {
  it.each([1e-12, 0.1])('normalises the last axis with eps %d', (eps) => {
    expectLayer(
      (x, weight, bias) => layerNorm({ weight: weight!, bias: bias! }, x!, eps),
      (x, weight, bias) => naive.layerNorm(x!, weight!, bias!, eps),
      [randomArray('x', [2, 3, 6]), randomArray('g', [6]), randomArray('b', [6])],
      1e-4,
    );
  });
});

describe('feedForward', () => {
  it('has the exact GELU between its two products', () => {
    expectLayer(
      (x, w1, b1, w2, b2) =>
        feedForward({ inner: { weight: w1!, bias: b1! }, outer: { weight: w2!, bias: b2! } }, x!),
      (x, w1, b1, w2, b2) => naive.linear(naive.linear(x!, w1!, b1!).map(naive.gelu), w2!, b2!),
      [
        randomArray('x', [2, 2, 3]),
        randomArray('w1', [3, 5]),
        randomArray('b1', [5]),
        randomArray('w2', [5, 3]),
        randomArray('b2', [3]),
      ],
    );
  });
});

describe('bertEmbeddings', () => {
  const config = {
    vocabSize: 7,
    hiddenSize: 4,
    maxPositions: 5,
    tokenTypes: 2,
    layerNormEps: 1e-3,
    hiddenDropout: 0,
  };
  const ids = [3, 1, 3, 0, 6, 2];
  const types = [0, 0, 1, 0, 1, 1];
  const run = (words: tf.Tensor, positions: tf.Tensor, kinds: tf.Tensor, gain: tf.Tensor, bias: tf.Tensor) =>
    bertEmbeddings(
      { words, positions, types: kinds, norm: { weight: gain, bias } },
      { ids: tf.tensor(ids, [2, 3], 'int32'), types: tf.tensor(types, [2, 3], 'int32') },
      { config, site: 'embeddings', source: undefined },
    );

  it('normalises the sum of word, position and type', () => {
    expectLayer(
      (...inputs) => run(...(inputs as [tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor])), // safe: five inputs
      (words, positions, kinds, gain, bias) => {
        const sum = ids.flatMap((id, n) =>
          [0, 1, 2, 3].map(
            (h) => words![id * 4 + h]! + positions![(n % 3) * 4 + h]! + kinds![types[n]! * 4 + h]!,
          ),
        );
        return naive.layerNorm(sum, gain!, bias!, 1e-3);
      },
      [
        randomArray('words', [7, 4]),
        randomArray('positions', [5, 4]),
        randomArray('types', [2, 4]),
        randomArray('g', [4]),
        randomArray('b', [4]),
      ],
      1e-4,
    );
  });

  it('says when a text is longer than the positions', () => {
    const long = tf.zeros([1, 6], 'int32');
    const table = tf.zeros([7, 4]);
    const one = tf.ones([4]);
    expect(() =>
      bertEmbeddings(
        { words: table, positions: table, types: table, norm: { weight: one, bias: one } },
        { ids: long, types: long },
        { config, site: 'embeddings', source: undefined },
      ),
    ).toThrow(/6 tokens.*5 positions/);
    tf.dispose([long, table, one]);
  });
});

describe('softmaxCrossEntropy', () => {
  it('is the negative log probability of the label', () => {
    const labels = [2, 0, 4];
    expectLayer(
      (logits) => softmaxCrossEntropy(logits!, tf.tensor(labels, [3], 'int32')),
      (logits) =>
        labels.map((label, n) => naive.logSum(logits!.slice(n * 5, n * 5 + 5)) - logits![n * 5 + label]!),
      [randomArray('logits', [3, 5], 3)],
    );
  });

  it('stays finite for huge logits', () => {
    tf.tidy(() => {
      const loss = softmaxCrossEntropy(tf.tensor([1e4, 0, -1e4], [1, 3]), tf.tensor([0], [1], 'int32'));
      expect(loss.dataSync()[0]).toBe(0);
    });
  });
});

describe('pooling over time', () => {
  const steps = (x: readonly number[], b: number, h: number) =>
    MASK.slice(b * 5, b * 5 + 5).flatMap((kept, t) => (kept === 1 ? [x[(b * 5 + t) * 3 + h]!] : []));
  const each = (pool: (values: readonly number[]) => number) => (x: readonly number[]) =>
    [0, 1].flatMap((b) => [0, 1, 2].map((h) => pool(steps(x, b, h))));

  it('takes the largest or the mean of the real tokens', () => {
    const x = randomArray('pooled', [2, 5, 3]);
    expectLayer((t) => maxOverTime(t!, mask()), each((v) => Math.max(...v)) as never, [x]);
    expectLayer(
      (t) => meanOverTime(t!, mask()),
      each((v) => v.reduce((s, y) => s + y, 0) / v.length) as never,
      [x],
    );
  });

  it('is 0 for a sequence of padding alone', () => {
    tf.tidy(() => {
      const x = tf.ones([1, 2, 3]);
      const none = tf.zeros([1, 2], 'int32');
      expect([...tf.abs(maxOverTime(x, none)).dataSync()]).toEqual([0, 0, 0]);
      expect([...meanOverTime(x, none).dataSync()]).toEqual([0, 0, 0]);
    });
  });
});

describe('conv1d', () => {
  it.each([1, 2, 3, 6])('slides a window of %d tokens with same padding', (kernel) => {
    const before = Math.floor((kernel - 1) / 2);
    expectLayer(
      (x, weight, bias) => conv1d({ weight: weight!, bias: bias! }, x!, mask()),
      (x, w, b) => {
        const y: number[] = [];
        for (let n = 0; n < 2; n++)
          for (let t = 0; t < 5; t++)
            for (let o = 0; o < 4; o++) {
              let sum = b![o]!;
              for (let k = 0; k < kernel; k++) {
                const at = t + k - before;
                if (at < 0 || at >= 5 || MASK[n * 5 + at] === 0) continue;
                for (let i = 0; i < 3; i++) sum += x![(n * 5 + at) * 3 + i]! * w![(k * 3 + i) * 4 + o]!;
              }
              y.push(sum);
            }
        return y;
      },
      [randomArray('x', [2, 5, 3]), randomArray('w', [kernel, 3, 4]), randomArray('b', [4])],
    );
  });
});

describe('pooler', () => {
  it('is tanh of a dense layer on the first token', () => {
    expectLayer(
      (x, weight, bias) => pooler({ weight: weight!, bias: bias! }, x!),
      (x, w, b) => naive.linear([...x!.slice(0, 3), ...x!.slice(6, 9)], w!, b!).map(Math.tanh),
      [randomArray('x', [2, 2, 3]), randomArray('w', [3, 3]), randomArray('b', [3])],
    );
  });
});

describe('dropout', () => {
  it('multiplies by the mask of its site, and is the identity without a source or rate', () => {
    tf.tidy(() => {
      const x = toTensor(randomArray('x', [4, 5]));
      const source = seededDropout(1, 2);
      const kept = source.mask('here', [4, 5], 0.5);
      expect([...dropout(x, 0.5, 'here', source).dataSync()]).toEqual([...tf.mul(x, kept).dataSync()]);
      expect(dropout(x, 0.5, 'here', undefined)).toBe(x);
      expect(dropout(x, 0, 'here', source)).toBe(x);
    });
  });
});

describe('ownership', () => {
  it('leaves no tensors behind when gradients are taken', () => {
    const x = toTensor(randomArray('x', [2, 3, 4]));
    const gain = tf.ones([4]);
    expectNoLeak(() => tf.grads((y: tf.Tensor) => layerNorm({ weight: gain, bias: gain }, y, 1e-5))([x]));
    const logits = tf.reshape(x, [6, 4]);
    const labels = tf.tensor([0, 1, 2, 3, 0, 1], [6], 'int32');
    expectNoLeak(() => tf.grads((y: tf.Tensor) => softmaxCrossEntropy(y, labels))([logits]));
    tf.dispose([x, gain, logits, labels]);
  });
});
