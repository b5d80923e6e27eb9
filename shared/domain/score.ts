import { z } from 'zod';

export const Score = z.object({
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  /** How many there are by the gold labels. */
  support: z.number().int(),
});
export type Score = z.infer<typeof Score>;
