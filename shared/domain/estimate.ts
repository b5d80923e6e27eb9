/** Estimated needs of a run before its start. */
import { z } from 'zod';

/** Updates of a run and of an epoch of it, and seconds that one takes. */
const Updates = z.object({ all: z.number(), anEpoch: z.number(), seconds: z.number() });

export const RunEstimate = z.object({
  parameters: z.number(),
  /** Memory of the training process at its largest. */
  memoryBytes: z.number(),
  seconds: z.number(),
  /** In pre-training. */
  updates: Updates.optional(),
});
export type RunEstimate = z.infer<typeof RunEstimate>;
export type PretrainEstimate = RunEstimate & { readonly updates: z.infer<typeof Updates> };

const MOST_EPOCHS = 1000;

/** Returns the updates, and epochs enough for them, with which pre-training takes about as many hours. */
export function withinHours(
  hours: number,
  { seconds, anEpoch }: PretrainEstimate['updates'],
): { readonly steps: number; readonly epochs: number } {
  const steps = Math.max(1, Math.floor((3600 * hours) / seconds));
  return { steps, epochs: Math.min(MOST_EPOCHS, Math.ceil(steps / anEpoch)) };
}

/** Numbers of a training set that decide time and memory. */
export interface DataShape {
  /** Length of each text, in characters. */
  readonly lengths: ArrayLike<number>;
  /** Different characters. */
  readonly characters: number;
  /** Entity types or labels. */
  readonly labels: number;
}
