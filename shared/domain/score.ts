import { z } from 'zod';

export const Score = z.object({
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  /** Number of gold items. */
  support: z.number().int(),
});
export type Score = z.infer<typeof Score>;
