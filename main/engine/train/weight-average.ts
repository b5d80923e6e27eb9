/** Exponential moving average of the weights (Polyak and Juditsky 1992): what is evaluated and kept instead of the last ones. */
import type { ParameterStore, Values } from '../runtime/program.ts';

export class WeightAverage {
  readonly #store: ParameterStore;
  readonly #decay: number;
  /** Averages of the trainable parameters; empty before the first update. */
  #values: Record<string, Float32Array> = {};

  constructor(store: ParameterStore, decay: number) {
    this.#store = store;
    this.#decay = decay;
  }

  get values(): Values {
    return this.#values;
  }

  /** Continues from values of a checkpoint. */
  restore(values: Values): void {
    this.#values = { ...values };
  }

  /**
   * Takes up the parameters after `updates` of them. The decay is at most (1 + n) / (10 + n) after n updates, so that
   * the first weights are soon forgotten (as in TensorFlow's ExponentialMovingAverage).
   */
  async update(updates: number): Promise<void> {
    const share = 1 - Math.min(this.#decay, (1 + updates) / (10 + updates));
    const current = await this.#store.read();
    for (const { name, trainable } of this.#store.specs) {
      if (trainable === false) continue;
      const [now, mean] = [current[name]!, this.#values[name]];
      if (mean === undefined) this.#values[name] = now;
      else for (let i = 0; i < mean.length; i++) mean[i]! += share * (now[i]! - mean[i]!);
    }
  }

  /** Does `work` with the averages as the parameters, which come back afterwards. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const current = await this.#store.read();
    await this.#store.write(this.#values);
    try {
      return await work();
    } finally {
      await this.#store.write(current);
    }
  }
}
