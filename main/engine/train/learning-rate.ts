/** Learning rate by update: linear warm-up, then constant or linear decay to 0. */
import { z } from 'zod';
import { assertNever, invariant } from '../../../shared/assert.ts';

export const ScheduleConfig = z.object({
  kind: z.enum(['linear', 'constant']).default('linear'),
  /** The highest learning rate, reached at the end of the warm-up. */
  peak: z.number().positive(),
  /** Share of all updates that the warm-up takes. */
  warmupShare: z.number().min(0).max(1).default(0.1),
});
export type ScheduleConfig = z.infer<typeof ScheduleConfig>;

export interface Schedule {
  readonly kind: ScheduleConfig['kind'];
  readonly peak: number;
  readonly warmupSteps: number;
  readonly totalSteps: number;
}

/** The schedule of a run of `totalSteps` updates. */
export function createSchedule({ kind, peak, warmupShare }: ScheduleConfig, totalSteps: number): Schedule {
  invariant(
    Number.isSafeInteger(totalSteps) && totalSteps > 0,
    `schedule: ${totalSteps} updates are no positive integer`,
  );
  return { kind, peak, warmupSteps: Math.round(warmupShare * totalSteps), totalSteps };
}

/**
 * The rate of the next update after `step` of them, as Hugging Face's get_linear_schedule_with_warmup and
 * get_constant_schedule_with_warmup have it: with a warm-up the first update has rate 0.
 */
export function learningRate({ kind, peak, warmupSteps, totalSteps }: Schedule, step: number): number {
  if (step < warmupSteps) return (peak * step) / warmupSteps;
  switch (kind) {
    case 'constant':
      return peak;
    case 'linear':
      return (peak * Math.max(0, totalSteps - step)) / Math.max(1, totalSteps - warmupSteps);
    default:
      return assertNever(kind);
  }
}
