/** Recurrent layers against cells in plain loops: outputs, gradients, both directions, variable lengths, stacks. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { initialise } from '../../../../main/engine/layers/initialisers.ts';
import { gruSequence } from '../../../../main/engine/layers/recurrent/gru/gru.ts';
import { lstmSequence } from '../../../../main/engine/layers/recurrent/lstm/lstm.ts';
import {
  type RecurrentConfig,
  recurrent,
  recurrentOutputSize,
  recurrentSpec,
} from '../../../../main/engine/layers/recurrent/stack.ts';
import { difference, runCaptured, runEager, type Sample } from '../runtime/run-captured.ts';
import { sigmoid } from './naive.ts';
import { expectLayer, expectNoLeak, onReferenceBackend, randomArray, toTensor } from './tensors.ts';

onReferenceBackend();

const [B, T, D, H] = [3, 4, 3, 2];
const LENGTHS = [4, 1, 3];
const mask = () =>
  tf.tensor(
    LENGTHS.flatMap((n) => Array.from({ length: T }, (_, t) => (t < n ? 1 : 0))),
    [B, T],
  );

type Row = readonly number[];
interface State {
  readonly h: Row;
  readonly c: Row;
}
/** One step of a cell on one token. */
type Cell = (x: Row, state: State) => State;

/** Runs a cell over each sequence's real tokens only. */
function naiveSequence(x: Row, cell: Cell, reverse: boolean): number[] {
  const y = new Array<number>(B * T * H).fill(0);
  for (let b = 0; b < B; b++) {
    let state: State = { h: new Array<number>(H).fill(0), c: new Array<number>(H).fill(0) };
    for (let step = 0; step < LENGTHS[b]!; step++) {
      const t = reverse ? LENGTHS[b]! - 1 - step : step;
      state = cell(x.slice((b * T + t) * D, (b * T + t + 1) * D), state);
      state.h.forEach((value, u) => {
        y[(b * T + t) * H + u] = value;
      });
    }
  }
  return y;
}

/** (W v)[row] of W [rows, v.length]. */
const dot = (w: Row, v: Row, row: number) =>
  v.reduce((sum, value, i) => sum + value * w[row * v.length + i]!, 0);

const lstmCell =
  (ih: Row, hh: Row, bi: Row, bh: Row): Cell =>
  (x, { h, c }) => {
    const pre = (gate: number, u: number) => {
      const row = gate * H + u;
      return dot(ih, x, row) + dot(hh, h, row) + bi[row]! + bh[row]!;
    };
    const cells = c.map((old, u) => sigmoid(pre(1, u)) * old + sigmoid(pre(0, u)) * Math.tanh(pre(2, u)));
    return { c: cells, h: cells.map((value, u) => sigmoid(pre(3, u)) * Math.tanh(value)) };
  };

const gruCell =
  (ih: Row, hh: Row, bias: Row): Cell =>
  (x, { h, c }) => {
    const gate = (k: number, u: number, state: Row) =>
      dot(ih, x, k * H + u) + dot(hh, state, k * H + u) + bias[k * H + u]!;
    const reset = h.map((old, u) => sigmoid(gate(0, u, h)) * old);
    const next = h.map((old, u) => {
      const z = sigmoid(gate(1, u, h));
      return (1 - z) * old + z * Math.tanh(gate(2, u, reset));
    });
    return { h: next, c };
  };

const weights = (gates: number) => [
  randomArray('x', [B, T, D]),
  randomArray('ih', [gates * H, D]),
  randomArray('hh', [gates * H, H]),
  randomArray('bi', [gates * H]),
  randomArray('bh', [gates * H]),
];

describe.each([{ reverse: false }, { reverse: true }])('one direction, reverse $reverse', ({ reverse }) => {
  it('lstmSequence', () => {
    expectLayer(
      (x, weightIh, weightHh, biasIh, biasHh) =>
        lstmSequence(
          x!,
          { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh!, biasHh: biasHh! },
          mask(),
          reverse,
        ),
      (x, ih, hh, bi, bh) => naiveSequence(x!, lstmCell(ih!, hh!, bi!, bh!), reverse),
      weights(4),
    );
  });

  it('gruSequence: reset before the product, h = (1 − z) h + z n', () => {
    expectLayer(
      (x, weightIh, weightHh, biasIh) =>
        gruSequence(x!, { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh! }, mask(), reverse),
      (x, ih, hh, bi) => naiveSequence(x!, gruCell(ih!, hh!, bi!), reverse),
      weights(3).slice(0, 4),
    );
  });
});

describe('sequences of one token', () => {
  it('work in both directions', () => {
    tf.tidy(() => {
      const x = toTensor(randomArray('one', [2, 1, D]));
      const [, ih, hh, bi, bh] = weights(4).map((array) => toTensor(array));
      const lstm = { weightIh: ih!, weightHh: hh!, biasIh: bi!, biasHh: bh! };
      const run = (reverse: boolean) => lstmSequence(x, lstm, tf.ones([2, 1]), reverse).dataSync();
      expect([...run(true)]).toEqual([...run(false)]);
      const gradient = tf.grad((y: tf.Tensor) => lstmSequence(y, lstm, tf.ones([2, 1]), true))(x);
      expect(gradient.shape).toEqual([2, 1, D]);
    });
  });
});

