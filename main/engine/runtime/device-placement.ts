/** Parameters, gradients and moments in WebGPU buffers. */
import * as tf from '@tensorflow/tfjs-core';
import { type Buffers, DeviceGraphs, disposeAll, replaceIn } from './device-graphs.ts';
import { DeviceOptimizer } from './device-optimizer.ts';
import { named, type Opened } from './onnx-graphs.ts';
import { type OrtTensor, type SessionSettings, tensorOver } from './onnx-session.ts';
import type { Placement } from './placement.ts';
import {
  type AdamWSettings,
  elementCount,
  type Optimizer,
  type ParameterSpec,
  type Values,
} from './program.ts';

export class DevicePlacement implements Placement {
  readonly onDevice = true;
  readonly specs: readonly ParameterSpec[];
  readonly graphs: DeviceGraphs;
  /** Accumulated gradients by parameter. */
  readonly gradients: Buffers = new Map();
  private readonly parameters: Promise<Buffers>;

  constructor(specs: readonly ParameterSpec[], settings: SessionSettings) {
    this.specs = specs;
    this.graphs = new DeviceGraphs(settings);
    this.parameters = this.zeros(specs);
  }

  zeros(specs: readonly ParameterSpec[]): Promise<Buffers> {
    const data = Object.fromEntries(
      specs.map(({ name, shape }) => [name, new Float32Array(elementCount(shape))]),
    );
    return this.graphs.upload(specs, data);
  }

  tensors(): Promise<Buffers> {
    return this.parameters;
  }

  async read(): Promise<Record<string, Float32Array>> {
    return this.graphs.download(await this.parameters);
  }

  async write(values: Values): Promise<void> {
    const named = this.specs.filter(({ name }) => values[name]);
    if (named.length > 0) await this.replace(await this.graphs.upload(named, values));
  }

  async replace(buffers: ReadonlyMap<string, OrtTensor>): Promise<void> {
    replaceIn(await this.parameters, buffers);
  }

  prepareTraining(): void {}

  targets(): Readonly<Record<string, OrtTensor>> {
    return {};
  }

  async accumulate(
    step: Opened,
    results: Readonly<Record<string, OrtTensor>>,
    weight: number,
  ): Promise<void> {
    const fresh = new Map(named(step, 'gradient').map(([name, output]) => [name, results[output]!]));
    const adding = [...fresh.keys()].filter((name) => this.gradients.has(name));
    if (weight === 1 && adding.length === 0) {
      for (const [name, gradient] of fresh) this.gradients.set(name, gradient);
      return;
    }
    const feeds: Record<string, OrtTensor> = { weight: tensorOver(Float32Array.of(weight), [], 'float32') };
    for (const [name, gradient] of fresh) feeds[`fresh/${name}`] = gradient;
    for (const name of adding) feeds[`sum/${name}`] = this.gradients.get(name)!;
    const sums = await this.graphs.run(`add ${Object.keys(feeds).join()}`, feeds, true, (input) =>
      Object.fromEntries(
        [...fresh.keys()].map((name) => {
          const weighted = tf.mul(input(`fresh/${name}`), input('weight'));
          return [name, adding.includes(name) ? tf.add(input(`sum/${name}`), weighted) : weighted];
        }),
      ),
    );
    disposeAll(fresh.values());
    replaceIn(this.gradients, sums);
  }

  createOptimizer(settings: AdamWSettings, onDispose: () => void): Optimizer {
    return new DeviceOptimizer(this, settings, onDispose);
  }

  async dispose(): Promise<void> {
    disposeAll((await this.parameters).values());
    disposeAll(this.gradients.values());
    this.gradients.clear();
    await this.graphs.dispose();
  }
}
