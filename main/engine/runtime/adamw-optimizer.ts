/** The part of AdamW that is the same wherever parameters and moments lie. */
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { type StepFactors, stepFactors } from './adamw.ts';
import {
  type AdamWSettings,
  type ApplyResult,
  checkValues,
  type Optimizer,
  type OptimizerState,
  type ParameterSpec,
  type Values,
} from './program.ts';

export abstract class AdamWOptimizer implements Optimizer {
  protected readonly settings: AdamWSettings;
  /** Trained parameters. */
  protected abstract readonly specs: readonly ParameterSpec[];
  private step = 0;
  private readonly onDispose: () => void;

  constructor(settings: AdamWSettings, onDispose: () => void) {
    this.settings = settings;
    this.onDispose = onDispose;
  }

  /** Updates the parameters if the gradients are finite. */
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

  async read(): Promise<OptimizerState> {
    const first = await this.readMoments('first');
    return { step: this.step, first, second: await this.readMoments('second') };
  }

  async write({ step, first, second }: OptimizerState): Promise<void> {
    checkValues(this.specs, first);
    checkValues(this.specs, second);
    for (const { name } of this.specs) {
      if (first[name] && second[name]) continue;
      throw new AppError('internal', plainText(`optimizer state: moments of ${name} are missing`));
    }
    await this.writeMoments(first, second);
    this.step = step;
    this.reset();
  }

  dispose(): void {
    this.onDispose();
  }

  /** Norm of all accumulated gradients. */
  protected abstract norm(): Promise<number>;
  protected abstract update(factors: StepFactors): void | Promise<void>;
  /** Drops the accumulated gradients. */
  abstract reset(): void;
  protected abstract readMoments(which: 'first' | 'second'): Values | Promise<Values>;
  /** @param first holds a value of each trained parameter, as does `second` */
  protected abstract writeMoments(first: Values, second: Values): void | Promise<void>;
}
