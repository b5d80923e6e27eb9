/** Parameters as tensors of a tfjs backend, and programs that run op by op. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { withBackend } from './backend-scope.ts';
import { backendFailure } from './eager-backends.ts';
import { EagerOptimizer } from './eager-optimizer.ts';
import { runtimeError } from './errors.ts';
import { lossAndGradients } from './loss-and-gradients.ts';
import {
  type AdamWSettings,
  checkFeeds,
  checkValues,
  type ElementArray,
  elementCount,
  type Feeds,
  type ForwardSpec,
  type HostTensor,
  type InputSpec,
  isTrainable,
  type MemoryEstimate,
  type Optimizer,
  OptimizerPlace,
  type ParameterSpec,
  type ParameterStore,
  type Program,
  parameterMemory,
  type StepResult,
  type StepSpec,
  type Tensors,
  type TrainingStep,
  type Values,
} from './program.ts';

export class EagerStore implements ParameterStore {
  readonly specs: readonly ParameterSpec[];
  readonly backend: string;
  readonly tensors: Map<string, Tensor>;
  /** Accumulated gradients by parameter. */
  readonly accumulated = new Map<string, Tensor>();
  private readonly optimizer = new OptimizerPlace();

  constructor(specs: readonly ParameterSpec[], backend: string) {
    this.specs = specs;
    this.backend = backend;
    this.tensors = new Map(
      specs.map(({ name, shape }) => [name, this.hold(new Float32Array(elementCount(shape)), shape)]),
    );
  }

  /** Creates a tensor that the caller disposes of. */
  hold(values: Float32Array, shape: readonly number[]): Tensor {
    return withBackend(this.backend, () => tf.tensor(values, [...shape], 'float32'));
  }

  async read(): Promise<Record<string, Float32Array>> {
    const entries: [string, Float32Array][] = [];
    for (const [name, tensor] of this.tensors) entries.push([name, Float32Array.from(await tensor.data())]);
    return Object.fromEntries(entries);
  }

  async write(values: Values): Promise<void> {
    checkValues(this.specs, values);
    for (const { name, shape } of this.specs) {
      const replacement = values[name];
      if (replacement) this.replace(name, this.hold(replacement.slice(), shape));
    }
  }

  replace(name: string, tensor: Tensor): void {
    this.tensors.get(name)?.dispose();
    this.tensors.set(name, tensor);
  }

  params(): Tensors {
    return Object.fromEntries(this.tensors);
  }

  async compile(spec: ForwardSpec): Promise<Program> {
    return {
      memory: this.memory(false),
      run: (feeds) => this.forward(spec, feeds),
      dispose: async () => undefined,
    };
  }

  private async forward(spec: ForwardSpec, feeds: Feeds): Promise<Record<string, HostTensor>> {
    checkFeeds(spec.inputs, feeds);
    return this.guarded('running the model', async () => {
      const outputs = this.compute(spec.inputs, feeds, (inputs) =>
        Object.fromEntries(
          Object.entries(spec.build(this.params(), inputs)).map(([name, tensor]) => [name, tf.clone(tensor)]),
        ),
      );
      return takeAll(outputs);
    });
  }

  async compileTrainingStep(spec: StepSpec): Promise<TrainingStep> {
    return {
      memory: this.memory(true),
      accumulate: (feeds, weight = 1) => this.accumulate(spec, feeds, weight),
      dispose: async () => undefined,
    };
  }

  private async accumulate(spec: StepSpec, feeds: Feeds, weight: number): Promise<StepResult> {
    checkFeeds(spec.inputs, feeds);
    const trainable = this.specs.filter(isTrainable).map(({ name }) => name);
    return this.guarded('a training step', async () => {
      const scalars = this.compute(spec.inputs, feeds, (inputs) => {
        const result = lossAndGradients(spec, this.params(), trainable, inputs);
        for (const [name, gradient] of Object.entries(result.gradients)) this.add(name, gradient, weight);
        return { loss: result.loss, metrics: { ...result.metrics } };
      });
      const [loss, metrics] = [await take(scalars.loss), await takeAll(scalars.metrics)];
      return {
        loss: Number(loss.data[0]),
        metrics: Object.fromEntries(
          Object.entries(metrics).map(([name, { data }]) => [name, Number(data[0])]),
        ),
      };
    });
  }

  private add(name: string, gradient: Tensor, weight: number): void {
    const before = this.accumulated.get(name);
    const weighted = tf.mul(gradient, weight);
    this.accumulated.set(name, tf.keep(before ? tf.add(before, weighted) : weighted));
    before?.dispose();
  }

  /** Runs `body` on the backend with the feeds as tensors; frees everything but its result. */
  private compute<T extends tf.TensorContainer>(
    inputs: readonly InputSpec[],
    feeds: Feeds,
    body: (inputs: Tensors) => T,
  ): T {
    return withBackend(this.backend, () =>
      tf.tidy(() => {
        const tensors = inputs.map(({ name, shape, dtype }): [string, Tensor] => [
          name,
          tf.tensor(feeds[name]!, [...shape], dtype),
        ]);
        return body(Object.fromEntries(tensors));
      }),
    );
  }

  /** Runs `body`; throws native errors, including asynchronous ones of the backend, as AppErrors. */
  async guarded<T>(doing: string, body: () => Promise<T>): Promise<T> {
    try {
      const result = await body();
      const failure = backendFailure(this.backend);
      if (failure) throw failure;
      return result;
    } catch (error) {
      throw runtimeError(`${doing} on ${this.backend}`, backendFailure(this.backend) ?? error);
    }
  }

  createOptimizer(settings: AdamWSettings): Optimizer {
    return this.optimizer.create((onDispose) => new EagerOptimizer(this, settings, onDispose));
  }

  private memory(training: boolean): MemoryEstimate {
    return { ...parameterMemory(this.specs, training), activations: null };
  }

  async dispose(): Promise<void> {
    for (const tensor of [...this.tensors.values(), ...this.accumulated.values()]) tensor.dispose();
    this.tensors.clear();
    this.accumulated.clear();
  }
}

async function takeAll(tensors: Readonly<Record<string, Tensor>>): Promise<Record<string, HostTensor>> {
  const results: [string, HostTensor][] = [];
  for (const [name, tensor] of Object.entries(tensors)) results.push([name, await take(tensor)]);
  return Object.fromEntries(results);
}

/** Reads a tensor and frees it. */
async function take(tensor: Tensor): Promise<HostTensor> {
  const data = (await tensor.data()) as ElementArray; // safe: number tensors
  const { shape, dtype } = tensor;
  tensor.dispose();
  return { data, shape, dtype: dtype as HostTensor['dtype'] }; // safe: models return these three types only
}
