/**
 * The training loop: updates in a fixed order, evaluations after epochs, checkpoints between updates. All of
 * its state is in `LoopState`, parameters, their averages and moments, so that a resumed run is equal bit for bit to an uninterrupted one on
 * the same executor and number of threads.
 */
import type { BestScore, RunPoint, RunProgress } from '../../../shared/domain/training.ts';
import type { ParameterStore } from '../runtime/program.ts';
import { decodeCheckpoint, encodeCheckpoint, type LoopState } from './checkpoint.ts';
import { Clock } from './clock.ts';
import { checkHealth, HEALTHY } from './health.ts';
import type { Schedule } from './learning-rate.ts';
import type { RunEvent, RunStorage } from './run-types.ts';
import type { Evaluation, Trainee } from './task-run.ts';
import { totalUpdates, Updates, updatesPerEpoch } from './updates.ts';

export interface LoopSettings {
  readonly seed: number;
  readonly epochs: number;
  /** Updates after which the run ends; 0 or absent: its epochs alone decide. */
  readonly steps?: number;
  /** Evaluations an epoch; one unless said, at most one an update. */
  readonly evaluations?: number;
  /** Whether it is evaluated before the first update too. */
  readonly evaluateFirst?: boolean;
  readonly accumulation: number;
  readonly adversarialNorm?: number;
  readonly schedule: Schedule;
  /** Evaluations without a better score before the run ends; 0: never. */
  readonly patience: number;
  readonly checkpointSeconds: number;
  /** See `Checkpoint.fingerprint`. */
  readonly fingerprint: string;
}

export type LoopResult =
  | { readonly kind: 'paused'; readonly step: number }
  | { readonly kind: 'finished'; readonly reason: 'epochs' | 'patience'; readonly best: BestScore };

/** Name of the checkpoint in the storage. */
export const CHECKPOINT = 'checkpoint';
/** Name of the best parameters in the storage: a checkpoint of which only the parameters are used. */
const BEST = 'best';

/** Trains from state `from` until the end, or until the signal is aborted, which takes effect between updates. */
export async function* trainLoop(
  trainee: Trainee,
  settings: LoopSettings,
  from: LoopState,
  { storage, signal }: { readonly storage: RunStorage; readonly signal: AbortSignal },
): AsyncGenerator<RunEvent, LoopResult> {
  const { optimizer, order } = trainee;
  const perEpoch = updatesPerEpoch(order, settings.accumulation);
  const totalSteps = totalUpdates(perEpoch, settings);
  const evaluations = new EvaluationPlan(perEpoch, totalSteps, settings.evaluations);
  const updates = new Updates(trainee, settings);
  let state = from;
  const clock = new Clock(state.seconds);
  let saved = performance.now();

  const checkpoint = async (): Promise<RunEvent> => {
    state = { ...state, seconds: clock.seconds() };
    storage.write(CHECKPOINT, await snapshot(trainee, state, settings.fingerprint));
    saved = performance.now();
    return { kind: 'checkpoint', step: state.step };
  };
  const paused = async (): Promise<LoopResult> => {
    await checkpoint();
    return { kind: 'paused', step: state.step };
  };

  try {
    for (;;) {
      const isFirst = settings.evaluateFirst === true && state.step === 0 && state.best === undefined;
      if (isFirst || evaluations.isDue(state)) {
        const now = state;
        const epoch = now.step / perEpoch;
        const evaluated = await withAverage(trainee, async () => {
          const evaluation = await evaluateUnlessStopped(trainee, signal);
          if (evaluation === 'stopped') return evaluation;
          const better = now.best === undefined || evaluation.score > now.best.score;
          if (better) storage.write(BEST, await parametersOf(trainee, now, settings.fingerprint));
          return { evaluation, better };
        });
        if (evaluated === 'stopped') return await paused();
        const { evaluation, better } = evaluated;
        const best = better ? { score: evaluation.score, step: state.step, epoch } : state.best!;
        state = { ...state, evaluated: state.evaluated + (isFirst ? 0 : 1), best };
        const seconds = clock.seconds();
        // before the checkpoint, since a resumed run does not report this evaluation again
        yield {
          kind: 'evaluated',
          point: { step: state.step, epoch, seconds, dev: { ...evaluation.metrics } },
          best,
        };
        yield await checkpoint();
      }
      // a run resumed from its final checkpoint may already have ended
      const ended = endOf(state, { evaluations, totalSteps, patience: settings.patience });
      if (ended !== undefined) return ended;
      if (signal.aborted) return await paused();
      clock.begin();
      const update = await updates.next(state.step);
      state = {
        ...state,
        step: state.step + 1,
        health: checkHealth(state.health, update.loss, update.applied),
      };
      await trainee.average?.update(state.step);
      const seconds = clock.seconds();
      const tokensPerSecond = clock.rate(update.tokens);
      const point: RunPoint = {
        step: state.step,
        epoch: state.step / perEpoch,
        seconds,
        loss: update.loss,
        learningRate: update.learningRate,
        gradientNorm: update.gradientNorm,
        tokensPerSecond,
      };
      yield { kind: 'step', point, progress: progressOf(point, totalSteps, clock) };
      if (performance.now() - saved > settings.checkpointSeconds * 1000) yield await checkpoint();
    }
  } finally {
    await updates.dispose();
    optimizer.reset();
  }
}

