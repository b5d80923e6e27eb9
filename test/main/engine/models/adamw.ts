/** AdamW (Loshchilov and Hutter 2019) as PyTorch has it, in plain arrays. */
import type { ParamSpec } from '../../../../main/engine/layers/params.ts';

export interface AdamWOptions {
  readonly learningRate: number;
  readonly weightDecay: number;
}

export type Values = Map<string, Float32Array>;

export class AdamW {
  readonly #options: AdamWOptions;
  readonly #moments = new Map<string, { first: Float64Array; second: Float64Array }>();
  #step = 0;

  constructor(options: AdamWOptions) {
    this.#options = options;
  }

  /** Changes `values` by their gradients; parameters without a gradient stay. */
  apply(specs: readonly ParamSpec[], values: Values, gradients: ReadonlyMap<string, Float32Array>): void {
    const { learningRate, weightDecay } = this.#options;
    this.#step++;
    const correction1 = 1 - 0.9 ** this.#step;
    const correction2 = 1 - 0.999 ** this.#step;
    for (const { name, decay } of specs) {
      const value = values.get(name)!;
      const gradient = gradients.get(name);
      if (gradient === undefined) continue;
      const { first, second } = this.#momentsOf(name, value.length);
      for (let i = 0; i < value.length; i++) {
        const g = gradient[i]!;
        first[i] = 0.9 * first[i]! + 0.1 * g;
        second[i] = 0.999 * second[i]! + 0.001 * g * g;
        const shrunk = value[i]! * (1 - (decay ? learningRate * weightDecay : 0));
        const update = first[i]! / correction1 / (Math.sqrt(second[i]! / correction2) + 1e-8);
        value[i] = shrunk - learningRate * update;
      }
    }
  }

  #momentsOf(name: string, size: number) {
    const known = this.#moments.get(name);
    if (known !== undefined) return known;
    const fresh = { first: new Float64Array(size), second: new Float64Array(size) };
    this.#moments.set(name, fresh);
    return fresh;
  }
}
