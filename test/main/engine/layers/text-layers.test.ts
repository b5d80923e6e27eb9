/** Layers of text networks against naive versions: halving, last states, learnt averages, losses, spatial dropout. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededDropout } from '../../../../main/engine/layers/dropout.ts';
import { focal } from '../../../../main/engine/layers/focal.ts';
import { halveTime } from '../../../../main/engine/layers/halve-time.ts';
import { finalStates, lastToken } from '../../../../main/engine/layers/last-token.ts';
import { sigmoidCrossEntropy } from '../../../../main/engine/layers/sigmoid-cross-entropy.ts';
import { spatialDropout, spatialDropoutSite } from '../../../../main/engine/layers/spatial-dropout.ts';
import { weightedAverage } from '../../../../main/engine/layers/weighted-average.ts';
import * as naive from './naive.ts';
import { difference, expectLayer, onReferenceBackend, randomArray } from './tensors.ts';

onReferenceBackend();

const C = 3;
const maskOf = (lengths: readonly number[], T: number) =>
  tf.tensor(
    lengths.flatMap((n) => Array.from({ length: T }, (_, t) => (t < n ? 1 : 0))),
    [lengths.length, T],
  );
/** Token t of text b in x [B, T, C]. */
const token = (x: readonly number[], T: number, b: number, t: number) =>
  x.slice((b * T + t) * C, (b * T + t + 1) * C);