/** Plan of evaluations: evenly over each epoch, and after the last update. */
export class EvaluationPlan {
  readonly #perEpoch: number;
  readonly #totalSteps: number;
  /** Evaluations per epoch. */
  readonly #count: number;

  constructor(perEpoch: number, totalSteps: number, count = 1) {
    this.#perEpoch = perEpoch;
    this.#totalSteps = totalSteps;
    this.#count = Math.min(count, perEpoch);
  }

  /** Updates before evaluation `number`, from 1. */
  at(number: number): number {
    return Math.min(this.#totalSteps, Math.round((number * this.#perEpoch) / this.#count));
  }

  /** Returns the number of evaluations before this update, one that is due after it left out. */
  past(step: number): number {
    let number = 0;
    while (this.at(number + 1) < step) number++;
    return number;
  }

  isDue({ step, evaluated }: LoopState): boolean {
    return step > this.at(evaluated) && step === this.at(evaluated + 1);
  }

  /** Returns the evaluation after this number of updates. */
  numberOf(step: number): number {
    return Math.round((step * this.#count) / this.#perEpoch);
  }
}

/** Returns how a run ended after an evaluation; `undefined` when it continues. */
function endOf(
  { step, evaluated, best }: LoopState,
  {
    evaluations,
    totalSteps,
    patience,
  }: { evaluations: EvaluationPlan; totalSteps: number; patience: number },
): LoopResult | undefined {
  if (best === undefined || step !== evaluations.at(evaluated)) return undefined;
  if (step >= totalSteps) return { kind: 'finished', reason: 'epochs', best };
  if (patience > 0 && evaluated - evaluations.numberOf(best.step) >= patience)
    return { kind: 'finished', reason: 'patience', best };
  return undefined;
}

/** Returns the state to begin with. Restores parameters, averages and moments from the checkpoint, if there is one. */
export async function resume(
  { store, optimizer, average }: Trainee,
  { fingerprint }: LoopSettings,
  storage: RunStorage,
): Promise<LoopState> {
  const bytes = storage.read(CHECKPOINT);
  if (bytes === undefined) return { step: 0, evaluated: 0, health: HEALTHY, seconds: 0 };
  const checkpoint = decodeCheckpoint(bytes, fingerprint);
  await store.write(checkpoint.parameters);
  await optimizer.write(checkpoint.optimizer);
  average?.restore(checkpoint.average);
  return checkpoint.state;
}

/** Does `work` with the averages of the weights where the run has any. */
const withAverage = <Result>({ average }: Trainee, work: () => Promise<Result>): Promise<Result> =>
  average === undefined ? work() : average.during(work);

async function snapshot(
  { store, optimizer, average }: Trainee,
  state: LoopState,
  fingerprint: string,
): Promise<Uint8Array[]> {
  const [parameters, moments] = [await store.read(), await optimizer.read()];
  const averages = average?.values ?? {};
  return encodeCheckpoint(
    { state, fingerprint, parameters, optimizer: moments, average: averages },
    store.specs,
  );
}

/** A checkpoint without moments. */
async function parametersOf(
  { store }: Trainee,
  state: LoopState,
  fingerprint: string,
): Promise<Uint8Array[]> {
  const optimizer = { step: state.step, first: {}, second: {} };
  const parameters = await store.read();
  return encodeCheckpoint({ state, fingerprint, parameters, optimizer, average: {} }, store.specs);
}

export async function restoreBest(
  store: ParameterStore,
  storage: RunStorage,
  fingerprint: string,
): Promise<void> {
  const bytes = storage.read(BEST);
  if (bytes !== undefined) await store.write(decodeCheckpoint(bytes, fingerprint).parameters);
}

async function evaluateUnlessStopped(trainee: Trainee, signal: AbortSignal): Promise<Evaluation | 'stopped'> {
  if (signal.aborted) return 'stopped';
  try {
    return await trainee.evaluator.evaluate(signal);
  } catch (error) {
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

const progressOf = (point: RunPoint, totalSteps: number, clock: Clock): RunProgress => ({
  step: point.step,
  totalSteps,
  epoch: point.epoch,
  seconds: point.seconds,
  tokensPerSecond: point.tokensPerSecond ?? 0,
  etaSeconds: (totalSteps - point.step) * clock.secondsAnUpdate,
  memoryBytes: process.memoryUsage.rss(),
  ...(point.loss === undefined ? {} : { loss: point.loss }),
});
