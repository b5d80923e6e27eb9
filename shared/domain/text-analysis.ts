/** Mentions, sections and values that the linker reads from a text. */
import { z } from 'zod';
import { MadeCorrection } from './correction.ts';
import { Mention, Patient, Section } from './mention.ts';
import { MeasuredValue } from './value.ts';

export const TextAnalysis = z.object({
  sections: z.array(Section),
  mentions: z.array(Mention),
  values: z.array(MeasuredValue),
  patient: Patient,
  /** Corrections of the record that the mentions respect, at their places in the text; absent where no record was named. */
  corrections: z.array(MadeCorrection).optional(),
});
export type TextAnalysis = z.infer<typeof TextAnalysis>;
