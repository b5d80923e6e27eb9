import { z } from 'zod';
import { Span } from './span.ts';

/** An entity in a text. Offsets are UTF-16 code units, end exclusive. */
export const LabelledSpan = z.object({ ...Span.shape, type: z.string() });
export type LabelledSpan = z.infer<typeof LabelledSpan>;
