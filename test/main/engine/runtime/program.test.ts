/** Programs, training steps and AdamW on the captured and the eager executors, against plain loops. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { type ExecutorChoice, parseExecutor } from '../../../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type {
  AdamWSettings,
  Feeds,
  OptimizerState,
  ParameterSpec,
  ParameterStore,
  StepSpec,
} from '../../../../main/engine/runtime/program.ts';
import { PARITY_EXECUTOR } from '../../../parity/executors.ts';
import { generator } from './run-captured.ts';

/** The parity runs name others, GPUs among them, each in a process of its own. */
const named = process.env[PARITY_EXECUTOR];
const EXECUTORS: ExecutorChoice[] = (named === undefined ? ['onnx:cpu', 'cpu'] : [named]).map((name) => ({
  ...parseExecutor(name),
  threads: 2,
}));
const ROWS = 4;
const IN = 3;
const OUT = 5;

const SPECS: ParameterSpec[] = [
  { name: 'weight', shape: [IN, OUT] },
  { name: 'bias', shape: [OUT], decay: false, rate: 3 },
  { name: 'scale', shape: [], trainable: false },
  { name: 'unused', shape: [7] },
];
const INPUTS = [
  { name: 'x', shape: [ROWS, IN], dtype: 'float32' as const },
  { name: 'y', shape: [ROWS, OUT], dtype: 'float32' as const },
];
/** Mean squared error of (x W + b) · scale. */
const STEP: StepSpec = {
  key: 'regression',
  inputs: INPUTS,
  loss: (params, inputs) => {
    const predicted = tf.mul(tf.add(tf.matMul(inputs.x!, params.weight!), params.bias!), params.scale!);
    const error = tf.sub(predicted, inputs.y!);
    return { loss: tf.mean(tf.square(error)), metrics: { largest: tf.max(tf.abs(error)) } };
  },
};
const SETTINGS: AdamWSettings = { beta1: 0.9, beta2: 0.99, epsilon: 1e-6, weightDecay: 0.1, clipNorm: 0.5 };

const random = generator(21);
const floats = (size: number) => Float32Array.from({ length: size }, () => 2 * random() - 1);
const VALUES = {
  weight: floats(IN * OUT),
  bias: floats(OUT),
  scale: Float32Array.of(1.5),
  unused: floats(7),
};
const batch = () => ({ x: floats(ROWS * IN), y: floats(ROWS * OUT) });
const BATCHES = Array.from({ length: 6 }, batch);

/** Loss and gradients in plain loops. */
function naive(values: { weight: number[]; bias: number[] }, { x, y }: (typeof BATCHES)[number]) {
  const scale = VALUES.scale[0]!;
  const weight = Array<number>(IN * OUT).fill(0);
  const bias = Array<number>(OUT).fill(0);
  let loss = 0;
  let largest = 0;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < OUT; column++) {
      let sum = values.bias[column]!;
      for (let i = 0; i < IN; i++) sum += x![row * IN + i]! * values.weight[i * OUT + column]!;
      const error = sum * scale - y![row * OUT + column]!;
      loss += error ** 2 / (ROWS * OUT);
      largest = Math.max(largest, Math.abs(error));
      const d = (2 * error * scale) / (ROWS * OUT);
      bias[column]! += d;
      for (let i = 0; i < IN; i++) weight[i * OUT + column]! += d * x![row * IN + i]!;
    }
  }
  return { loss, largest, weight, bias };
}

/** AdamW as PyTorch states it, in float64. */
class NaiveAdamW {
  step = 0;
  readonly values = { weight: [...VALUES.weight], bias: [...VALUES.bias] };
  private readonly first = { weight: VALUES.weight.map(() => 0), bias: VALUES.bias.map(() => 0) };
  private readonly second = { weight: VALUES.weight.map(() => 0), bias: VALUES.bias.map(() => 0) };

