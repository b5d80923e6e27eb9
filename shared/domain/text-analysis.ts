/** Mentions, sections and values that the linker reads from a text. */
import { z } from 'zod';
import { Mention, Patient, Section } from './mention.ts';
import { MeasuredValue } from './value.ts';

export const TextAnalysis = z.object({
  sections: z.array(Section),
  mentions: z.array(Mention),
  values: z.array(MeasuredValue),
  patient: Patient,
});
export type TextAnalysis = z.infer<typeof TextAnalysis>;
