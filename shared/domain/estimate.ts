/** Estimated needs of a run before its start. */
import { z } from 'zod';

export const RunEstimate = z.object({
  parameters: z.number(),
  /** Memory of the training process at its largest. */
  memoryBytes: z.number(),
  seconds: z.number(),
});
export type RunEstimate = z.infer<typeof RunEstimate>;

/** Numbers of a training set that decide time and memory. */
export interface DataShape {
  /** Length of each text, in characters. */
  readonly lengths: ArrayLike<number>;
  /** Different characters. */
  readonly characters: number;
  /** Entity types or labels. */
  readonly labels: number;
}
