/** Augmentation in training: a tagger also learns from copies of its texts in which an encoder has filled words. */
import { z } from 'zod';
import { LabelledSpan } from './labelled-span.ts';
import { Span } from './span.ts';

export const AugmentSettings = z.object({
  /** Encoder of the workspace that fills words outside of entities; absent: no augmentation. */
  augment: z.string().min(1).max(200).optional(),
  /** Share of the words outside of entities that are filled. */
  augmentShare: z.number().gt(0).max(1).default(0.15),
  /** Marks of filled texts that nothing is learnt from (`AugmentedText.mark`), separated by spaces. */
  augmentRejected: z
    .string()
    .max(100_000)
    .regex(/^([0-9a-f]{12}( [0-9a-f]{12})*)?$/)
    .default(''),
});
export type AugmentSettings = z.infer<typeof AugmentSettings>;

/** A filled text beside the words that stood in it before. */
export const AugmentedText = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.array(LabelledSpan),
  /** Words that were replaced by as many characters, at their place. */
  fillings: z.array(z.object({ ...Span.shape, from: z.string(), to: z.string() })),
  /** First digits of the text's SHA-256. */
  mark: z.string(),
});
export type AugmentedText = z.infer<typeof AugmentedText>;

/** Most texts that a preview fills. */
export const MOST_PREVIEWED = 200;
