/** Progress of a long request. */
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
  'asking',
]);
export type WorkStage = z.infer<typeof WorkStage>;

export const WorkProgress = z.object({
  stage: WorkStage,
  /** Number done of `total` documents, records or coefficients; both 0 when unknown. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
});
export type WorkProgress = z.infer<typeof WorkProgress>;
