/** Model in use by one part of the window: opened on demand, closed when another takes its place. */
import { setTimeout } from 'node:timers/promises';
import type { Message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import type { ModelFiles } from '../engine/io/model-files.ts';
import type { Turn } from './priority-scheduler.ts';

export interface ModelChoice {
  readonly id: number;
  readonly name: string;
  readonly useInt8: boolean;
}

/** Returns a key that is equal for models with equal computations; the name does not matter. */
const keyOf = ({ id, useInt8 }: Pick<ModelChoice, 'id' | 'useInt8'>): string =>
  `${id} ${useInt8 ? 'int8' : 'fp32'}`;

export interface Closable {
  dispose(): Promise<void>;
}

class OpenModel<Opened extends Closable> {
  readonly key: string;
  readonly #opened: Promise<Opened>;
  /** Work in progress; closing waits for it. */
  readonly #busy = new Set<Promise<unknown>>();
  #failed = false;

  constructor(key: string, opened: Promise<Opened>) {
    this.key = key;
    this.#opened = opened;
    opened.catch(() => {
      this.#failed = true; // `use` rejects with the reason
    });
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** @throws the error with which opening failed */
  async use<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    const under = this.#opened.then(work);
    this.#busy.add(under);
    try {
      return await under;
    } finally {
      this.#busy.delete(under);
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened.catch(() => undefined); // nothing to close when opening failed
    await Promise.allSettled(this.#busy);
    await opened?.dispose();
  }
}

class ModelSlot<Choice extends ModelChoice, Opened extends Closable> {
  readonly #open: (choice: Choice) => Promise<Opened>;
  #held: OpenModel<Opened> | undefined;

  constructor(open: (choice: Choice) => Promise<Opened>) {
    this.#open = open;
  }

  /** Returns the chosen model, opened or being opened. One that failed to open stays failed until `refresh`. */
  take(choice: Choice): OpenModel<Opened>;
  take(choice: Choice | undefined): OpenModel<Opened> | undefined;
  take(choice: Choice | undefined): OpenModel<Opened> | undefined {
    const before = this.#held;
    if (before?.key === (choice && keyOf(choice))) return before;
    if (before !== undefined) void before.close();
    this.#held = choice && new OpenModel(keyOf(choice), this.#open(choice));
    return this.#held;
  }

  /** Opens the chosen model after models changed, so that its first answer is quick. */
  refresh(choice: Choice | undefined): void {
    if (this.#held?.failed === true) this.#held = undefined;
    this.take(choice);
  }

  /** Returns the open model if it is this one. */
  shared(choice: Pick<ModelChoice, 'id' | 'useInt8'>): OpenModel<Opened> | undefined {
    return this.#held?.key === keyOf(choice) && !this.#held.failed ? this.#held : undefined;
  }
}

/** Access to the registered models. */
export interface ModelRegistry {
  /** @throws AppError when no model has this id */
  get(id: number): ModelChoice;
  /** @throws AppError when the files are missing or damaged */
  files(id: number): ModelFiles | Promise<ModelFiles>;
}

interface SlotParts<Predictor extends Closable, Opened extends Closable> {
  readonly open: (choice: ModelChoice) => Promise<Predictor>;
  /** Returns what is kept of a model in use. */
  readonly keep: (predictor: Predictor) => Opened;
  /** Says what still works without the model. */
  readonly kept: Message;
}

/** Slot of a model in use, through which any model of the same kind is used. */
export class PredictorSlot<
  Choice extends ModelChoice,
  Predictor extends Closable,
  Opened extends Closable & { readonly predictor: Predictor },
> extends ModelSlot<Choice, Opened> {
  readonly #openPredictor: (choice: ModelChoice) => Promise<Predictor>;

  constructor({ open, keep, kept }: SlotParts<Predictor, Opened>) {
    super(async (choice) => {
      try {
        await setTimeout(0); // opening blocks: answers on their way leave first
        return keep(await open(choice));
      } catch (error) {
        throw cannotUse(choice.name, error, kept);
      }
    });
    this.#openPredictor = open;
  }

  /** Runs work with the predictor in use if it is this model's, else with one opened temporarily. */
  async withPredictor<Result>(
    choice: ModelChoice,
    use: (predictor: Predictor) => Promise<Result>,
  ): Promise<Result> {
    const shared = this.shared(choice);
    if (shared !== undefined) return shared.use(({ predictor }) => use(predictor));
    const predictor = await this.#openPredictor(choice);
    try {
      return await use(predictor);
    } finally {
      await predictor.dispose();
    }
  }
}

function cannotUse(name: string, error: unknown, kept: Message): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  const { code, hint } = error instanceof AppError ? error : { code: 'internal' as const, hint: undefined };
  return new AppError(
    code,
    'models.cannot-use',
    { name, reason },
    { kept, hint: hint ?? 'hint.other-model', cause: error },
  );
}

/** Returns the model with the weights that an evaluation asks for. */
export const withWeights = (choice: ModelChoice, weights: 'fp32' | 'int8' | 'as-set'): ModelChoice =>
  weights === 'as-set' ? choice : { ...choice, useInt8: weights === 'int8' };

/** Yields to more urgent work before each batch; throws once the signal is aborted. */
export function between(turn: Turn, signal: AbortSignal | undefined): () => Promise<void> {
  return async () => {
    await turn.wait();
    if (signal?.aborted === true) throw new AppError('cancelled', 'request.stopped');
  };
}

/** Measures time since now without the time spent waiting. */
export function stopwatch(wait: () => Promise<void>) {
  const start = performance.now();
  let waitedMs = 0;
  return {
    wait: async (): Promise<void> => {
      const before = performance.now();
      await wait();
      waitedMs += performance.now() - before;
    },
    seconds: () => (performance.now() - start - waitedMs) / 1000,
  };
}
