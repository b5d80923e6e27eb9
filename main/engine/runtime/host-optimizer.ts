/** AdamW in place in main memory, on gradients written by onnxruntime. */
import { decays, rateOf, type StepFactors } from './adamw.ts';
import { AdamWOptimizer } from './adamw-optimizer.ts';
import type { HelperThreads, Loop } from './helper-threads.ts';
import type { Slot } from './host-memory.ts';
import type { AdamWSettings, ParameterSpec, Values } from './program.ts';

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
export class HostOptimizer extends AdamWOptimizer {
  private readonly trained: readonly TrainedParameter[];
  private readonly helpers: HelperThreads;

  constructor(
    trained: readonly TrainedParameter[],
    settings: AdamWSettings,
    helpers: HelperThreads,
    onDispose: () => void,
  ) {
    super(settings, onDispose);
    this.trained = trained;
    this.helpers = helpers;
    this.reset();
  }

  protected get specs(): readonly ParameterSpec[] {
    return this.trained.map(({ spec }) => spec);
  }

  private moving(): Piece[] {
    return this.trained.filter(({ weight }) => weight !== 0).flatMap(piecesOf);
  }

  protected async norm(): Promise<number> {
    const moving = this.moving();
    const squares = await this.helpers.run(moving.map(sumOfSquares));
    return Math.sqrt(moving.reduce((sum, { weight }, index) => sum + weight * weight * squares[index]!, 0));
  }

  protected async update(factors: StepFactors): Promise<void> {
    await this.helpers.run(this.moving().map((piece) => this.updateOf(piece, factors)));
  }

  private updateOf({ spec, slot, weight, offset, count }: Piece, factors: StepFactors): Loop {
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

  protected readMoments(which: 'first' | 'second'): Values {
    return Object.fromEntries(this.trained.map(({ spec, slot }) => [spec.name, slot.view[which].slice()]));
  }

  protected writeMoments(first: Values, second: Values): void {
    for (const { spec, slot } of this.trained) {
      slot.view.first.set(first[spec.name]!);
      slot.view.second.set(second[spec.name]!);
    }
  }
}
