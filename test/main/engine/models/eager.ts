/** Models run eagerly on tfjs: values in, loss and gradients out. */
import * as tf from '@tensorflow/tfjs-core';
import type { DropoutSource } from '../../../../main/engine/layers/dropout.ts';
import { initialise } from '../../../../main/engine/layers/initialisers.ts';
import type { ParamSpec, Params } from '../../../../main/engine/layers/params.ts';
import type { InputSpec, Losses, Model } from '../../../../main/engine/models/model.ts';
import { AdamW, type Values } from './adamw.ts';

export type Batch = Readonly<Record<string, readonly number[]>>;

export function initialValues(specs: readonly ParamSpec[], seed = 1): Values {
  return new Map(specs.map(({ name, shape, init }) => [name, initialise(init, shape, { seed, name })]));
}

export function paramTensors(specs: readonly ParamSpec[], values: Values): Params {
  return Object.fromEntries(specs.map(({ name, shape }) => [name, tf.tensor(values.get(name)!, [...shape])]));
}

export function batchTensors(specs: readonly InputSpec[], batch: Batch): Record<string, tf.Tensor> {
  return Object.fromEntries(
    specs.map(({ name, shape, dtype }) => [name, tf.tensor([...batch[name]!], [...shape], dtype)]),
  );
}

/** tf.tidy for results without tensors. */
export function tidied<Result>(work: () => Result): Result {
  let result: Result | undefined;
  tf.tidy(() => {
    result = work();
  });
  return result!;
}

export interface Gradients {
  readonly loss: number;
  readonly gradients: ReadonlyMap<string, Float32Array>;
}

/** Loss and gradients of every parameter that the loss depends on. */
export function lossAndGradients(
  specs: readonly ParamSpec[],
  values: Values,
  loss: (params: Params) => Losses,
): Gradients {
  return tidied(() => {
    const params = paramTensors(specs, values);
    const names = specs.map(({ name }) => name);
    const gradient = tf.valueAndGrads((...tensors: tf.Tensor[]) => {
      const byName = Object.fromEntries(names.map((name, i) => [name, tensors[i]!]));
      return loss(byName).loss;
    });
    const { value, grads } = gradient(names.map((name) => params[name]!));
    return {
      loss: value.dataSync()[0]!,
      gradients: new Map(names.map((name, i) => [name, Float32Array.from(grads[i]!.dataSync())])),
    };
  });
}

/** Trains on one batch for `steps`, or until the loss is below `until` times the first one; returns the loss before each step. */
export function overfit(
  model: Model,
  {
    inputs,
    batch,
    steps,
    learningRate,
    initial = {},
    until = 0,
  }: {
    readonly inputs: readonly InputSpec[];
    readonly batch: Batch;
    readonly steps: number;
    readonly learningRate: number;
    /** First values that are not drawn. */
    readonly initial?: Readonly<Record<string, Float32Array>>;
    readonly until?: number;
  },
  source?: (step: number) => DropoutSource,
): { readonly losses: readonly number[]; readonly values: Values } {
  const values = new Map([...initialValues(model.params), ...Object.entries(initial)]);
  const optimizer = new AdamW({ learningRate, weightDecay: 0 });
  const losses: number[] = [];
  for (let step = 0; step < steps && !(losses.at(-1)! < until * losses[0]!); step++) {
    const { loss, gradients } = tidied(() => {
      const tensors = batchTensors(inputs, batch);
      return lossAndGradients(model.params, values, (params) => model.loss(params, tensors, source?.(step)));
    });
    losses.push(loss);
    optimizer.apply(model.params, values, gradients);
  }
  return { losses, values };
}
