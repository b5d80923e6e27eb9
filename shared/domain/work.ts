/** How far a request is that takes long enough to be watched. */
import { z } from 'zod';

export const WorkStage = z.enum([
  'reading',
  'gathering',
  'comparing',
  'resampling',
  'finding',
  'hiding',
  'writing',
  'preparing',
  'keeping',
]);
export type WorkStage = z.infer<typeof WorkStage>;

export const WorkProgress = z.object({
  stage: WorkStage,
  /** Of `total` documents, records or coefficients; both 0 where nobody knows how many there are. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
});
export type WorkProgress = z.infer<typeof WorkProgress>;
