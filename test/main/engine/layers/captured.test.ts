/** The native forms of recurrent layers and of the CRF, on onnxruntime, against their plain forms on tfjs. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { crfNegativeLogLikelihood, ILLEGAL } from '../../../../main/engine/layers/crf.ts';
import { gruSequence } from '../../../../main/engine/layers/recurrent/gru/gru.ts';
import { lstmSequence } from '../../../../main/engine/layers/recurrent/lstm/lstm.ts';
import { type Build, difference, runCaptured, runEager, type Sample } from '../runtime/run-captured.ts';
import { onReferenceBackend, randomArray } from './tensors.ts';

onReferenceBackend();

const [T, D, H] = [5, 3, 4];
const LENGTHS = [5, 1, 3, 0];
const B = LENGTHS.length;

const float = (name: string, shape: readonly number[]): Sample => ({
  shape,
  dtype: 'float32',
  data: Float32Array.from(randomArray(name, shape).values),
});
const maskOf = (length: number): Sample => ({
  shape: [B, length],
  dtype: 'float32',
  data: Float32Array.from(
    LENGTHS.flatMap((n) => Array.from({ length }, (_, t) => (t < Math.min(n, length) ? 1 : 0))),
  ),
});

/** Output and gradients of the first `count` inputs. */
const withGradients =
  (count: number, run: (inputs: readonly tf.Tensor[]) => tf.Tensor): Build =>
  (inputs) => {
    const dy = inputs.at(-1)!;
    const { value, grads } = tf.valueAndGrads((...xs: tf.Tensor[]) => run([...xs, ...inputs.slice(count)]))(
      inputs.slice(0, count),
      dy,
    );
    return [value, ...grads];
  };

async function expectSame(
  samples: readonly Sample[],
  build: Build,
  operator: string,
  inference = false,
): Promise<void> {
  const expected = await runEager(samples, build);
  const { results, ops } = await runCaptured(samples, build, { graph: { inference } });
  expect(ops).toContain(operator);
  for (const [k, result] of results.entries())
    expect(difference(result, expected[k]!), `result ${k}`).toBeLessThan(2e-5);
}

describe.each([
  { reverse: false, length: T },
  { reverse: true, length: T },
  { reverse: false, length: 1 },
  { reverse: true, length: 1 },
])('captured, reverse $reverse, $length steps', ({ reverse, length }) => {
  const samples = (gates: number, biases: number): Sample[] => [
    float('x', [B, length, D]),
    float('ih', [gates * H, D]),
    float('hh', [gates * H, H]),
    ...['bi', 'bh'].slice(0, biases).map((name) => float(name, [gates * H])),
    maskOf(length),
    float('dy', [B, length, H]),
  ];

  it.each([false, true])('lstmSequence, inference %s', (inference) =>
    expectSame(
      samples(4, 2),
      withGradients(5, ([x, weightIh, weightHh, biasIh, biasHh, mask]) =>
        lstmSequence(
          x!,
          { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh!, biasHh: biasHh! },
          mask!,
          reverse,
        ),
      ),
      inference ? 'LSTM' : 'Scan',
      inference,
    ),
  );

  it.each([false, true])('gruSequence, inference %s', (inference) =>
    expectSame(
      samples(3, 1),
      withGradients(4, ([x, weightIh, weightHh, biasIh, mask]) =>
        gruSequence(x!, { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh! }, mask!, reverse),
      ),
      inference ? 'GRU' : 'Scan',
      inference,
    ),
  );
});

describe.each([
  { length: T, scale: 1, banned: [] },
  { length: 1, scale: 1, banned: [] },
  // far beyond what exp of a float32 can hold, and transitions that a constraint forbids
  { length: T, scale: 60, banned: [1, 7, 14] },
])('captured CRF, $length tokens, scores × $scale, $banned.length banned', ({ length, scale, banned }) => {
  it('crfNegativeLogLikelihood', () => {
    const K = 4;
    const tags = Int32Array.from({ length: B * length }, (_, i) => (i * 7) % K);
    const scaled = (name: string, shape: readonly number[], low: readonly number[] = []): Sample => {
      const sample = float(name, shape);
      return { ...sample, data: sample.data.map((x, i) => (low.includes(i) ? ILLEGAL : x * scale)) };
    };
    const samples: Sample[] = [
      scaled('e', [B, length, K]),
      scaled('t', [K, K], banned),
      float('s', [K]),
      float('n', [K]),
      { shape: [B, length], dtype: 'int32', data: tags },
      maskOf(length),
      float('dy', [B]),
    ];
    return expectSame(
      samples,
      withGradients(4, ([emissions, transitions, start, end, gold, mask]) =>
        crfNegativeLogLikelihood({ transitions: transitions!, start: start!, end: end! }, emissions!, {
          tags: gold!,
          mask: mask!,
        }),
      ),
      length === 1 ? 'Log' : 'Scan',
    );
  });
});