  apply(gradients: { weight: number[]; bias: number[] }, learningRate: number): number {
    this.step += 1;
    const norm = Math.hypot(...gradients.weight, ...gradients.bias);
    const clip = Math.min(1, SETTINGS.clipNorm! / (norm + 1e-6));
    for (const name of ['weight', 'bias'] as const) {
      const rate = learningRate * (name === 'bias' ? 3 : 1);
      gradients[name].forEach((raw, index) => {
        const gradient = raw * clip;
        const m = SETTINGS.beta1 * this.first[name][index]! + (1 - SETTINGS.beta1) * gradient;
        const v = SETTINGS.beta2 * this.second[name][index]! + (1 - SETTINGS.beta2) * gradient ** 2;
        this.first[name][index] = m;
        this.second[name][index] = v;
        const decayed = this.values[name][index]! * (name === 'weight' ? 1 - rate * SETTINGS.weightDecay : 1);
        const root = Math.sqrt(v / (1 - SETTINGS.beta2 ** this.step)) + SETTINGS.epsilon;
        this.values[name][index] = decayed - (rate * m) / (1 - SETTINGS.beta1 ** this.step) / root;
      });
    }
    return norm;
  }
}

async function openStore(choice: ExecutorChoice): Promise<ParameterStore> {
  const store = (await openExecutor(choice)).createStore(SPECS);
  await store.write(VALUES);
  return store;
}

function expectClose(actual: Float32Array, expected: readonly number[], what: string): void {
  expected.forEach((value, index) => {
    expect(Math.abs(actual[index]! - value), `${what}[${index}]`).toBeLessThan(2e-5);
  });
}

