/** AdamW in place in main memory, on gradients written by onnxruntime. */
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { decays, rateOf, type StepFactors, stepFactors } from './adamw.ts';
import type { HelperThreads, Loop } from './helper-threads.ts';
import type { Slot } from './host-memory.ts';
import {
  type AdamWSettings,
  type ApplyResult,
  checkValues,
  type Optimizer,
  type OptimizerState,
  type ParameterSpec,
} from './program.ts';

/** Trainable parameter with its buffers; `weight`: factor on its gradient, 0 without a gradient. */
export interface TrainedParameter {
  readonly spec: ParameterSpec;
  readonly slot: Slot;
  weight: number;
}

/** Part of a parameter, updated by one thread. */
interface Piece extends TrainedParameter {
  /** Bytes from the start of each buffer. */
  readonly offset: number;
  readonly count: number;
}

/** Elements of a piece, a multiple of `UNROLLED`. */
const PIECE = 2 ** 20;
const FLOAT = 4;

function piecesOf(parameter: TrainedParameter): Piece[] {
  const { count } = parameter.slot;
  return Array.from({ length: Math.ceil(count / PIECE) }, (_, index) => ({
    ...parameter,
    offset: index * PIECE * FLOAT,
    count: Math.min(PIECE, count - index * PIECE),
  }));
}

const sumOfSquares = ({ slot, offset, count }: Piece): Loop => ({
  arena: slot.arena,
  loop: 'sumOfSquares',
  count,
  args: [slot.address.gradient + offset, count],
});

/** Requires moments of 0 at the beginning, as in new memory. */
export class HostOptimizer implements Optimizer {
  private step = 0;
  private readonly trained: readonly TrainedParameter[];
  private readonly settings: AdamWSettings;
  private readonly helpers: HelperThreads;
  private readonly onDispose: () => void;

  constructor(
    trained: readonly TrainedParameter[],
    settings: AdamWSettings,
    helpers: HelperThreads,
    onDispose: () => void,
  ) {
    this.trained = trained;
    this.settings = settings;
    this.helpers = helpers;
    this.onDispose = onDispose;
    this.reset();
  }

  async apply({ learningRate }: { learningRate: number }): Promise<ApplyResult> {
    const moving = this.trained.filter(({ weight }) => weight !== 0).flatMap(piecesOf);
    const squares = await this.helpers.run(moving.map(sumOfSquares));
    const gradientNorm = Math.sqrt(
      moving.reduce((sum, { weight }, index) => sum + weight * weight * squares[index]!, 0),
    );
    const applied = Number.isFinite(gradientNorm);
    if (applied) {
      this.step += 1;
      const factors = stepFactors(this.settings, this.step, learningRate, gradientNorm);
      await this.helpers.run(moving.map((piece) => this.update(piece, factors)));
    }
    this.reset();
    return { gradientNorm, applied };
  }

  private update({ spec, slot, weight, offset, count }: Piece, factors: StepFactors): Loop {
    const { beta1, beta2, epsilon, weightDecay } = this.settings;
    const rate = factors.rate * rateOf(spec);
    const { value, first, second, gradient } = slot.address;
    return {
      arena: slot.arena,
      loop: 'update',
      count,
      args: [
        value + offset,
        first + offset,
        second + offset,
        gradient + offset,
        count,
        weight * factors.clip,
        beta1,
        1 - beta1,
        beta2,
        1 - beta2,
        factors.correction2,
        epsilon,
        rate * factors.correction1,
        decays(spec) ? 1 - rate * weightDecay : 1,
      ],
    };
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
      if (!m || !v)
        throw new AppError('internal', plainText(`optimizer state: moments of ${spec.name} are missing`));
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
