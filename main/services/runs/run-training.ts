/** Active training of a run, in this process or in a child process. */
import type { RunEvent } from '../../engine/train/run-types.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { ProcessClient } from '../../processes/process-client.ts';
import { type Work, type WorkEnd, workInChild } from '../jobs/work.ts';
import type { TrainerMethods, TrainOutcome, TrainRequest } from './process/protocol.ts';
import { type TrainRun, work } from './run-work.ts';

export type FinishedRun = Extract<TrainOutcome, { kind: 'finished' }>;

export interface StartTraining {
  (request: TrainRequest, onEvent: (event: RunEvent) => void): Work<FinishedRun>;
  /** Ends a process that is kept for the next run of a series. */
  release?(): void;
}

/** Trains in this process, as the command line does. */
export function trainHere(train?: TrainRun): StartTraining {
  return (request, onEvent) => {
    const abort = new AbortController();
    let killed = false;
    const run = async (): Promise<WorkEnd<FinishedRun>> => {
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

/** Milliseconds that a process waits for the next run of its series. */
const KEPT_MS = 10_000;

type Trainer = ProcessClient<TrainerMethods>;

/**
 * Trains in a child process, so that a crash or a lack of memory ends that run only. Runs of one series share a process,
 * which caches their inputs.
 */
export function trainInChild(spawn: Spawn): StartTraining {
  let kept:
    | { readonly series: number; readonly trainer: Trainer; readonly timer: NodeJS.Timeout }
    | undefined;
  const release = () => {
    clearTimeout(kept?.timer);
    void kept?.trainer.kill();
    kept = undefined;
  };
  const take = (series: number | undefined): Trainer => {
    if (kept === undefined || kept.series !== series || kept.trainer.isOver) {
      release();
      return new ProcessClient(spawn());
    }
    clearTimeout(kept.timer);
    const { trainer } = kept;
    kept = undefined;
    return trainer;
  };
  const start: StartTraining = (request, onEvent) => {
    const { series } = request;
    const trainer = take(series);
    const training = workInChild(trainer, (signal) => trainer.request('train', request, { signal, onEvent }));
    const ended = training.ended.finally(() => {
      if (series === undefined || trainer.isOver) return void trainer.kill();
      release();
      kept = { series, trainer, timer: setTimeout(release, KEPT_MS) };
    });
    return { ...training, ended };
  };
  return Object.assign(start, { release });
}
