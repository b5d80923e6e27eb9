import { z } from 'zod';

/** A piece of a text: UTF-16 code units, `end` exclusive. */
export const Span = z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() });
export type Span = z.infer<typeof Span>;
