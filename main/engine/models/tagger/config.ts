/** Settings of sequence taggers: what reads the characters, what mixes them, what decides the tags. */
import { z } from 'zod';
import { FrontConfig } from '../fronts/config.ts';
import { TokenBodyConfig } from '../networks/bodies.ts';
import { rate } from '../networks/settings.ts';

export const TaggerConfig = z.object({
  front: FrontConfig,
  /** The network between front and head. */
  middle: z.discriminatedUnion('kind', [z.object({ kind: z.literal('none') }), TokenBodyConfig]),
  /** Each tag by itself, or a chain of tags. */
  head: z.enum(['softmax', 'crf']),
  tags: z.object({ types: z.array(z.string().min(1)).min(1), scheme: z.enum(['BIO', 'BIOES']) }),
  /** On the front's output and on the middle's. */
  dropout: rate.default(0.1),
  /** Units of a layer with tanh below the tags; 0: none. */
  dense: z.int().nonnegative().max(65_536).default(0),
});
export type TaggerConfig = z.infer<typeof TaggerConfig>;
