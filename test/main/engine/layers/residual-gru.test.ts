/** The residual GRU of StaResGRU-CNN eq. 7 against a cell in plain loops, and its native form against its plain one. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { gruSequence } from '../../../../main/engine/layers/recurrent/gru/gru.ts';
import { type Build, difference, runCaptured, runEager, type Sample } from '../runtime/run-captured.ts';
import { sigmoid } from './naive.ts';
import { expectLayer, expectNoLeak, onReferenceBackend, randomArray, toTensor } from './tensors.ts';

onReferenceBackend();

const [B, T, D, H] = [3, 4, 3, 2];
const LENGTHS = [4, 1, 3];
const MASK = LENGTHS.flatMap((n) => Array.from({ length: T }, (_, t) => (t < n ? 1 : 0)));
const mask = () => tf.tensor(MASK, [B, T]);

type Row = readonly number[];

/** (W v)[row] of W [rows, v.length]. */
const dot = (w: Row, v: Row, row: number) =>
  v.reduce((sum, value, i) => sum + value * w[row * v.length + i]!, 0);

/** Each sequence's real tokens only, one after another. */
function naiveResidual(reverse: boolean, [x, ih, hh, bias, carry]: readonly Row[]): number[] {
  const y = new Array<number>(B * T * H).fill(0);
  for (let b = 0; b < B; b++) {
    let h: Row = new Array<number>(H).fill(0);
    for (let step = 0; step < LENGTHS[b]!; step++) {
      const t = reverse ? LENGTHS[b]! - 1 - step : step;
      const token = x!.slice((b * T + t) * D, (b * T + t + 1) * D);
      const before = h;
      const gate = (k: number, u: number, state: Row) =>
        dot(ih!, token, k * H + u) + dot(hh!, state, k * H + u) + bias![k * H + u]!;
      const reset = before.map((old, u) => sigmoid(gate(0, u, before)) * old);
      h = before.map((old, u) => {
        const z = sigmoid(gate(1, u, before));
        return (1 - z) * old + z * Math.tanh(gate(2, u, reset)) + dot(carry!, before, u);
      });
      h.forEach((value, u) => {
        y[(b * T + t) * H + u] = value;
      });
    }
  }
  return y;
}

const arrays = () => [
  randomArray('x', [B, T, D]),
  randomArray('ih', [3 * H, D]),
  randomArray('hh', [3 * H, H]),
  randomArray('bias', [3 * H]),
  randomArray('carry', [H, H], 0.5),
];

const run = (inputs: readonly tf.Tensor[], kept: tf.Tensor, reverse: boolean) => {
  const [x, weightIh, weightHh, biasIh, carry] = inputs;
  const weights = { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh!, carry: carry! };
  return gruSequence(x!, weights, kept, reverse);
};

describe.each([{ reverse: false }, { reverse: true }])('residual GRU, reverse $reverse', ({ reverse }) => {
  it('adds part of the old state past the gates', () => {
    expectLayer(
      (...inputs) => run(inputs, mask(), reverse),
      (...inputs) => naiveResidual(reverse, inputs),
      arrays(),
    );
  });

  it('is the GRU where nothing is carried', () => {
    tf.tidy(() => {
      const [x, weightIh, weightHh, biasIh] = arrays().map((array) => toTensor(array));
      const plain = gruSequence(
        x!,
        { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh! },
        mask(),
        reverse,
      );
      const carried = run([x!, weightIh!, weightHh!, biasIh!, tf.zeros([H, H])], mask(), reverse);
      expect([...carried.dataSync()]).toEqual([...plain.dataSync()]);
    });
  });

  it('is the same captured, gradients included', async () => {
    const floats = [...arrays(), randomArray('dy', [B, T, H])].map(
      ({ shape, values }): Sample => ({ shape, dtype: 'float32', data: Float32Array.from(values) }),
    );
    const samples = [...floats, { shape: [B, T], dtype: 'float32' as const, data: Float32Array.from(MASK) }];
    const build: Build = (inputs) => {
      const [dy, kept] = inputs.slice(-2);
      const { value, grads } = tf.valueAndGrads((...xs: tf.Tensor[]) => run(xs, kept!, reverse))(
        inputs.slice(0, 5),
        dy,
      );
      return [value, ...grads];
    };
    const expected = await runEager(samples, build);
    const { results, ops } = await runCaptured(samples, build);
    expect(ops).toContain('Scan');
    for (const [k, result] of results.entries())
      expect(difference(result, expected[k]!), `result ${k}`).toBeLessThan(2e-5);
  });
});

it('leaves no tensors behind', () => {
  const inputs = arrays().map((array) => toTensor(array));
  const kept = mask();
  expectNoLeak(() => tf.grads((...xs: tf.Tensor[]) => run(xs, kept, false))(inputs));
  tf.dispose([inputs, kept]);
});
