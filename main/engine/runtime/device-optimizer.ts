/** AdamW over WebGPU buffers, with one captured graph for all parameters. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { type AdamWState, adamWUpdate, type StepFactors, stepFactors } from './adamw.ts';
import { type Buffers, type DeviceGraphs, disposeAll, replaceIn } from './device-graphs.ts';
import { type OrtTensor, tensorOver } from './onnx-session.ts';
import {
  type AdamWSettings,
  type ApplyResult,
  checkValues,
  type Optimizer,
  type OptimizerState,
  type ParameterSpec,
} from './program.ts';

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

export class DeviceOptimizer implements Optimizer {
  private step = 0;
  private readonly placement: DeviceParameters;
  private readonly settings: AdamWSettings;
  private readonly specs: readonly ParameterSpec[];
  private moments: Promise<{ first: Buffers; second: Buffers }> | undefined;
  private readonly onDispose: () => void;

  constructor(placement: DeviceParameters, settings: AdamWSettings, onDispose: () => void) {
    this.placement = placement;
    this.settings = settings;
    this.onDispose = onDispose;
    this.specs = placement.specs.filter(({ trainable }) => trainable ?? true);
  }

  /** Returns the moments, zeros before the first update. */
  private buffers(): Promise<{ first: Buffers; second: Buffers }> {
    this.moments ??= (async () => ({
      first: await this.placement.zeros(this.specs),
      second: await this.placement.zeros(this.specs),
    }))();
    return this.moments;
  }

  async apply({ learningRate }: { learningRate: number }): Promise<ApplyResult> {
    const gradientNorm = await this.norm();
    const applied = Number.isFinite(gradientNorm);
    if (applied) {
      this.step += 1;
      await this.update(stepFactors(this.settings, this.step, learningRate, gradientNorm));
    }
    this.reset();
    return { gradientNorm, applied };
  }

  private async norm(): Promise<number> {
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

  private async update(factors: StepFactors): Promise<void> {
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

  async read(): Promise<OptimizerState> {
    const { graphs } = this.placement;
    const { first, second } = await this.buffers();
    return { step: this.step, first: await graphs.download(first), second: await graphs.download(second) };
  }

  async write({ step, first, second }: OptimizerState): Promise<void> {
    checkValues(this.specs, first);
    checkValues(this.specs, second);
    for (const { name } of this.specs) {
      if (first[name] && second[name]) continue;
      throw new AppError('internal', plainText(`optimizer state: moments of ${name} are missing`));
    }
    const moments = await this.buffers();
    replaceIn(moments.first, await this.placement.graphs.upload(this.specs, first));
    replaceIn(moments.second, await this.placement.graphs.upload(this.specs, second));
    this.step = step;
    this.reset();
  }

  dispose(): void {
    this.reset();
    void this.moments?.then(({ first, second }) => {
      disposeAll(first.values());
      disposeAll(second.values());
    });
    this.moments = undefined;
    this.onDispose();
  }
}
