/** Runs long work in the main process in time slices, between which requests are answered. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { throwIfCancelled } from '../session/session.ts';

const SLICE_MS = 20;

/** Work in steps, between any two of which requests may be answered. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Takes all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** However fast the machine is. */
const SLICE_STEPS = 1000;

/**
 * Takes all steps. @param told after every slice
 * @throws AppError `cancelled` between two slices once the signal is aborted
 */
export async function inSlices<T>(
  steps: Steps<T>,
  { signal, told }: { readonly signal?: AbortSignal | undefined; readonly told?: () => void } = {},
): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    for (let n = 0; n < SLICE_STEPS && performance.now() < end; n++) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    told?.();
    await nextTurn();
    throwIfCancelled(signal);
  }
}
