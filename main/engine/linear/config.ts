/** Settings of linear text classifiers, as stored in a model's config.json. */
import { z } from 'zod';
import { NgramSettings } from '../../../shared/domain/linear.ts';
import { LinearNetwork } from '../../../shared/domain/networks.ts';
import { Hierarchy } from '../tasks/classify/hierarchy.ts';

export const LinearClassifierConfig = z
  .object({
    network: LinearNetwork,
    ...NgramSettings.shape,
    /** Whether its texts are pairs (`pair-features.ts`). */
    pair: z.boolean().default(false),
    labels: z.array(z.string().min(1)).min(1),
    /** One label a text, or any number of them. */
    mode: z.enum(['single', 'multiple']),
    /** Parents of the labels in models of earlier versions, which hold the weights of both levels. */
    hierarchy: Hierarchy.optional(),
  })
  .refine(({ labels }) => new Set(labels).size === labels.length, {
    message: 'labels must differ',
    path: ['labels'],
  })
  .refine(({ labels, mode }) => mode === 'multiple' || labels.length > 1, {
    message: 'one label a text needs two labels to choose from',
    path: ['labels'],
  })
  .refine(
    ({ labels, mode, hierarchy }) =>
      hierarchy === undefined || (mode === 'single' && hierarchy.parentOf.length === labels.length),
    { message: 'each label needs one parent, and a text one label', path: ['hierarchy'] },
  );
export type LinearClassifierConfig = z.infer<typeof LinearClassifierConfig>;