describe('halveTime', () => {
  const halved = (x: readonly number[], lengths: readonly number[], T: number, window: number) =>
    lengths.flatMap((n, b) =>
      Array.from({ length: Math.ceil(T / 2) }, (_, half) => {
        const real = Array.from({ length: window }, (_, k) => 2 * half + k).filter((t) => t < n);
        return Array.from({ length: C }, (_, c) =>
          2 * half < n ? Math.max(...real.map((t) => token(x, T, b, t)[c]!)) : 0,
        );
      }).flat(),
    );

  it.each([
    { T: 6, window: 2 as const },
    { T: 5, window: 2 as const },
    { T: 6, window: 3 as const },
    { T: 5, window: 3 as const },
    { T: 1, window: 3 as const },
    { T: 2, window: 3 as const },
  ])('takes the largest real token of each window: $T tokens, $window a window', ({ T, window }) => {
    const lengths = [T, Math.ceil(T / 2), 1, 0];
    expectLayer(
      (x) => halveTime({ x: x!, mask: maskOf(lengths, T) }, window).x,
      (x) => halved(x!, lengths, T, window),
      [randomArray(`halved ${T}`, [lengths.length, T, C])],
    );
  });

  it('keeps a mask of half the tokens, rounded up, and does not see padding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 4 }), (T, more) => {
        tf.tidy(() => {
          const lengths = Array.from({ length: T + 1 }, (_, n) => n);
          const x = tf.tensor(
            [...randomArray('unseen', [lengths.length, T, C]).values],
            [lengths.length, T, C],
          );
          const longer = tf.concat([x, tf.fill([lengths.length, more, C], 1e6)], 1);
          const short = halveTime({ x, mask: maskOf(lengths, T) }, 3);
          const long = halveTime({ x: longer, mask: maskOf(lengths, T + more) }, 3);
          const kept = short.mask.shape[1]!;
          expect([...tf.sum(long.mask, 1).dataSync()]).toEqual(lengths.map((n) => Math.ceil(n / 2)));
          expect([...tf.slice(long.x, [0, 0, 0], short.x.shape).dataSync()]).toEqual([...short.x.dataSync()]);
          expect(tf.sum(tf.abs(tf.slice(long.x, [0, kept, 0]))).dataSync()[0]).toBe(0);
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe('last states', () => {
  const T = 4;
  const lengths = [4, 2, 1, 0];

  it('takes the last real token', () => {
    expectLayer(
      (x) => lastToken(x!, maskOf(lengths, T)),
      (x) => lengths.flatMap((n, b) => (n === 0 ? [0, 0, 0] : token(x!, T, b, n - 1))),
      [randomArray('last', [4, T, C])],
    );
    expectLayer(
      (x) => lastToken(x!, maskOf([1, 0], 1)),
      (x) => [...token(x!, 1, 0, 0), 0, 0, 0],
      [randomArray('one', [2, 1, C])],
    );
  });

  it('takes the backward half at the first token', () => {
    const width = 4;
    expectLayer(
      (x) => finalStates(x!, maskOf(lengths, T)),
      (x) =>
        lengths.flatMap((n, b) => {
          const at = (t: number) => x!.slice((b * T + t) * width, (b * T + t + 1) * width);
          return n === 0 ? [0, 0, 0, 0] : [...at(n - 1).slice(0, 2), ...at(0).slice(2)];
        }),
      [randomArray('ends', [4, T, width])],
    );
  });
});

describe('weightedAverage', () => {
  it('is an average over real tokens by softmax of x · w', () => {
    const [T, lengths] = [4, [4, 2, 0]] as const;
    expectLayer(
      (x, weight) => weightedAverage(weight!, x!, maskOf(lengths, T)),
      (x, weight) =>
        lengths.flatMap((n, b) => {
          const tokens = Array.from({ length: n }, (_, t) => token(x!, T, b, t));
          const shares = naive.softmax(tokens.map((v) => v.reduce((s, y, c) => s + y * weight![c]!, 0)));
          return Array.from({ length: C }, (_, c) => tokens.reduce((s, v, t) => s + shares[t]! * v[c]!, 0));
        }),
      [randomArray('averaged', [3, T, C]), randomArray('weight', [C])],
    );
  });
});

describe('losses', () => {
  const labels = [1, 0, 1, 0, 0, 1];

  it('sigmoidCrossEntropy is −y log σ(x) − (1 − y) log σ(−x)', () => {
    expectLayer(
      (x) => sigmoidCrossEntropy(x!, tf.tensor(labels, [2, 3])),
      (x) => labels.map((y, i) => -Math.log(naive.sigmoid(y === 1 ? x![i]! : -x![i]!))),
      [randomArray('logits', [2, 3], 3)],
    );
  });

  it('sigmoidCrossEntropy has its slope at 0 too, and stays finite', () => {
    tf.tidy(() => {
      const y = tf.tensor([1, 0], [1, 2]);
      const slope = tf.grad((x: tf.Tensor) => sigmoidCrossEntropy(x, y))(tf.zeros([1, 2]));
      expect([...slope.dataSync()]).toEqual([-0.5, 0.5]);
      const far = sigmoidCrossEntropy(tf.tensor([1e4, -1e4], [1, 2]), y);
      expect([...far.dataSync()]).toEqual([0, 0]);
      expect([...sigmoidCrossEntropy(tf.tensor([-1e4, 1e4], [1, 2]), y).dataSync()]).toEqual([1e4, 1e4]);
    });
  });

  it.each([0.5, 1, 2, 5])('focal weighs −log p by (1 − p)^%d', (gamma) => {
    const losses = { shape: [4], values: [0.01, 0.4, 1.5, 6] };
    expectLayer(
      (loss) => focal(loss!, gamma),
      (loss) => loss!.map((value) => (1 - Math.exp(-value)) ** gamma * value),
      [losses],
    );
  });

  it('focal is the loss itself at γ = 0, and finite with its slope where nothing is left to learn', () => {
    tf.tidy(() => {
      const losses = tf.tensor([0, 1e-9, 80]);
      expect(focal(losses, 0)).toBe(losses);
      for (const gamma of [0.5, 2]) {
        const { value, grad } = tf.valueAndGrad((x: tf.Tensor) => focal(x, gamma))(losses);
        expect([...value.dataSync(), ...grad.dataSync()].every(Number.isFinite)).toBe(true);
        expect(value.dataSync()[2]).toBeCloseTo(80, 4);
      }
    });
  });
});

describe('spatialDropout', () => {
  it('drops whole channels of a sequence, each sequence its own', () => {
    tf.tidy(() => {
      const [batch, T, width, rate] = [4, 5, 16, 0.5];
      const x = tf.ones([batch, T, width]);
      const y = spatialDropout(x, rate, 'place', seededDropout(3, 1));
      const rows = y.arraySync() as number[][][]; // safe: [B, T, D]
      for (const text of rows) for (const tokenRow of text) expect(tokenRow).toEqual(text[0]);
      expect(new Set(rows.flat(2))).toEqual(new Set([0, 2]));
      expect(rows[0]![0]).not.toEqual(rows[1]![0]);
      expect(spatialDropoutSite('place', { batch, width }, rate)).toEqual([
        { site: 'place', shape: [batch, 1, width], rate },
      ]);
      expect(spatialDropout(x, rate, 'place', undefined)).toBe(x);
      expect(spatialDropoutSite('place', { batch, width }, 0)).toEqual([]);
      expect(difference(spatialDropout(x, 0, 'place', seededDropout(3, 1)).dataSync(), x.dataSync())).toBe(0);
    });
  });
});
