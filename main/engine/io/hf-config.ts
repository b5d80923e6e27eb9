/** `config.json` of a BERT in a Hugging Face folder. */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { readJson } from './read-json.ts';
import { badFile } from './tensor-data.ts';

const FORMAT = 'config.json';

const Size = z.number().int().min(1).max(10_000_000);
const Probability = z.number().min(0).lt(1);

/**
 * Fields that the engine's models need, with names and defaults of Hugging Face's BertConfig. `formatHfConfig`
 * writes unknown fields back.
 */
export const HfBertConfig = z
  .looseObject({
    model_type: z.literal('bert', 'only models of type bert can be read').default('bert'),
    vocab_size: Size,
    hidden_size: Size.max(65_536),
    num_hidden_layers: z.number().int().min(1).max(1_000),
    num_attention_heads: Size.max(65_536),
    intermediate_size: Size,
    max_position_embeddings: Size,
    type_vocab_size: Size.default(2),
    hidden_act: z.literal('gelu', 'only the exact gelu can be computed').default('gelu'),
    layer_norm_eps: z.number().positive().max(1).default(1e-12),
    hidden_dropout_prob: Probability.default(0.1),
    attention_probs_dropout_prob: Probability.default(0.1),
    initializer_range: z.number().positive().default(0.02),
    pad_token_id: z.number().int().min(0).default(0),
    position_embedding_type: z
      .literal('absolute', 'only absolute position embeddings can be computed')
      .optional(),
    is_decoder: z.literal(false, 'decoders cannot be read').optional(),
    tie_word_embeddings: z.literal(true, 'only tied word embeddings can be computed').optional(),
  })
  .refine((config) => config.hidden_size % config.num_attention_heads === 0, {
    path: ['num_attention_heads'],
    error: 'hidden_size is no multiple of it',
  });
export type HfBertConfig = z.infer<typeof HfBertConfig>;

/** Reads config.json; the error names every invalid field. */
export function parseHfConfig(bytes: Uint8Array): HfBertConfig {
  const parsed = HfBertConfig.safeParse(readJson(FORMAT, bytes));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'content'}: ${issue.message}`);
  throw badFile(FORMAT, message('models.wrong-fields', { problems: fields.join('; ') }));
}

export function formatHfConfig(config: HfBertConfig): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(config, undefined, 2)}\n`);
}
