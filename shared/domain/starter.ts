/** Starter models, which ship with the app and are in use from the first start. */
import { z } from 'zod';
import { AppErrorData } from '../result.ts';

/** Name of a starter model wherever vectors or a model are named. */
export const STARTER = 'starter';

export const StarterPart = z.enum(['words', 'tagger', 'classifier', 'deid', 'encoder']);
export type StarterPart = z.infer<typeof StarterPart>;

/** The built-in word vectors as choices list them. */
export const STARTER_WORDS = { name: STARTER, unit: 'word', dimension: 100 } as const;

/** Ids of the starter models in use; those of a workspace's own models are positive. */
export const STARTER_IDS = { tagger: -1, classifier: -2, deid: -3 } as const;
export type StarterModel = keyof typeof STARTER_IDS;

/** Names by which a starter model is shown and called. */
export const STARTER_NAMES: Readonly<Record<StarterModel, string>> = {
  tagger: STARTER,
  classifier: 'starter-departments',
  deid: 'starter-identifiers',
};

/** Settings that say whether a starter model is in use while no own model is. */
export const STARTER_SETTINGS = {
  tagger: 'starterTagger',
  classifier: 'starterClassifier',
  deid: 'starterDeid',
} as const;

/** Returns the starter model of an id or a name, or `undefined`. */
export const starterModelOf = (which: number | string): StarterModel | undefined =>
  (['tagger', 'classifier', 'deid'] as const).find(
    (part) => STARTER_IDS[part] === which || STARTER_NAMES[part] === which,
  );

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

/** A starter model as settings show it. */
export const StarterState = z.object({
  part: StarterPart,
  card: StarterCard,
  bytes: z.int(),
  /** Present when its files are missing or damaged. */
  error: AppErrorData.optional(),
});
export type StarterState = z.infer<typeof StarterState>;
