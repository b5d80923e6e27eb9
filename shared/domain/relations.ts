/** Relations between two mentions of a text: settings of their training, and the pairs that a model judges. */
import { z } from 'zod';
import { classifyDefaults, TextSettings } from './classification.ts';
import { linearMethod } from './networks.ts';

/** Label of pairs that bear none of the relations. Left out of every score. */
export const NO_RELATION = 'no_relation';

/**
 * Marking of a pair of mentions in the text that is read. `marked`: typed markers around both (Zhou and Chen 2021);
 * `replaced`: their types in place of their words (KeBioLM); `between`: the pair of types, and the text from one mention
 * to the other.
 */
const PairForm = z.enum(['marked', 'replaced', 'between']);

/** Rules that make pairs out of a text and its mentions. Stored in a model's config.json. */
export const PairRules = z.object({
  form: PairForm,
  /** Most characters between two mentions of a pair. */
  distance: z.int().nonnegative(),
  /** Characters read before the first mention and after the second. */
  context: z.int().nonnegative(),
  /** The entity types that each relation joined in training. */
  signatures: z.array(z.object({ type: z.string(), from: z.string(), to: z.string() })),
});
export type PairRules = z.infer<typeof PairRules>;

export const RelationSettings = TextSettings.extend({
  task: z.literal('relation'),
  network: TextSettings.shape.network.unwrap().default('bilstm'),
  pairForm: PairForm.default('marked'),
  /** Most characters between two mentions of a pair. */
  pairDistance: z.number().int().min(0).max(2000).default(200),
  /** Characters read before the first mention and after the second. */
  pairContext: z.number().int().min(0).max(500).default(40),
  /** Pairs without a relation for each one with a relation, in training; 0: all. */
  negatives: z.number().min(0).max(100).default(3),
});
export type RelationSettings = z.infer<typeof RelationSettings>;

/** Returns the recommended settings of network and front that differ from the defaults of `RelationSettings`. */
export const relationDefaults = (
  settings: Pick<RelationSettings, 'network' | 'front'>,
): Omit<Partial<RelationSettings>, 'task'> => {
  const { task: _, lexicon: __, ...defaults } = classifyDefaults(settings);
  return linearMethod(settings.network) === undefined ? defaults : { ...defaults, pairForm: 'between' };
};
