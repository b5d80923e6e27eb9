/** AdamW in tfjs ops: parameters and moments stay where the backend has them. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { AppError } from '../../../shared/result.ts';
import { withBackend } from './backend-scope.ts';
import type { EagerStore } from './eager-store.ts';
import { clipFactor } from './host-optimizer.ts';
import {
  type AdamWSettings,
  type ApplyResult,
  checkValues,
  elementCount,
  type Optimizer,
  type OptimizerState,
  type ParameterSpec,
  type Values,
} from './program.ts';

interface Moments {
  readonly first: Tensor;
  readonly second: Tensor;
}

export class EagerOptimizer implements Optimizer {
  private step = 0;
  private readonly store: EagerStore;
  private readonly settings: AdamWSettings;
  private readonly specs: readonly ParameterSpec[];
  private readonly moments: Map<string, Moments>;
  private readonly onDispose: () => void;

  constructor(store: EagerStore, settings: AdamWSettings, onDispose: () => void) {
    this.store = store;
    this.settings = settings;
    this.onDispose = onDispose;
    this.specs = store.specs.filter(({ trainable }) => trainable ?? true);
    this.moments = new Map(
      this.specs.map(({ name, shape }) => {
        const zeros = () => store.hold(new Float32Array(elementCount(shape)), shape);
        return [name, { first: zeros(), second: zeros() }];
      }),
    );
  }

  async apply({ learningRate }: { learningRate: number }): Promise<ApplyResult> {
    const gradientNorm = await this.norm();
    const applied = Number.isFinite(gradientNorm);
    if (applied) {
      this.step += 1;
      const clip = clipFactor(gradientNorm, this.settings.clipNorm);
      withBackend(this.store.backend, () => {
        for (const spec of this.specs) this.update(spec, learningRate, clip);
      });
    }
    this.reset();
    return { gradientNorm, applied };
  }

  private async norm(): Promise<number> {
    const gradients = [...this.store.accumulated.values()];
    if (gradients.length === 0) return 0;
    const squared = withBackend(this.store.backend, () =>
      tf.tidy(() =>
        gradients.map((gradient): Tensor => tf.sum(tf.square(gradient))).reduce((a, b) => tf.add(a, b)),
      ),
    );
    const [sum] = await squared.data();
    squared.dispose();
    return Math.sqrt(sum!);
  }

  private update(spec: ParameterSpec, learningRate: number, clip: number): void {
    const { beta1, beta2, epsilon, weightDecay } = this.settings;
    const accumulated = this.store.accumulated.get(spec.name);
    if (!accumulated) return;
    const { first, second } = this.moments.get(spec.name)!;
    const parameter = this.store.tensors.get(spec.name)!;
    const rate = learningRate * (spec.rate ?? 1);
    const decay = (spec.decay ?? true) ? 1 - rate * weightDecay : 1;
    const [newParameter, newFirst, newSecond] = tf.tidy((): [Tensor, Tensor, Tensor] => {
      const gradient = tf.mul(accumulated, clip);
      const m = tf.add(tf.mul(first, beta1), tf.mul(gradient, 1 - beta1));
      const v = tf.add(tf.mul(second, beta2), tf.mul(tf.square(gradient), 1 - beta2));
      const root = tf.add(tf.div(tf.sqrt(v), Math.sqrt(1 - beta2 ** this.step)), epsilon);
      const moved = tf.mul(tf.div(m, root), rate / (1 - beta1 ** this.step));
      return [tf.sub(tf.mul(parameter, decay), moved), m, v];
    });
    this.store.replace(spec.name, newParameter);
    this.replaceMoments(spec.name, { first: newFirst, second: newSecond });
  }

  private replaceMoments(name: string, moments: Moments): void {
    const before = this.moments.get(name);
    before?.first.dispose();
    before?.second.dispose();
    this.moments.set(name, moments);
  }

  reset(): void {
    for (const gradient of this.store.accumulated.values()) gradient.dispose();
    this.store.accumulated.clear();
  }

  async read(): Promise<OptimizerState> {
    return { step: this.step, first: await this.readAll('first'), second: await this.readAll('second') };
  }

  private async readAll(which: keyof Moments): Promise<Values> {
    const entries: [string, Float32Array][] = [];
    for (const [name, moments] of this.moments)
      entries.push([name, Float32Array.from(await moments[which].data())]);
    return Object.fromEntries(entries);
  }

  async write({ step, first, second }: OptimizerState): Promise<void> {
    checkValues(this.specs, first);
    checkValues(this.specs, second);
    for (const { name, shape } of this.specs) {
      const [m, v] = [first[name], second[name]];
      if (!m || !v) throw new AppError('internal', `optimizer state: moments of ${name} are missing`);
      this.replaceMoments(name, {
        first: this.store.hold(m.slice(), shape),
        second: this.store.hold(v.slice(), shape),
      });
    }
    this.step = step;
    this.reset();
  }

  dispose(): void {
    this.reset();
    for (const { first, second } of this.moments.values()) {
      first.dispose();
      second.dispose();
    }
    this.moments.clear();
    this.onDispose();
  }
}
