/** Measures correctness and speed of an executor by a small fixed training. */
import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import type { ExecutorChoice } from './executor-name.ts';
import { openExecutor } from './executors.ts';
import { gelu, layerNorm, linear } from './fused.ts';
import {
  type Executor,
  elementCount,
  type Feeds,
  type InputSpec,
  type ParameterSpec,
  type Tensors,
} from './program.ts';

export interface Measured {
  /** Median milliseconds of a training step. */
  readonly msPerStep: number;
  /** Largest relative difference of losses and parameters from the `cpu` executor after three steps. */
  readonly maxError: number;
}

/** Sizes of the model and its batches. */
interface Size {
  readonly batch: number;
  readonly length: number;
  readonly hidden: number;
  readonly layers: number;
}
const VOCABULARY = 211;
const CLASSES = 9;
const HEADS = 4;
/** Model for correctness; every executor trains it within a second. */
const SMALL: Size = { batch: 2, length: 8, hidden: 16, layers: 1 };
/** Model for speed. */
const LARGE: Size = { batch: 8, length: 64, hidden: 128, layers: 2 };
const STEPS = 3;
const TIMED_STEPS = 7;
const TIME_LIMIT_MS = 5_000;
const ADAMW = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01, clipNorm: 1 };
const LEARNING_RATE = 1e-3;

/** Returns the parameters of a BERT-shaped encoder with a token classifier. */
function parameterSpecs({ length, hidden, layers }: Size): ParameterSpec[] {
  const matrix = (name: string, rows: number, columns: number): ParameterSpec => ({
    name,
    shape: [rows, columns],
  });
  const vector = (name: string, size: number): ParameterSpec => ({ name, shape: [size], decay: false });
  const layer = (index: number): ParameterSpec[] => [
    ...['query', 'key', 'value', 'output'].flatMap((part) => [
      matrix(`${index}.${part}.weight`, hidden, hidden),
      vector(`${index}.${part}.bias`, hidden),
    ]),
    matrix(`${index}.inner.weight`, hidden, 4 * hidden),
    vector(`${index}.inner.bias`, 4 * hidden),
    matrix(`${index}.outer.weight`, 4 * hidden, hidden),
    vector(`${index}.outer.bias`, hidden),
    ...['attended', 'fed'].flatMap((norm) => [
      vector(`${index}.${norm}.gain`, hidden),
      vector(`${index}.${norm}.bias`, hidden),
    ]),
  ];
  return [
    matrix('words', VOCABULARY, hidden),
    matrix('positions', length, hidden),
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
    matrix('classifier.weight', hidden, CLASSES),
    vector('classifier.bias', CLASSES),
  ];
}

function loss(params: Tensors, inputs: Tensors, { batch, length, hidden, layers }: Size): Tensor {
  const get = (name: string): Tensor => params[name]!;
  const apply = (name: string, x: Tensor) => linear(x, get(`${name}.weight`), get(`${name}.bias`));
  const normal = (name: string, x: Tensor) => layerNorm(x, get(`${name}.gain`), get(`${name}.bias`), 1e-12);
  const heads = (x: Tensor) =>
    tf.transpose(tf.reshape(x, [batch, length, HEADS, hidden / HEADS]), [0, 2, 1, 3]);
  const words = tf.reshape(tf.gather(get('words'), inputs.ids!), [batch, length, hidden]);
  let x: Tensor = tf.reshape(tf.add(words, get('positions')), [batch * length, hidden]); // [B·T, H]
  for (let index = 0; index < layers; index++) {
    const query = tf.mul(heads(apply(`${index}.query`, x)), 1 / Math.sqrt(hidden / HEADS)); // [B, A, T, D]
    const weights = tf.softmax(tf.matMul(query, heads(apply(`${index}.key`, x)), false, true)); // [B, A, T, T]
    const mixed = tf.matMul(weights, heads(apply(`${index}.value`, x))); // [B, A, T, D]
    const joined = tf.reshape(tf.transpose(mixed, [0, 2, 1, 3]), [batch * length, hidden]); // [B·T, H]
    x = normal(`${index}.attended`, tf.add(x, apply(`${index}.output`, joined)));
    x = normal(`${index}.fed`, tf.add(x, apply(`${index}.outer`, gelu(apply(`${index}.inner`, x)))));
  }
  const logits = apply('classifier', x); // [B·T, C]
  return tf.neg(tf.mean(tf.sum(tf.mul(tf.logSoftmax(logits), inputs.labels!), -1)));
}

