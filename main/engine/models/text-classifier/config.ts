/** Settings of text classifiers, as stored in a model's config.json: front, network and labels. */
import { z } from 'zod';
import { rate } from '../../../../shared/domain/networks.ts';
import { isGrade, PairReading, VectorSettings } from '../../../../shared/domain/pairs.ts';
import { FrontConfig, LexiconConfig } from '../fronts/config.ts';
import { hasMentionStates, TextNetworkConfig } from '../networks/registry.ts';

export const TextClassifierConfig = z
  .object({
    front: FrontConfig,
    /** Lexicon features beside the token vectors. */
    lexicon: LexiconConfig.optional(),
    /** The network between front and labels. */
    body: TextNetworkConfig,
    /** Reads the states of two marked mentions, instead of features of the whole text. */
    mentions: z.boolean().default(false),
    /** Reading of pairs; absent: texts are no pairs. */
    pairs: PairReading.optional(),
    ...VectorSettings.shape,
    labels: z.array(z.string().min(1)).min(1),
    /** One label a text (softmax), or any number of them (sigmoid). */
    mode: z.enum(['single', 'multiple']),
    /** Units of a layer with ReLU between features and labels; 0: none. */
    dense: z.int().nonnegative().max(65_536).default(0),
    /** Dropout rate on the features. */
    dropout: rate.default(0.4),
    /** Dropout rate on the token vectors. */
    frontDropout: rate.default(0.4),
    /** Drops whole channels of the token vectors: the Dropout- networks. */
    spatial: z.boolean().default(false),
    loss: z
      .object({
        /** γ of the focal loss; 0: cross entropy. */
        focal: z.number().min(0).default(0),
        /** One a label, in their order: how much texts with that label count, or in multiple mode the label's yes. */
        weights: z.array(z.number().positive()).optional(),
      })
      .default({ focal: 0 }),
  })
  .refine(({ labels }) => new Set(labels).size === labels.length, {
    message: 'labels must differ',
    path: ['labels'],
  })
  .refine(({ labels, mode }) => mode === 'multiple' || labels.length > 1, {
    message: 'one label a text needs two labels to choose from',
    path: ['labels'],
  })
  .refine(({ labels, loss }) => loss.weights === undefined || loss.weights.length === labels.length, {
    message: 'there must be one weight a label',
    path: ['loss', 'weights'],
  })
  .refine(({ front, body }) => body.kind !== 'cls' || front.kind === 'bert', {
    message: 'only an encoder has [CLS]',
    path: ['body'],
  })
  .refine(
    ({ body, lexicon, mentions, pairs }) =>
      lexicon === undefined || (body.kind !== 'cls' && !mentions && pairs === undefined),
    {
      message: 'a lexicon stands beside the tokens that a network reads of one text',
      path: ['lexicon'],
    },
  )
  .refine(({ body, mentions }) => !mentions || hasMentionStates(body.kind), {
    message: 'this network has no states of mentions',
    path: ['mentions'],
  })
  .refine(({ body, pairs }) => pairs !== 'matched' || hasMentionStates(body.kind), {
    message: 'this network has no states of tokens to match',
    path: ['pairs'],
  })
  .refine(({ labels, pairs }) => pairs !== 'vectors' || labels.every(isGrade), {
    message: 'vectors of texts are compared for labels that are grades',
    path: ['labels'],
  })
  .refine(({ front, pairs }) => pairs !== 'joint' || front.kind === 'bert', {
    message: 'only an encoder reads two texts as one sequence',
    path: ['pairs'],
  });
export type TextClassifierConfig = z.infer<typeof TextClassifierConfig>;