describe('recurrent stacks', () => {
  const config: RecurrentConfig = {
    cell: 'lstm',
    inputSize: D,
    hiddenSize: H,
    layers: 2,
    bidirectional: true,
    dropout: 0,
  };
  const make = (settings: RecurrentConfig) =>
    Object.fromEntries(
      recurrentSpec('rnn', settings).map(({ name, shape, init }) => [
        name,
        tf.tensor(initialise(init, shape, { seed: 3, name }), [...shape]),
      ]),
    );

  it.each(['lstm', 'gru'] as const)('stacks both directions of %s', (cell) => {
    tf.tidy(() => {
      const settings = { ...config, cell };
      const params = make(settings);
      const x = toTensor(randomArray('stack', [B, T, D]));
      const y = recurrent(params, x, tf.cast(mask(), 'int32'), {
        config: settings,
        prefix: 'rnn',
        source: undefined,
      });
      expect(y.shape).toEqual([B, T, recurrentOutputSize(settings)]);
      const padding = tf.mul(y, tf.expandDims(tf.sub(1, mask()), 2));
      expect(tf.max(tf.abs(padding)).dataSync()[0]).toBe(0);

      // Layer by layer with the sequence functions alone.
      const run = (input: tf.Tensor, name: string, reverse: boolean) => {
        const w = {
          weightIh: params[`rnn.weight_ih_${name}`]!,
          weightHh: params[`rnn.weight_hh_${name}`]!,
          biasIh: params[`rnn.bias_ih_${name}`]!,
          biasHh: params[`rnn.bias_hh_${name}`]!,
        };
        if (cell === 'lstm') return lstmSequence(input, w, mask(), reverse);
        return gruSequence(input, w, mask(), reverse);
      };
      let expected: tf.Tensor = x;
      for (const layer of [0, 1])
        expected = tf.concat(
          [run(expected, `l${layer}`, false), run(expected, `l${layer}_reverse`, true)],
          2,
        );
      expect([...y.dataSync()]).toEqual([...expected.dataSync()]);
    });
  });

  it('applies dropout between layers only', () => {
    tf.tidy(() => {
      const sites: string[] = [];
      const source = {
        mask(site: string, shape: readonly number[]) {
          sites.push(site);
          return tf.ones([...shape]);
        },
      };
      const settings = { ...config, layers: 3, dropout: 0.4 };
      recurrent(make(settings), tf.ones([1, 2, D]), tf.ones([1, 2]), {
        config: settings,
        prefix: 'rnn',
        source,
      });
      expect(sites).toEqual(['rnn.l0', 'rnn.l1']);
    });
  });

  it('lists every parameter once, with a forget bias of 1 for the LSTM', () => {
    const specs = recurrentSpec('rnn', config);
    expect(new Set(specs.map(({ name }) => name)).size).toBe(16);
    expect(specs.find(({ name }) => name === 'rnn.weight_ih_l1_reverse')?.shape).toEqual([4 * H, 2 * H]);
    const bias = specs.find(({ name }) => name === 'rnn.bias_ih_l0')!;
    expect([...initialise(bias.init, bias.shape, { seed: 0, name: bias.name })]).toEqual([
      0, 0, 1, 1, 0, 0, 0, 0,
    ]);
    expect(specs.filter(({ decay }) => decay).every(({ name }) => name.includes('weight'))).toBe(true);
  });

  it('leaves no tensors behind', () => {
    const params = make(config);
    const x = toTensor(randomArray('stack', [B, T, D]));
    const kept = mask();
    expectNoLeak(() =>
      tf.grads((y: tf.Tensor) => recurrent(params, y, kept, { config, prefix: 'rnn', source: undefined }))([
        x,
      ]),
    );
    tf.dispose([x, kept, params]);
  });
});

describe('an LSTM in eight bits', () => {
  const [batch, length, inputs, units] = [3, 9, 10, 16];
  const sample = (purpose: string, shape: number[]): Sample => ({
    shape,
    dtype: 'float32',
    data: Float32Array.from(randomArray(purpose, shape, 0.5).values),
  });
  const samples = [
    sample('x', [batch, length, inputs]),
    sample('input weight', [4 * units, inputs]),
    sample('recurrent weight', [4 * units, units]),
    sample('input bias', [4 * units]),
    sample('recurrent bias', [4 * units]),
  ];
  const real: Sample = {
    shape: [batch, length],
    dtype: 'float32',
    data: Float32Array.from({ length: batch * length }, (_, i) =>
      i % length < [9, 1, 6][Math.floor(i / length)]! ? 1 : 0,
    ),
  };

  it.each([
    { int8: 'signed', reverse: false },
    { int8: 'unsigned', reverse: true },
  ] as const)('gives nearly the states of 32 bits (%o)', async ({ int8, reverse }) => {
    const build = ([x, weightIh, weightHh, biasIh, biasHh, seen]: tf.Tensor[]) => {
      const weights = { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh!, biasHh: biasHh! };
      return [lstmSequence(x!, weights, seen!, reverse)];
    };
    const all = [...samples, real];
    const graph = { int8, inference: true };
    const { results, ops } = await runCaptured(all, build, { known: true, graph });
    expect(ops).toContain('DynamicQuantizeLSTM');
    const [exact] = await runEager(all, build);
    expect(difference(results[0]!, exact!)).toBeLessThan(0.03);
    const padding = results[0]!.data.filter((_, i) => real.data[Math.floor(i / units)] === 0);
    expect([...padding].every((value) => value === 0)).toBe(true);
  });
});
