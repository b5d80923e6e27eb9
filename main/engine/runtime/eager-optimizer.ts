/** AdamW in tfjs ops; parameters and moments stay in the backend's memory. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { adamWUpdate, type StepFactors, stepFactors } from './adamw.ts';
import { withBackend } from './backend-scope.ts';
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

/** Parameters and accumulated gradients on a tfjs backend. */
export interface EagerParameters {
  readonly specs: readonly ParameterSpec[];
  readonly backend: string;
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly accumulated: Map<string, Tensor>;
  hold(values: Float32Array, shape: readonly number[]): Tensor;
  replace(name: string, tensor: Tensor): void;
  guarded<T>(doing: string, body: () => Promise<T>): Promise<T>;
}

export class EagerOptimizer implements Optimizer {
  private step = 0;
  private readonly store: EagerParameters;
  private readonly settings: AdamWSettings;
  private readonly specs: readonly ParameterSpec[];
  private readonly moments: Map<string, Moments>;
  private readonly onDispose: () => void;

  constructor(store: EagerParameters, settings: AdamWSettings, onDispose: () => void) {
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

  apply(options: { learningRate: number }): Promise<ApplyResult> {
    return this.store.guarded('an optimizer step', () => this.applyUnguarded(options));
  }

  private async applyUnguarded({ learningRate }: { learningRate: number }): Promise<ApplyResult> {
    const gradientNorm = await this.norm();
    const applied = Number.isFinite(gradientNorm);
    if (applied) {
      this.step += 1;
      const factors = stepFactors(this.settings, this.step, learningRate, gradientNorm);
      withBackend(this.store.backend, () => {
        for (const spec of this.specs) this.update(spec, factors);
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

  private update(spec: ParameterSpec, factors: StepFactors): void {
    const { name } = spec;
    const gradient = this.store.accumulated.get(name);
    if (!gradient) return;
    const state = { parameter: this.store.tensors.get(name)!, ...this.moments.get(name)! };
    const next = tf.tidy(() => ({ ...adamWUpdate(state, gradient, factors, this.settings, spec) }));
    this.store.replace(name, next.parameter);
    this.replaceMoments(name, { first: next.first, second: next.second });
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
      if (!m || !v)
        throw new AppError('internal', plainText(`optimizer state: moments of ${name} are missing`));
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