/** Returns a linear congruential generator of numbers in [−1, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  };
}

function fixedValues(specs: readonly ParameterSpec[]): Record<string, Float32Array> {
  const next = numbers(1);
  const element = (name: string) => (name.endsWith('gain') ? 1 + 0.1 * next() : 0.2 * next());
  return Object.fromEntries(
    specs.map(({ name, shape }) => [
      name,
      Float32Array.from({ length: elementCount(shape) }, () => element(name)),
    ]),
  );
}

function fixedBatch({ batch, length }: Size): Feeds {
  const next = numbers(2);
  const tokens = batch * length;
  const ids = Int32Array.from({ length: tokens }, () => Math.floor(((next() + 1) / 2) * VOCABULARY));
  const labels = new Float32Array(tokens * CLASSES);
  ids.forEach((id, token) => {
    labels[token * CLASSES + (id % CLASSES)] = 1;
  });
  return { ids, labels };
}

interface Trained {
  readonly losses: readonly number[];
  readonly values: Readonly<Record<string, Float32Array>>;
  readonly times: readonly number[];
}

async function train(executor: Executor, size: Size, steps: number, limitMs: number): Promise<Trained> {
  const tokens = size.batch * size.length;
  const inputs: InputSpec[] = [
    { name: 'ids', shape: [tokens], dtype: 'int32' },
    { name: 'labels', shape: [tokens, CLASSES], dtype: 'float32' },
  ];
  const specs = parameterSpecs(size);
  const store = executor.createStore(specs);
  try {
    await store.write(fixedValues(specs));
    const optimizer = store.createOptimizer(ADAMW);
    const step = await store.compileTrainingStep({
      inputs,
      loss: (params, given) => ({ loss: loss(params, given, size) }),
    });
    const feeds = fixedBatch(size);
    const losses: number[] = [];
    const times: number[] = [];
    const start = performance.now();
    while (losses.length < steps && performance.now() - start < limitMs) {
      const before = performance.now();
      losses.push((await step.accumulate(feeds)).loss);
      await optimizer.apply({ learningRate: LEARNING_RATE });
      times.push(performance.now() - before);
    }
    const values = await store.read();
    optimizer.dispose();
    return { losses, values, times };
  } finally {
    await store.dispose();
  }
}

/** Returns the median without the first time, which includes warm-up. */
function median(times: readonly number[]): number {
  const sorted = (times.length > 1 ? times.slice(1) : times).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function largestError(found: Trained, expected: Trained): number {
  const relative = (a: number, b: number) => Math.abs(a - b) / Math.max(1, Math.abs(b));
  const ofLosses = found.losses.map((value, index) => relative(value, expected.losses[index]!));
  const ofValues = Object.entries(expected.values).map(([name, reference]) =>
    reference.reduce(
      (worst, value, index) => Math.max(worst, relative(found.values[name]![index]!, value)),
      0,
    ),
  );
  return Math.max(...ofLosses, ...ofValues);
}

/** Trains on the executor and on `cpu`. @throws AppError when the executor cannot be opened or fails */
export async function measureExecutor(choice: ExecutorChoice): Promise<Measured> {
  const expected = await onExecutor({ id: 'cpu' }, (cpu) =>
    train(cpu, SMALL, STEPS, Number.POSITIVE_INFINITY),
  );
  return onExecutor(choice, async (executor) => {
    const small = await train(executor, SMALL, STEPS, Number.POSITIVE_INFINITY);
    const large = await train(executor, LARGE, TIMED_STEPS, TIME_LIMIT_MS);
    return { msPerStep: median(large.times), maxError: largestError(small, expected) };
  });
}

async function onExecutor<T>(choice: ExecutorChoice, body: (executor: Executor) => Promise<T>): Promise<T> {
  const executor = await openExecutor(choice);
  try {
    return await body(executor);
  } finally {
    await executor.dispose();
  }
}
