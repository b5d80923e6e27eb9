/** Fused ops: both forms compute the same, and their gradients are right. */
import * as tf from '@tensorflow/tfjs-core';
import { engine, type Tensor } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { type NativeOp, nativeOp } from '../../../../main/engine/runtime/custom-op.ts';
import { attention, crossEntropy, gelu, layerNorm, linear } from '../../../../main/engine/runtime/fused.ts';
import { type Build, difference, generator, runCaptured, runEager, type Sample } from './run-captured.ts';

/** y = a · b + step(a): the first input's gradient has a factor that plain tfjs would not give. */
const TOY: NativeOp = {
  name: 'Toy',
  forward: ([a, b]) => ({ output: tf.mul(a!, b!), saved: [tf.square(b!)] }),
  gradient: (dy, { inputs: [a], saved: [squared] }) => [tf.mul(dy, squared!), tf.mul(dy, a!), null],
  emit: {
    forward: (graph, [a, b]) => ({
      output: graph.binary('Mul', a!, b!),
      saved: [graph.binary('Mul', b!, b!)],
    }),
    gradient: (graph, dy, { inputs: [a], saved: [squared] }) => [
      graph.binary('Mul', dy, squared!),
      graph.binary('Mul', dy, a!),
      null,
    ],
  },
};

/** A running sum over time as ONNX Scan: the state's gradient runs backwards through the same loop. */
const RUNNING_SUM: NativeOp = {
  name: 'RunningSum',
  forward: ([x]) => ({ output: tf.cumsum(x!, 0) }),
  gradient: (dy) => [tf.cumsum(dy, 0, false, true)],
  emit: {
    forward: (graph, [x]) => {
      const zero = graph.constant(new Float32Array(x!.shape[1]!), [x!.shape[1]!], 'float32');
      const { outputs } = graph.scan({ state: [zero], scanned: [x!] }, (body, [sum], [step]) => {
        const next = body.binary('Add', sum!, step!);
        return { state: [next], outputs: [next] };
      });
      return { output: outputs[0]! };
    },
    gradient: (graph, dy) => {
      const zero = graph.constant(new Float32Array(dy.shape[1]!), [dy.shape[1]!], 'float32');
      const { outputs } = graph.scan(
        { state: [zero], scanned: [dy], reverse: true },
        (body, [sum], [step]) => {
          const next = body.binary('Add', sum!, step!);
          return { state: [next], outputs: [next] };
        },
      );
      return [outputs[0]!];
    },
  },
};

const sample = (shape: readonly number[], random: () => number): Sample => ({
  shape,
  dtype: 'float32',
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 4 * random() - 2),
});

/** Σ yᵢ · wᵢ with fixed uneven weights, and its gradients. */
const withGradients =
  (op: (inputs: Tensor[]) => Tensor): Build =>
  (inputs) => {
    const mix = () => {
      const y = op(inputs);
      return tf.sum(tf.mul(y, tf.reshape(tf.sin(tf.range(1, y.size + 1)), y.shape)));
    };
    return [op(inputs), ...engine().gradients(mix, inputs).grads];
  };

interface FusedCase {
  readonly op: (inputs: Tensor[]) => Tensor;
  /** The same in plain tfjs ops, whose derivatives are tested elsewhere. */
  readonly plain: (inputs: Tensor[]) => Tensor;
  readonly shapes: readonly (readonly number[])[];
  /** An ONNX operator that the captured form must use. */
  readonly uses?: string;
}
const EPSILON = 1e-5;
function plainNorm([x, gain, bias]: Tensor[]): Tensor {
  const centred = tf.sub(x!, tf.mean(x!, -1, true));
  const deviation = tf.sqrt(tf.add(tf.mean(tf.square(centred), -1, true), EPSILON));
  return tf.add(tf.mul(tf.div(centred, deviation), gain!), bias!);
}
const LABELS = [2, 0, 4];
const labels = () => tf.tensor1d(LABELS, 'int32');
const BIAS = [0, -1e4, 0, 0, 0, -1e4];
/** [B, 1, 1, T]: one padded key in each text. */
const paddingBias = () => tf.tensor(BIAS, [2, 1, 1, 3]);
const kept = () =>
  tf.reshape(tf.mul(2, tf.cast(tf.greater(tf.sin(tf.range(0, 36)), -0.3), 'float32')), [2, 2, 3, 3]);
