/** A run under way, in this process or in a child process of its own. */
import { fromErrorData } from '../../../shared/result.ts';
import type { RunEvent } from '../../engine/train/run-types.ts';
import type {
  FromTrainer,
  SpawnTrainer,
  TrainerProcess,
  TrainOutcome,
  TrainRequest,
} from './process/protocol.ts';
import { type TrainRun, work } from './run-work.ts';

export type TrainEnd =
  | TrainOutcome
  /** It was killed, or its process ended without a word: `how` says what is known. */
  | { readonly kind: 'died'; readonly how: string };

export interface Training {
  /** How it ended. Rejects with the AppError that the run failed with. */
  readonly ended: Promise<TrainEnd>;
  /** Ends it after the step under way, with a checkpoint. */
  pause(): void;
  /** Ends it as soon as possible, without one. */
  kill(): void;
}

export interface StartTraining {
  (request: TrainRequest, onEvent: (event: RunEvent) => void): Training;
  /** Ends a process that is kept for the next run of a series. */
  release?(): void;
}

/** Trains in this process: for the command line, whose process is there for this alone. */
export function trainHere(train?: TrainRun): StartTraining {
  return (request, onEvent) => {
    const abort = new AbortController();
    let killed = false;
    const run = async (): Promise<TrainEnd> => {
      const steps = work(request, abort.signal, train);
      for (;;) {
        const step = await steps.next();
        if (step.done === true) return step.value;
        onEvent(step.value);
        if (!killed) continue;
        await steps.return({ kind: 'paused', step: 0 });
        return { kind: 'died', how: 'it was stopped' };
      }
    };
    return {
      ended: run(),
      pause: () => abort.abort(),
      kill: () => {
        killed = true;
      },
    };
  };
}

/** How long a process waits for the next run of its series. */
const KEPT_MS = 10_000;

/**
 * Trains in a process of its own: a crash or a lack of memory ends that run only, and the app stays quick. Runs of one
 * series come one after the other in the same process, which keeps what they have read.
 */
export function trainInChild(spawn: SpawnTrainer): StartTraining {
  let kept:
    | { readonly series: number; readonly trainer: Trainer; readonly timer: NodeJS.Timeout }
    | undefined;
  const release = () => {
    clearTimeout(kept?.timer);
    kept?.trainer.kill();
    kept = undefined;
  };
  const take = (series: number | undefined): Trainer => {
    if (kept === undefined || kept.series !== series || kept.trainer.isOver) {
      release();
      return new Trainer(spawn());
    }
    clearTimeout(kept.timer);
    const { trainer } = kept;
    kept = undefined;
    return trainer;
  };
  const start: StartTraining = (request, onEvent) => {
    const { series } = request;
    const trainer = take(series);
    const ended = trainer.train(request, onEvent).finally(() => {
      if (series === undefined || trainer.isOver) return trainer.kill();
      release();
      kept = { series, trainer, timer: setTimeout(release, KEPT_MS) };
    });
    return { ended, pause: () => trainer.pause(), kill: () => trainer.kill() };
  };
  return Object.assign(start, { release });
}

/** A trainer process, which trains one run at a time. */
class Trainer {
  readonly #process: TrainerProcess;
  #onMessage: ((message: FromTrainer) => void) | undefined;
  #onExit: ((code: number | null) => void) | undefined;
  isOver = false;

  constructor(process: TrainerProcess) {
    this.#process = process;
    process.onMessage((message) => this.#onMessage?.(message));
    process.onExit((code) => {
      this.isOver = true;
      this.#onExit?.(code);
    });
  }

  train(request: TrainRequest, onEvent: (event: RunEvent) => void): Promise<TrainEnd> {
    return new Promise((resolve, reject) => {
      this.#onMessage = (message) => {
        switch (message.kind) {
          case 'event':
            return onEvent(message.event);
          // The process then waits for what comes: its last words cannot be lost behind its exit.
          case 'ended':
            return resolve(message.outcome);
          case 'failed':
            return reject(fromErrorData(message.error));
        }
      };
      this.#onExit = (code) =>
        resolve({ kind: 'died', how: code === null ? 'it was killed' : `exit code ${code}` });
      this.#process.send({ kind: 'start', request });
    });
  }

  pause(): void {
    this.#process.send({ kind: 'pause' });
  }

  kill(): void {
    this.isOver = true;
    this.#process.kill();
  }
}
