/** A run under way, in this process or in a child process of its own. */
import { AppError, type AppErrorData } from '../../shared/result.ts';
import type { RunEvent } from '../engine/train/run-types.ts';
import type { SpawnTrainer, TrainOutcome, TrainRequest } from '../engine/trainer/protocol.ts';
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

export type StartTraining = (request: TrainRequest, onEvent: (event: RunEvent) => void) => Training;

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

/** Trains in a process of its own: a crash or a lack of memory ends that run only, and the app stays quick. */
export function trainInChild(spawn: SpawnTrainer): StartTraining {
  return (request, onEvent) => {
    const trainer = spawn();
    const ended = new Promise<TrainEnd>((resolve, reject) => {
      trainer.onMessage((message) => {
        switch (message.kind) {
          case 'event':
            onEvent(message.event);
            break;
          // The process then waits to be ended: its last words cannot be lost behind its exit.
          case 'ended':
            resolve(message.outcome);
            trainer.kill();
            break;
          case 'failed':
            reject(toAppError(message.error));
            trainer.kill();
            break;
        }
      });
      trainer.onExit((code) =>
        resolve({ kind: 'died', how: code === null ? 'it was killed' : `exit code ${code}` }),
      );
    });
    trainer.send({ kind: 'start', request });
    return { ended, pause: () => trainer.send({ kind: 'pause' }), kill: () => trainer.kill() };
  };
}

function toAppError({ code, message, kept, hint }: AppErrorData): AppError {
  return new AppError(code, message, {
    ...(kept === undefined ? {} : { kept }),
    ...(hint === undefined ? {} : { hint }),
  });
}
