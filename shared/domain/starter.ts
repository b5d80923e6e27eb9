/** Starter models, which ship with the app and are in use from the first start. */
import { z } from 'zod';

/** Name of a starter model wherever vectors or a model are named. */
export const STARTER = 'starter';

export const StarterPart = z.enum(['words', 'tagger', 'classifier', 'encoder']);
export type StarterPart = z.infer<typeof StarterPart>;

/** The built-in word vectors as choices list them. */
export const STARTER_WORDS = { name: STARTER, unit: 'word', dimension: 50 } as const;

/** Text in both languages. */
const Both = z.object({ en: z.string(), zh: z.string() });

/** Model card of a starter model. */
export const StarterCard = z.object({
  /** Network or method with its settings. */
  settings: z.string(),
  /** Sets it was trained on, each with its licence. */
  data: z.array(
    z.object({ set: z.string(), licence: z.string(), texts: z.int(), characters: z.int().optional() }),
  ),
  /** Scores on texts that it was not trained on. */
  scores: z.array(z.object({ set: z.string(), measure: z.string(), value: z.number() })),
  /** Describes where it fails. */
  limits: Both,
});
export type StarterCard = z.infer<typeof StarterCard>;
