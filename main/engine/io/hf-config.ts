/** `config.json` of an encoder in a Hugging Face folder. */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { ACTIVATIONS } from '../layers/activation-names.ts';
import { bertSettings, MODEL_TYPES, outgoingType } from './hf-types.ts';
import { readJson } from './read-json.ts';
import { badFile } from './tensor-data.ts';

const FORMAT = 'config.json';

const Size = z.number().int().min(1).max(10_000_000);
const Probability = z.number().min(0).lt(1);

/**
 * Fields that the engine's models need, with names and defaults of Hugging Face's BertConfig, for every type. `formatHfConfig`
 * writes unknown fields back.
 */
export const HfBertConfig = z
  .looseObject({
    model_type: z
      .enum(MODEL_TYPES, `only models of type ${MODEL_TYPES.join(', ')} can be read`)
      .default('bert'),
    vocab_size: Size,
    hidden_size: Size.max(65_536),
    num_hidden_layers: z.number().int().min(1).max(1_000),
    num_attention_heads: Size.max(65_536),
    intermediate_size: Size,
    max_position_embeddings: Size,
    type_vocab_size: Size.default(2),
    hidden_act: z.enum(ACTIVATIONS, `only ${ACTIVATIONS.join(', ')} can be computed`).default('gelu'),
    embedding_size: Size.optional(),
    num_hidden_groups: z.literal(1, 'only one group of shared layers can be read').optional(),
    inner_group_num: z.literal(1, 'only one layer in a group can be read').optional(),
    layer_norm_eps: z.number().positive().max(1).default(1e-12),
    hidden_dropout_prob: Probability.default(0.1),
    attention_probs_dropout_prob: Probability.default(0.1),
    initializer_range: z.number().positive().default(0.02),
    pad_token_id: z.number().int().min(0).default(0),
    position_embedding_type: z
      .literal('absolute', 'only absolute position embeddings can be computed')
      .optional(),
    is_decoder: z.literal(false, 'decoders cannot be read').optional(),
    tie_word_embeddings: z.boolean().optional(),
  })
  .refine((config) => config.hidden_size % config.num_attention_heads === 0, {
    path: ['num_attention_heads'],
    error: 'hidden_size is no multiple of it',
  });
export type HfBertConfig = z.infer<typeof HfBertConfig>;

/** Reads config.json; the error names every invalid field. */
export function parseHfConfig(bytes: Uint8Array): HfBertConfig {
  const json = readJson(FORMAT, bytes);
  const fields = z.record(z.string(), z.unknown()).safeParse(json);
  const parsed = HfBertConfig.safeParse(fields.success ? bertSettings(fields.data) : json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'content'}: ${issue.message}`,
  );
  throw badFile(FORMAT, message('models.wrong-fields', { problems: problems.join('; ') }));
}

/** Writes config.json of a type that holds the encoder. ELECTRA's embeddings are of 128 units unless it says others. */
export function formatHfConfig(config: HfBertConfig, type = outgoingType(config)): Uint8Array {
  const outgoing = {
    ...config,
    model_type: type,
    ...(type === 'electra' ? { embedding_size: config.embedding_size ?? config.hidden_size } : {}),
  };
  return new TextEncoder().encode(`${JSON.stringify(outgoing, undefined, 2)}\n`);
}
