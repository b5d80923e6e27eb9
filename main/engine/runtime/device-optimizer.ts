/** AdamW over WebGPU buffers, with one captured graph for all parameters. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { type AdamWState, adamWUpdate, type StepFactors } from './adamw.ts';
import { AdamWOptimizer } from './adamw-optimizer.ts';
import { type Buffers, type DeviceGraphs, disposeAll, replaceIn } from './device-graphs.ts';
import { type OrtTensor, tensorOver } from './onnx-session.ts';
import { type AdamWSettings, isTrainable, type ParameterSpec, type Values } from './program.ts';

const FACTORS = ['clip', 'rate', 'correction1', 'correction2'] as const satisfies (keyof StepFactors)[];

/** Parameters and accumulated gradients in GPU buffers. */
export interface DeviceParameters {
  readonly specs: readonly ParameterSpec[];
  readonly graphs: DeviceGraphs;
  readonly gradients: Buffers;
  zeros(specs: readonly ParameterSpec[]): Promise<Buffers>;
  tensors(): Promise<Buffers>;
  replace(buffers: ReadonlyMap<string, OrtTensor>): Promise<void>;
}

export class DeviceOptimizer extends AdamWOptimizer {
  private readonly placement: DeviceParameters;
  protected readonly specs: readonly ParameterSpec[];
  private moments: Promise<{ first: Buffers; second: Buffers }> | undefined;

  constructor(placement: DeviceParameters, settings: AdamWSettings, onDispose: () => void) {
    super(settings, onDispose);
    this.placement = placement;
    this.specs = placement.specs.filter(isTrainable);
  }

  /** Returns the moments, zeros before the first update. */
  private buffers(): Promise<{ first: Buffers; second: Buffers }> {
    this.moments ??= (async () => ({
      first: await this.placement.zeros(this.specs),
      second: await this.placement.zeros(this.specs),
    }))();
    return this.moments;
  }

  protected async norm(): Promise<number> {
    const { graphs, gradients } = this.placement;
    if (gradients.size === 0) return 0;
    const feeds = Object.fromEntries(gradients);
    const results = await graphs.run(`norm ${Object.keys(feeds).join()}`, feeds, false, (input) => ({
      sum: Object.keys(feeds)
        .map((name): Tensor => tf.sum(tf.square(input(name))))
        .reduce((a, b) => tf.add(a, b)),
    }));
    return Math.sqrt(Number(results.get('sum')!.data[0]));
  }

  protected async update(factors: StepFactors): Promise<void> {
    const { graphs, gradients } = this.placement;
    const parameters = await this.placement.tensors();
    const { first, second } = await this.buffers();
    const moving = this.specs.filter(({ name }) => gradients.has(name));
    if (moving.length === 0) return;
    const feeds: Record<string, OrtTensor> = {};
    for (const name of FACTORS) feeds[name] = tensorOver(Float32Array.of(factors[name]), [], 'float32');
    for (const { name } of moving) {
      feeds[`parameter/${name}`] = parameters.get(name)!;
      feeds[`first/${name}`] = first.get(name)!;
      feeds[`second/${name}`] = second.get(name)!;
      feeds[`gradient/${name}`] = gradients.get(name)!;
    }
    const results = await graphs.run(
      `update ${moving.map(({ name }) => name).join()}`,
      feeds,
      true,
      (input) => {
        const scalars = Object.fromEntries(FACTORS.map((name) => [name, input(name)])) as Record<
          keyof StepFactors,
          Tensor
        >; // safe: all four
        return Object.fromEntries(moving.flatMap((spec) => this.updated(spec, input, scalars)));
      },
    );
    const part = (prefix: keyof AdamWState) =>
      new Map(moving.map(({ name }) => [name, results.get(`${prefix}/${name}`)!]));
    await this.placement.replace(part('parameter'));
    replaceIn(first, part('first'));
    replaceIn(second, part('second'));
  }

  private updated(
    spec: ParameterSpec,
    input: (name: string) => Tensor,
    factors: Readonly<Record<keyof StepFactors, Tensor>>,
  ): [string, Tensor][] {
    const { name } = spec;
    const state = {
      parameter: input(`parameter/${name}`),
      first: input(`first/${name}`),
      second: input(`second/${name}`),
    };
    const next = adamWUpdate(state, input(`gradient/${name}`), factors, this.settings, spec);
    return Object.entries(next).map(([part, tensor]) => [`${part}/${name}`, tensor]);
  }

  reset(): void {
    disposeAll(this.placement.gradients.values());
    this.placement.gradients.clear();
  }

  protected async readMoments(which: 'first' | 'second'): Promise<Values> {
    return this.placement.graphs.download((await this.buffers())[which]);
  }

  protected async writeMoments(first: Values, second: Values): Promise<void> {
    const moments = await this.buffers();
    replaceIn(moments.first, await this.placement.graphs.upload(this.specs, first));
    replaceIn(moments.second, await this.placement.graphs.upload(this.specs, second));
  }

  override dispose(): void {
    this.reset();
    void this.moments?.then(({ first, second }) => {
      disposeAll(first.values());
      disposeAll(second.values());
    });
    this.moments = undefined;
    super.dispose();
  }
}
