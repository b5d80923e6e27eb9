/** Settings of sequence taggers: what reads the characters, what mixes them, what decides the tags. */
import { z } from 'zod';
import { BertConfig } from '../bert/config.ts';

const rate = z.number().min(0).lt(1);

export const TaggerConfig = z.object({
  /** BERT, or a table of character vectors. */
  front: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('bert'), bert: BertConfig }),
    z.object({
      kind: z.literal('embedding'),
      vocabSize: z.int().positive(),
      size: z.int().positive().default(100),
    }),
  ]),
  /** Recurrent layers between front and head; `hiddenSize` counts one direction. */
  middle: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.enum(['lstm', 'bilstm', 'bigru']),
      layers: z.int().positive().default(1),
      hiddenSize: z.int().positive().default(128),
      dropout: rate.default(0),
    }),
  ]),
  /** Each tag by itself, or a chain of tags. */
  head: z.enum(['softmax', 'crf']),
  tags: z.object({ types: z.array(z.string().min(1)).min(1), scheme: z.enum(['BIO', 'BIOES']) }),
  /** On the front's output and on the middle's. */
  dropout: rate.default(0.1),
});
export type TaggerConfig = z.infer<typeof TaggerConfig>;
