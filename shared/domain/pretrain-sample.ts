/** Sequences of a pre-training run with all that is guessed in them, as they are made before training. */
import { z } from 'zod';

export const SampleToken = z.object({
  /** Token that the encoder reads. */
  token: z.string(),
  /** Token of the text, where the encoder reads another one or has to guess it. */
  original: z.string().optional(),
  /** Guess: a masked token, the next one from left to right, or the hidden part of a long mention (EMBERT). */
  guess: z.enum(['masked', 'next', 'core', 'modifier']).optional(),
  /** Label of the detection of mentions (KeBioLM); absent: outside of them, or they are not looked for. */
  label: z.enum(['B', 'I']).optional(),
  /** Whether the token ends a part of a long mention (EMBERT); absent: it stands in none. */
  cut: z.boolean().optional(),
  /** Segment of a pair, or text of a sequence that holds several; from 0. */
  segment: z.int().nonnegative(),
});
export type SampleToken = z.infer<typeof SampleToken>;

export const SampleMention = z.object({
  /** First and last token. */
  first: z.int(),
  last: z.int(),
  /** Preferred name of the entity. */
  entity: z.string(),
  /** EMBERT: words of the text, where the mention was drawn to be replaced, and whether what stands there now fits. */
  before: z.string().optional(),
  isConsistent: z.boolean().optional(),
  /** SMedBERT: neighbour that is guessed, and whether the vector of the whole mention is. */
  neighbour: z.string().optional(),
  isHidden: z.boolean().optional(),
  /** KeBioLM: whether its entity is guessed. */
  isLinked: z.boolean().optional(),
});
export type SampleMention = z.infer<typeof SampleMention>;

export const PretrainSample = z.object({
  tokens: z.array(SampleToken),
  mentions: z.array(SampleMention),
  /** Whether the segments of a pair stand so in the text; absent: there are no pairs. */
  isInOrder: z.boolean().optional(),
});
export type PretrainSample = z.infer<typeof PretrainSample>;

export const MOST_SAMPLES = 100;
