/** AdamW in tfjs ops; parameters and moments stay in the backend's memory. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { adamWUpdate, type StepFactors } from './adamw.ts';
import { AdamWOptimizer } from './adamw-optimizer.ts';
import { withBackend } from './backend-scope.ts';
import {
  type AdamWSettings,
  type ApplyResult,
  elementCount,
  isTrainable,
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

export class EagerOptimizer extends AdamWOptimizer {
  private readonly store: EagerParameters;
  protected readonly specs: readonly ParameterSpec[];
  private readonly moments: Map<string, Moments>;

  constructor(store: EagerParameters, settings: AdamWSettings, onDispose: () => void) {
    super(settings, onDispose);
    this.store = store;
    this.specs = store.specs.filter(isTrainable);
    this.moments = new Map(
      this.specs.map(({ name, shape }) => {
        const zeros = () => store.hold(new Float32Array(elementCount(shape)), shape);
        return [name, { first: zeros(), second: zeros() }];
      }),
    );
  }

  override apply(options: { learningRate: number }): Promise<ApplyResult> {
    return this.store.guarded('an optimizer step', () => super.apply(options));
  }

  protected async norm(): Promise<number> {
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

  protected update(factors: StepFactors): void {
    withBackend(this.store.backend, () => {
      for (const spec of this.specs) this.updateOne(spec, factors);
    });
  }

  private updateOne(spec: ParameterSpec, factors: StepFactors): void {
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

  protected async readMoments(which: keyof Moments): Promise<Values> {
    const entries: [string, Float32Array][] = [];
    for (const [name, moments] of this.moments)
      entries.push([name, Float32Array.from(await moments[which].data())]);
    return Object.fromEntries(entries);
  }

  protected writeMoments(first: Values, second: Values): void {
    const held = (values: Values, { name, shape }: ParameterSpec) =>
      this.store.hold(values[name]!.slice(), shape);
    for (const spec of this.specs)
      this.replaceMoments(spec.name, { first: held(first, spec), second: held(second, spec) });
  }

  override dispose(): void {
    this.reset();
    for (const { first, second } of this.moments.values()) {
      first.dispose();
      second.dispose();
    }
    this.moments.clear();
    super.dispose();
  }
}
