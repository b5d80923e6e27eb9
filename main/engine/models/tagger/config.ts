/** Settings of sequence taggers, as stored in a model's config.json: front, network and head. */
import { z } from 'zod';
import { Head, rate } from '../../../../shared/domain/networks.ts';
import { FrontConfig, LexiconConfig } from '../fronts/config.ts';
import { TokenNetworkConfig } from '../networks/registry.ts';

export const TaggerConfig = z.object({
  front: FrontConfig,
  /** Read beside the front's token vectors. */
  lexicon: LexiconConfig.optional(),
  /** The network between front and head. */
  middle: TokenNetworkConfig,
  head: Head,
  tags: z.object({ types: z.array(z.string().min(1)).min(1), scheme: z.enum(['BIO', 'BIOES']) }),
  /** Dropout rate on the output of the front and of the network. */
  dropout: rate.default(0.1),
  /** Units of a layer with tanh below the tags; 0: none. */
  dense: z.int().nonnegative().max(65_536).default(0),
});
export type TaggerConfig = z.infer<typeof TaggerConfig>;