function plainAttention([q, k, v]: Tensor[], bias?: Tensor, factors?: Tensor): Tensor {
  const scores = tf.mul(tf.matMul(q!, k!, false, true), 0.5);
  const weights = tf.softmax(bias ? tf.add(scores, bias) : scores);
  return tf.matMul(factors ? tf.mul(weights, factors) : weights, v!);
}
const HEADS = [2, 2, 3, 4];
const CASES: Readonly<Record<string, FusedCase>> = {
  attention: {
    op: ([q, k, v]) => attention(q!, k!, v!, 0.5),
    plain: (inputs) => plainAttention(inputs),
    shapes: [HEADS, HEADS, HEADS],
    uses: 'FusedMatMul',
  },
  'attention with padding': {
    op: ([q, k, v]) => attention(q!, k!, v!, 0.5, { bias: paddingBias() }),
    plain: (inputs) => plainAttention(inputs, paddingBias()),
    shapes: [HEADS, HEADS, HEADS],
  },
  'attention with padding and dropout': {
    op: ([q, k, v]) => attention(q!, k!, v!, 0.5, { bias: paddingBias(), dropout: kept() }),
    plain: (inputs) => plainAttention(inputs, paddingBias(), kept()),
    shapes: [HEADS, HEADS, HEADS],
  },
  'attention with dropout': {
    op: ([q, k, v]) => attention(q!, k!, v!, 0.5, { dropout: kept() }),
    plain: (inputs) => plainAttention(inputs, undefined, kept()),
    shapes: [HEADS, HEADS, HEADS],
  },
  crossEntropy: {
    op: ([logits]) => crossEntropy(tf.mul(logits!, 30), labels()),
    plain: ([logits]) =>
      tf.neg(tf.sum(tf.mul(tf.logSoftmax(tf.mul(logits!, 30)), tf.oneHot(labels(), 5)), -1)),
    shapes: [[3, 5]],
    uses: 'LogSoftmax',
  },
  gelu: {
    op: ([x]) => gelu(x!),
    plain: ([x]) => tf.mul(x!, tf.mul(0.5, tf.add(1, tf.erf(tf.div(x!, Math.SQRT2))))),
    shapes: [[3, 5]],
    uses: 'Gelu',
  },
  layerNorm: {
    op: ([x, gain, bias]) => layerNorm(x!, gain!, bias!, EPSILON),
    plain: plainNorm,
    shapes: [[2, 3, 5], [5], [5]],
    uses: 'LayerNormalization',
  },
  'linear without bias': {
    op: ([x, w]) => linear(x!, w!),
    plain: ([x, w]) => tf.matMul(x!, w!),
    shapes: [
      [4, 3],
      [3, 5],
    ],
  },
  'linear over three axes': {
    op: ([x, w, b]) => linear(x!, w!, b!),
    plain: ([x, w, b]) => tf.add(tf.reshape(tf.matMul(tf.reshape(x!, [6, 3]), w!), [2, 3, 5]), b!),
    shapes: [[2, 3, 3], [3, 5], [5]],
  },
  'running sum': {
    op: ([x]) => nativeOp(RUNNING_SUM, [x!]),
    plain: ([x]) => tf.cumsum(x!, 0),
    shapes: [[4, 3]],
    uses: 'Scan',
  },
};

describe('fused ops', () => {
  it.each(Object.entries(CASES))(
    '%s: eager and captured agree with plain ops',
    async (_, { op, plain, shapes, uses }) => {
      const random = generator(3);
      const samples = shapes.map((shape) => sample(shape, random));
      const expected = await runEager(samples, withGradients(plain));
      const eager = await runEager(samples, withGradients(op));
      const { results, ops } = await runCaptured(samples, withGradients(op));
      if (uses !== undefined) expect(ops).toContain(uses);
      expected.forEach((reference, index) => {
        expect(difference(eager[index]!, reference), `eager ${index}`).toBeLessThan(2e-5);
        expect(difference(results[index]!, reference), `captured ${index}`).toBeLessThan(2e-5);
      });
    },
  );

  it('uses the gradient that the op states, and zero where it states none', async () => {
    const random = generator(5);
    const samples = [sample([2, 3], random), sample([2, 3], random), sample([4], random)];
    const build: Build = ([a, b, c]) =>
      engine().gradients(() => tf.sum(nativeOp(TOY, [a!, b!, c!])), [a!, b!, c!]).grads;
    for (const results of [await runEager(samples, build), (await runCaptured(samples, build)).results]) {
      samples[1]!.data.forEach((b, index) => {
        expect(results[0]!.data[index]).toBeCloseTo(b * b, 5); // not b
        expect(results[1]!.data[index]).toBeCloseTo(samples[0]!.data[index]!, 5);
      });
      expect([...results[2]!.data]).toEqual([0, 0, 0, 0]);
    }
  });

  it('records the tensor forms of an op without native ones', async () => {
    const { emit: _, ...tensorsOnly } = TOY;
    const random = generator(6);
    const samples = [sample([2, 3], random), sample([2, 3], random)];
    const build: Build = ([a, b]) =>
      engine().gradients(() => tf.sum(nativeOp(tensorsOnly, [a!, b!, b!])), [a!, b!]).grads;
    const [eager] = await runEager(samples, build);
    const { results } = await runCaptured(samples, build);
    expect(difference(results[0]!, eager!)).toBeLessThan(1e-6);
  });

  it('leaves no tensors behind', async () => {
    const random = generator(8);
    const samples = [sample([2, 5], random), sample([5], random), sample([5], random)];
    const build = withGradients(([x, gain, bias]) => gelu(layerNorm(x!, gain!, bias!, EPSILON)));
    await runEager(samples, build);
    const before = tf.memory().numTensors;
    await runEager(samples, build);
    await runCaptured(samples, build);
    expect(tf.memory().numTensors).toBe(before);
  });
});
