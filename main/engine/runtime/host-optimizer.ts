/** AdamW in main memory, in place, for gradients that onnxruntime writes there. */
import { AppError } from '../../../shared/result.ts';
import { decays, rateOf, type StepFactors, stepFactors } from './adamw.ts';
import type { Slot } from './host-memory.ts';
import {
  type AdamWSettings,
  type ApplyResult,
  checkValues,
  type Optimizer,
  type OptimizerState,
  type ParameterSpec,
} from './program.ts';

/** A trainable parameter, its buffers and the factor on its gradient; 0: nothing accumulated. */
export interface TrainedParameter {
  readonly spec: ParameterSpec;
  readonly slot: Slot;
  weight: number;
}

export class HostOptimizer implements Optimizer {
  private step = 0;
  private readonly trained: readonly TrainedParameter[];
  private readonly settings: AdamWSettings;
  private readonly onDispose: () => void;

  constructor(trained: readonly TrainedParameter[], settings: AdamWSettings, onDispose: () => void) {
    this.trained = trained;
    this.settings = settings;
    this.onDispose = onDispose;
    for (const { slot } of trained) {
      slot.view.first.fill(0);
      slot.view.second.fill(0);
    }
    this.reset();
  }

  async apply({ learningRate }: { learningRate: number }): Promise<ApplyResult> {
    const moving = this.trained.filter(({ weight }) => weight !== 0);
    const gradientNorm = Math.sqrt(
      moving.reduce((sum, { slot, weight }) => {
        return sum + weight * weight * slot.kernel.sumOfSquares(slot.address.gradient, slot.count);
      }, 0),
    );
    const applied = Number.isFinite(gradientNorm);
    if (applied) {
      this.step += 1;
      const factors = stepFactors(this.settings, this.step, learningRate, gradientNorm);
      for (const parameter of moving) this.update(parameter, factors);
    }
    this.reset();
    return { gradientNorm, applied };
  }

  private update({ spec, slot, weight }: TrainedParameter, factors: StepFactors): void {
    const { beta1, beta2, epsilon, weightDecay } = this.settings;
    const rate = factors.rate * rateOf(spec);
    const { value, first, second, gradient } = slot.address;
    slot.kernel.update(
      value,
      first,
      second,
      gradient,
      slot.count,
      weight * factors.clip,
      beta1,
      1 - beta1,
      beta2,
      1 - beta2,
      factors.correction2,
      epsilon,
      rate * factors.correction1,
      decays(spec) ? 1 - rate * weightDecay : 1,
    );
  }

  reset(): void {
    for (const parameter of this.trained) parameter.weight = 0;
  }

  async read(): Promise<OptimizerState> {
    const values = (region: 'first' | 'second') =>
      Object.fromEntries(this.trained.map(({ spec, slot }) => [spec.name, slot.view[region].slice()]));
    return { step: this.step, first: values('first'), second: values('second') };
  }

  async write({ step, first, second }: OptimizerState): Promise<void> {
    const specs = this.trained.map(({ spec }) => spec);
    checkValues(specs, first);
    checkValues(specs, second);
    for (const { spec, slot } of this.trained) {
      const [m, v] = [first[spec.name], second[spec.name]];
      if (!m || !v) throw new AppError('internal', `optimizer state: moments of ${spec.name} are missing`);
      slot.view.first.set(m);
      slot.view.second.set(v);
    }
    this.step = step;
    this.reset();
  }

  dispose(): void {
    this.onDispose();
  }
}
