/** Computes updates of a run by number: batches, dropout masks, gradients and AdamW. */
import { DropoutMasks } from '../layers/dropout-masks.ts';
import { sizeOf } from '../layers/params.ts';
import { INPUT_TABLES } from '../models/fronts/front.ts';
import { type BatchSize, rowsOf, shapeOf, trainingInputs, trainingLoss } from '../models/model.ts';
import { isOnProcessor } from '../runtime/executor-name.ts';
import { withinMemory } from '../runtime/memory.ts';
import type { ElementArray, Executor, InputSpec, TrainingStep } from '../runtime/program.ts';
import type { Order, PlannedBatch } from './data-order.ts';
import { learningRate, type Schedule } from './learning-rate.ts';
import type { Updatable } from './task-run.ts';

interface StepSettings {
  /** Batches an update. */
  readonly accumulation: number;
  /** Norm of the perturbation of the tables of token vectors; 0 or absent: none. */
  readonly adversarialNorm?: number;
}

export interface UpdateSettings extends StepSettings {
  readonly seed: number;
  readonly schedule: Schedule;
}

/** Returns the updates per epoch; the last may accumulate fewer batches. */
export const updatesPerEpoch = (order: Order, accumulation: number): number =>
  Math.ceil(order.batchesPerEpoch / accumulation);

/** Returns the updates of a run: those of its epochs, at most `steps`; 0: no limit. */
export const totalUpdates = (
  perEpoch: number,
  { epochs, steps = 0 }: { readonly epochs: number; readonly steps?: number },
): number => (steps > 0 ? Math.min(steps, perEpoch * epochs) : perEpoch * epochs);

/** Steps checked to fit into memory. */
const fitting = new WeakMap<TrainingStep, TrainingStep>();

/**
 * Returns the training step for batches of this size, compiled once per store.
 * @throws OutOfMemoryError with what fits
 */
async function compileStep(
  { task: { model }, store }: Pick<Updatable, 'task' | 'store'>,
  size: BatchSize,
  { accumulation, adversarialNorm: norm = 0 }: StepSettings,
): Promise<TrainingStep> {
  const step = await store.compileTrainingStep({
    key: `train/${shapeOf(size)}`,
    inputs: trainingInputs(model, size),
    loss: (params, inputs) => trainingLoss(model, params, inputs),
    ...(norm === 0 ? {} : { adversary: { parameters: INPUT_TABLES, norm } }),
  });
  const known = fitting.get(step) ?? withinMemory(step, { ...rowsOf(size), accumulation });
  fitting.set(step, known);
  return known;
}

/**
 * Compiles the step for batches of this size and, on a GPU, runs it once, since GPUs allocate memory and report missing
 * operators only then. Leaves the parameters unchanged.
 */
export async function tryStep(
  executor: Executor,
  trainee: Pick<Updatable, 'task' | 'store' | 'optimizer'>,
  size: BatchSize,
  settings: StepSettings,
): Promise<void> {
  const step = await compileStep(trainee, size, settings);
  if (isOnProcessor(executor)) return;
  await step.accumulate(Object.fromEntries(trainingInputs(trainee.task.model, size).map(zeros)));
  trainee.optimizer.reset();
}

function zeros({ name, shape, dtype }: InputSpec): [string, ElementArray] {
  const elements = { float32: Float32Array, int32: Int32Array, bool: Uint8Array }[dtype];
  return [name, new elements(sizeOf(shape))];
}

/** Returns the examples of the batches as a share of those of full ones, at most 1. */
const fullness = (batches: readonly PlannedBatch[]): number =>
  Math.min(
    1,
    batches.reduce((sum, { examples }) => sum + examples.length, 0) /
      batches.reduce((sum, { size, wanted }) => sum + (wanted ?? size.batch), 0),
  );

/** Returns the batches of the update after `step` updates, and the factor of its gradients. */
export function plannedUpdate(
  order: Order,
  { accumulation, perEpoch }: { readonly accumulation: number; readonly perEpoch: number },
  step: number,
) {
  const epoch = Math.floor(step / perEpoch);
  const first = (step % perEpoch) * accumulation;
  const count = Math.min(accumulation, order.batchesPerEpoch - first);
  const batches = Array.from({ length: count }, (_, i) => order.batch({ epoch, position: first + i }));
  return { epoch, first, batches, scale: perEpoch === 1 ? 1 : fullness(batches) };
}

export interface Update {
  readonly loss: number;
  readonly learningRate: number;
  readonly gradientNorm: number;
  readonly applied: boolean;
  readonly tokens: number;
}

/** Computes updates by number; graphs are compiled when their shape first comes. */
export class Updates {
  readonly #trainee: Updatable;
  readonly #settings: UpdateSettings;
  readonly #perEpoch: number;
  readonly #steps = new Set<TrainingStep>();
  readonly #masks = new DropoutMasks();

  constructor(trainee: Updatable, settings: UpdateSettings) {
    this.#trainee = trainee;
    this.#settings = settings;
    this.#perEpoch = updatesPerEpoch(trainee.order, settings.accumulation);
  }

  /**
   * Computes the update after `step` updates. Batches are weighed so that several are as one of all their texts; an
   * update that is short of texts, since its buckets are at their ends, counts by the share of them.
   */
  async next(step: number): Promise<Update> {
    const { task, store, order, optimizer } = this.#trainee;
    const { accumulation, schedule } = this.#settings;
    const planned = plannedUpdate(order, { accumulation, perEpoch: this.#perEpoch }, step);
    const { epoch, first, batches, scale } = planned;
    const total = batches.reduce((sum, batch) => sum + task.weight(batch), 0);
    let [loss, tokens] = [0, 0];
    for (const [i, batch] of batches.entries()) {
      const compiled = await compileStep(this.#trainee, batch.size, this.#settings);
      this.#steps.add(compiled);
      const number = epoch * order.batchesPerEpoch + first + i;
      const masks = await this.#masks.fill(task.model.dropout(batch.size), {
        seed: this.#settings.seed,
        step: number,
      });
      const feeds = { ...(await task.feeds(batch, epoch, store)), ...masks };
      const share = task.weight(batch) / total;
      loss += (await compiled.accumulate(feeds, share * scale)).loss * share;
      tokens += task.tokens(batch);
    }
    const rate = learningRate(schedule, step);
    const { gradientNorm, applied } = await optimizer.apply({ learningRate: rate });
    return { loss, learningRate: rate, gradientNorm, applied, tokens };
  }

  async dispose(): Promise<void> {
    for (const step of this.#steps) await step.dispose();
    this.#steps.clear();
    this.#masks.dispose();
  }
}
