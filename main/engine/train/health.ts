/** Detects divergence: gradients that are not finite, and losses that keep growing. */

import { z } from 'zod';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

/** A running mean of the loss and the lowest it has been. */
export const HealthState = z.object({
  /** Updates in a row whose gradients were not finite. */
  skipped: z.int().nonnegative(),
  mean: z.number(),
  /** Updates that `mean` has seen. */
  seen: z.int().nonnegative(),
  lowest: z.number(),
});
export type HealthState = z.infer<typeof HealthState>;

/** Updates in a row without a finite gradient before the run is given up; single ones are left out. */
const MAX_SKIPPED = 5;
/** Updates over which the mean runs (exponentially). */
const HORIZON = 50;
/** Largest rise of the mean loss over its lowest value, in multiples of that value and of a loss of 1. */
const MAX_GROWTH = 10;

export const HEALTHY: HealthState = { skipped: 0, mean: 0, seen: 0, lowest: Number.MAX_VALUE };

/**
 * The state after an update of this loss; `applied` is false when its gradients were not finite.
 * @throws AppError when the run has diverged, with what to change
 */
export function checkHealth(state: HealthState, loss: number, applied: boolean): HealthState {
  if (!applied || !Number.isFinite(loss)) {
    const skipped = state.skipped + 1;
    if (skipped >= MAX_SKIPPED) throw diverged(message('training.no-finite-gradient', { updates: skipped }));
    return { ...state, skipped };
  }
  const seen = Math.min(state.seen + 1, HORIZON);
  const mean = state.mean + (loss - state.mean) / seen;
  // ignores the mean of the first updates
  const lowest = seen === HORIZON ? Math.min(state.lowest, mean) : state.lowest;
  if (seen === HORIZON && mean > MAX_GROWTH * (Math.max(lowest, 0) + 1))
    throw diverged(message('training.loss-grew', { from: lowest.toPrecision(3), to: mean.toPrecision(3) }));
  return { skipped: 0, mean, seen, lowest };
}

function diverged(what: Message): AppError {
  return new AppError(
    'internal',
    'training.diverged',
    { what },
    {
      kept: 'kept.best-weights',
      hint: 'hint.diverged',
    },
  );
}