describe.each(EXECUTORS)('executor $id $provider', (choice) => {
  it('computes forward programs', async () => {
    const store = await openStore(choice);
    const program = await store.compile({
      inputs: [
        INPUTS[0]!,
        { name: 'ids', shape: [2], dtype: 'int32' },
        { name: 'keep', shape: [OUT], dtype: 'bool' },
      ],
      build: (params, inputs) => {
        const all = tf.add(tf.matMul(inputs.x!, params.weight!), params.bias!); // [ROWS, OUT]
        const masked = tf.where(inputs.keep!, all, tf.zerosLike(all));
        return {
          all,
          some: tf.gather(masked, inputs.ids!),
          kept: tf.logicalNot(inputs.keep!),
          same: inputs.ids!,
        };
      },
    });
    const { x } = BATCHES[0]!;
    const keep = Uint8Array.of(1, 0, 1, 1, 0);
    const results = await program.run({ x: x!, ids: Int32Array.of(3, 0), keep });
    const expected = Array.from({ length: ROWS * OUT }, (_, at) => {
      let sum = VALUES.bias[at % OUT]!;
      for (let i = 0; i < IN; i++)
        sum += x![Math.floor(at / OUT) * IN + i]! * VALUES.weight[i * OUT + (at % OUT)]!;
      return sum;
    });
    expectClose(results.all!.data as Float32Array, expected, 'all');
    expect(results.some!.shape).toEqual([2, OUT]);
    const some = [3, 0].flatMap((row) =>
      expected.slice(row * OUT, (row + 1) * OUT).map((v, i) => v * keep[i]!),
    );
    expectClose(results.some!.data as Float32Array, some, 'some');
    expect({ ...results.kept, data: [...results.kept!.data] }).toMatchObject({
      data: [0, 1, 0, 0, 1],
      dtype: 'bool',
    });
    expect([...results.same!.data]).toEqual([3, 0]);
    await store.dispose();
  });

  it('trains as plain loops do: clipping, decay, rates, frozen and unused parameters', async () => {
    const store = await openStore(choice);
    const step = await store.compileTrainingStep(STEP);
    const optimizer = store.createOptimizer(SETTINGS);
    const reference = new NaiveAdamW();
    for (const [index, feeds] of BATCHES.entries()) {
      const expected = naive(reference.values, feeds);
      const { loss, metrics } = await step.accumulate(feeds);
      expect(loss).toBeCloseTo(expected.loss, 4);
      expect(metrics.largest).toBeCloseTo(expected.largest, 4);
      const norm = reference.apply(expected, 0.01 * (index + 1));
      const result = await optimizer.apply({ learningRate: 0.01 * (index + 1) });
      expect(result.applied).toBe(true);
      expect(result.gradientNorm).toBeCloseTo(norm, 4);
    }
    const values = await store.read();
    expectClose(values.weight!, reference.values.weight, 'weight');
    expectClose(values.bias!, reference.values.bias, 'bias');
    expect(values.scale).toEqual(VALUES.scale);
    expect(values.unused).toEqual(VALUES.unused);
    await store.dispose();
  });

  it('adds the gradients at parameters moved by the fast gradient method', async () => {
    const store = await openStore(choice);
    const norm = 0.7;
    const parameters = ['weight', 'bias', 'scale', 'unused', 'absent'];
    const step = await store.compileTrainingStep({ ...STEP, adversary: { parameters, norm } });
    const optimizer = store.createOptimizer(SETTINGS);
    const reference = new NaiveAdamW();
    for (const feeds of BATCHES) {
      const clean = naive(reference.values, feeds);
      const length = Math.hypot(...clean.weight, ...clean.bias);
      const moved = (name: 'weight' | 'bias') =>
        reference.values[name].map((value, i) => value + (norm * clean[name][i]!) / length);
      const adversarial = naive({ weight: moved('weight'), bias: moved('bias') }, feeds);
      const both = (name: 'weight' | 'bias') => clean[name].map((one, i) => one + adversarial[name][i]!);
      expect((await step.accumulate(feeds)).loss).toBeCloseTo(clean.loss, 4);
      expect(adversarial.loss).toBeGreaterThan(clean.loss);
      const expected = reference.apply({ weight: both('weight'), bias: both('bias') }, 0.03);
      expect((await optimizer.apply({ learningRate: 0.03 })).gradientNorm).toBeCloseTo(expected, 3);
    }
    const values = await store.read();
    expectClose(values.weight!, reference.values.weight, 'weight');
    expectClose(values.bias!, reference.values.bias, 'bias');
    expect(values.scale).toEqual(VALUES.scale);
    expect(values.unused).toEqual(VALUES.unused);
    await store.dispose();
  });

  it('adds up weighted gradients of several batches', async () => {
    const store = await openStore(choice);
    const step = await store.compileTrainingStep(STEP);
    const optimizer = store.createOptimizer(SETTINGS);
    const reference = new NaiveAdamW();
    const weights = [0.5, 0.3, 0.2];
    for (let update = 0; update < 2; update++) {
      const parts = weights.map((weight, index) => ({ weight, feeds: BATCHES[3 * update + index]! }));
      const gradients = { weight: Array<number>(IN * OUT).fill(0), bias: Array<number>(OUT).fill(0) };
      for (const { weight, feeds } of parts) {
        const part = naive(reference.values, feeds);
        part.weight.forEach((value, index) => {
          gradients.weight[index]! += weight * value;
        });
        part.bias.forEach((value, index) => {
          gradients.bias[index]! += weight * value;
        });
        await step.accumulate(feeds, weight);
      }
      reference.apply(gradients, 0.05);
      await optimizer.apply({ learningRate: 0.05 });
    }
    const values = await store.read();
    expectClose(values.weight!, reference.values.weight, 'weight');
    expectClose(values.bias!, reference.values.bias, 'bias');
    await store.dispose();
  });

  it('changes nothing when a gradient is not finite', async () => {
    const store = await openStore(choice);
    const step = await store.compileTrainingStep(STEP);
    const optimizer = store.createOptimizer(SETTINGS);
    await step.accumulate(BATCHES[0]!);
    await optimizer.apply({ learningRate: 0.01 });
    const [before, state] = [await store.read(), await optimizer.read()];
    await step.accumulate({ ...BATCHES[1]!, x: new Float32Array(ROWS * IN).fill(Number.NaN) });
    expect((await optimizer.apply({ learningRate: 0.01 })).applied).toBe(false);
    expect(await store.read()).toEqual(before);
    expect(await optimizer.read()).toEqual(state);
    await step.accumulate(BATCHES[2]!);
    expect((await optimizer.apply({ learningRate: 0.01 })).applied).toBe(true);
    await store.dispose();
  });

  it('continues bit for bit from saved parameters and moments', async () => {
    const run = async (store: ParameterStore, feeds: readonly Feeds[], state?: OptimizerState) => {
      const step = await store.compileTrainingStep(STEP);
      const optimizer = store.createOptimizer(SETTINGS);
      if (state) await optimizer.write(state);
      for (const one of feeds) {
        await step.accumulate(one);
        await optimizer.apply({ learningRate: 0.02 });
      }
      const saved = { values: await store.read(), state: await optimizer.read() };
      await step.dispose();
      await store.dispose();
      return saved;
    };
    const whole = await run(await openStore(choice), BATCHES);
    const half = await run(await openStore(choice), BATCHES.slice(0, 3));
    const resumed = await openStore(choice);
    await resumed.write(half.values);
    const rest = await run(resumed, BATCHES.slice(3), half.state);
    expect(rest).toEqual(whole);
    expect(rest.state.step).toBe(6);
  });

  it('starts a new optimizer with zero moments', async () => {
    const train = async (store: ParameterStore) => {
      const step = await store.compileTrainingStep(STEP);
      const optimizer = store.createOptimizer(SETTINGS);
      await step.accumulate(BATCHES[0]!);
      await optimizer.apply({ learningRate: 0.1 });
      optimizer.dispose();
      return store.read();
    };
    const store = await openStore(choice);
    const once = await train(store);
    await store.write(VALUES);
    expect(await train(store)).toEqual(once);
    await store.dispose();
  });

  it('refuses feeds that do not fit', async () => {
    const store = await openStore(choice);
    const step = await store.compileTrainingStep(STEP);
    const { x, y } = BATCHES[0]!;
    await expect(step.accumulate({ x: x! })).rejects.toThrow('input y: expected float32[4,5], got nothing');
    await expect(step.accumulate({ x: x!, y: Int32Array.from(y!) })).rejects.toThrow('got Int32Array');
    await expect(step.accumulate({ x: x!, y: y!.slice(1) })).rejects.toThrow('got 19 elements');
    await expect(store.write({ nothing: x! })).rejects.toThrow('no parameter nothing');
    await expect(store.write({ bias: x! })).rejects.toThrow('parameter bias: expected [5], got 12 elements');
    expect(() => [store.createOptimizer(SETTINGS), store.createOptimizer(SETTINGS)]).toThrow(
      'optimizer already',
    );
    await store.dispose();
  });

  it('leaves no tensors behind', async () => {
    const once = async () => {
      const store = await openStore(choice);
      const step = await store.compileTrainingStep(STEP);
      const optimizer = store.createOptimizer(SETTINGS);
      for (const feeds of BATCHES.slice(0, 2)) await step.accumulate(feeds);
      await optimizer.apply({ learningRate: 0.1 });
      await step.accumulate(BATCHES[2]!);
      optimizer.dispose();
      await store.dispose();
    };
    await once();
    const before = tf.memory().numTensors;
    await once();
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe('captured programs', () => {
  it('are compiled once a key', async () => {
    const store = await openStore({ id: 'onnx', threads: 1 });
    const first = await store.compileTrainingStep(STEP);
    expect(await store.compileTrainingStep(STEP)).toBe(first);
    expect(await store.compileTrainingStep({ ...STEP, key: 'other' })).not.toBe(first);
    await first.dispose();
    expect(await store.compileTrainingStep(STEP)).not.toBe(first);
    await store.dispose();
  });

  it('share parameters with a training step', async () => {
    const store = await openStore({ id: 'onnx', threads: 1 });
    const forward = await store.compile({
      inputs: [],
      build: ({ weight }) => ({ doubled: tf.mul(weight!, 2) }),
    });
    const step = await store.compileTrainingStep(STEP);
    const optimizer = store.createOptimizer(SETTINGS);
    await step.accumulate(BATCHES[0]!);
    await optimizer.apply({ learningRate: 0.1 });
    const { weight } = await store.read();
    expect(weight).not.toEqual(VALUES.weight);
    const { doubled } = await forward.run({});
    expect(doubled!.data).toEqual(weight!.map((value) => 2 * value));
    await store.dispose();
  });

  it('state their memory', async () => {
    const store = await openStore({ id: 'onnx', threads: 1 });
    const { memory } = await store.compileTrainingStep(STEP);
    const trainable = 4 * (IN * OUT + OUT + 7);
    expect(memory).toMatchObject({ parameters: trainable + 4, gradients: trainable, moments: 2 * trainable });
    expect(memory.activations).toBeGreaterThan(4 * ROWS * OUT);
    await store.dispose();
  });

  it('can take the parameters in as they are', async () => {
    const store = await openStore({ id: 'onnx', threads: 1 });
    const spec = {
      inputs: [INPUTS[0]!],
      build: (params: tf.NamedTensorMap, inputs: tf.NamedTensorMap) => ({
        y: tf.add(tf.matMul(inputs.x!, params.weight!), params.bias!),
      }),
    };
    const live = await store.compile(spec);
    const frozen = await store.compile({ ...spec, weights: 'frozen' });
    const { x } = BATCHES[0]!;
    const before = (await live.run({ x })).y!.data;
    expect((await frozen.run({ x })).y!.data).toEqual(before);
    await store.write({ weight: floats(IN * OUT) });
    expect((await frozen.run({ x })).y!.data).toEqual(before);
    expect((await live.run({ x })).y!.data).not.toEqual(before);
    await store.dispose();
  });

  it('can use int8 weights', async () => {
    const [rows, columns] = [64, 80];
    const store = (await openExecutor({ id: 'onnx', threads: 1 })).createStore([
      { name: 'first', shape: [rows, columns] },
      { name: 'tied', shape: [rows, columns] },
    ]);
    const values = { first: floats(rows * columns), tied: floats(rows * columns) };
    values.first.forEach((_, index) => {
      if (index % columns === 7) values.first[index] = 0; // a column without any weight
    });
    await store.write(values);
    const x = floats(3 * rows);
    const program = await store.compile({
      weights: 'int8',
      inputs: [{ name: 'x', shape: [3, rows], dtype: 'float32' }],
      build: ({ first, tied }, inputs) => {
        const hidden = tf.matMul(inputs.x!, first!); // [3, columns]
        return { hidden, back: tf.matMul(hidden, tied!, false, true) }; // [3, rows]
      },
    });
    const { hidden, back } = await program.run({ x });
    const product = (
      a: ArrayLike<number>,
      width: number,
      weight: (i: number, column: number) => number,
      count: number,
    ) =>
      Array.from({ length: 3 * count }, (_, at) => {
        let sum = 0;
        for (let i = 0; i < width; i++) sum += a[Math.floor(at / count) * width + i]! * weight(i, at % count);
        return sum;
      });
    const expectedHidden = product(x, rows, (i, column) => values.first[i * columns + column]!, columns);
    const expectedBack = product(hidden!.data, columns, (i, row) => values.tied[row * columns + i]!, rows);
    for (const [actual, expected] of [
      [hidden!.data, expectedHidden],
      [back!.data, expectedBack],
    ] as const) {
      const scale = Math.max(...expected.map(Math.abs));
      expected.forEach((value, index) => {
        expect(Math.abs(actual[index]! - value)).toBeLessThan(0.02 * scale);
      });
      expect([...actual]).not.toEqual(expected); // really quantised
    }
    expect(hidden!.data[7]).toBe(0);
    await store.dispose();
  });

  it('name the kernel that has no translation', async () => {
    const store = await openStore({ id: 'onnx', threads: 1 });
    const build = ({ weight }: tf.NamedTensorMap) => ({ y: tf.atan(weight!) });
    await expect(store.compile({ inputs: [], build })).rejects.toThrow('kernel Atan has no ONNX translation');
    const read = ({ weight }: tf.NamedTensorMap) => ({ y: tf.scalar(weight!.dataSync()[0]!) });
    await expect(store.compile({ inputs: [], build: read })).rejects.toThrow('only running it would give');
    await store.dispose();
  });
});
