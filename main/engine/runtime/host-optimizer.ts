/** AdamW in main memory, in place, for gradients that onnxruntime writes there. */
import { AppError } from '../../../shared/result.ts';
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

/** PyTorch's guard against division by zero in clip_grad_norm_. */
const CLIP_GUARD = 1e-6;

export const clipFactor = (norm: number, clipNorm: number | undefined): number =>
  clipNorm === undefined ? 1 : Math.min(1, clipNorm / (norm + CLIP_GUARD));

export class HostOptimizer implements Optimizer {
  private step = 0;
  private readonly trained: readonly TrainedParameter[];
  private readonly settings: AdamWSettings;
  private readonly onDispose: () => void;

  constructor(trained: readonly TrainedParameter[], settings: AdamWSettings, onDispose: () => void) {
    this.trained = trained;
    this.settings = settings;
    this.onDispose = onDispose;
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
      const clip = clipFactor(gradientNorm, this.settings.clipNorm);
      for (const parameter of moving) this.update(parameter, learningRate, clip);
    }
    this.reset();
    return { gradientNorm, applied };
  }

  private update({ spec, slot, weight }: TrainedParameter, learningRate: number, clip: number): void {
    const { beta1, beta2, epsilon, weightDecay } = this.settings;
    const rate = learningRate * (spec.rate ?? 1);
    const decay = (spec.decay ?? true) ? 1 - rate * weightDecay : 1;
    const { value, first, second, gradient } = slot.address;
    slot.kernel.update(
      value,
      first,
      second,
      gradient,
      slot.count,
      weight * clip,
      beta1,
      1 - beta1,
      beta2,
      1 - beta2,
      1 / Math.sqrt(1 - beta2 ** this.step),
      epsilon,
      rate / (1 - beta1 ** this.step),
      decay,
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
