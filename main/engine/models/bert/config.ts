/** BERT's settings: Hugging Face's config.json in and out, and the usual sizes. */
import { z } from 'zod';
import { KnowledgeSettings } from '../../../../shared/domain/pretraining.ts';
import { ACTIVATIONS } from '../../layers/activation-names.ts';
import type { BertEmbeddingsConfig } from '../../layers/embeddings.ts';
import type { EncoderConfig } from '../../layers/encoder.ts';

/** The keys of config.json that decide what the model computes; others are ignored. */
export const BertConfig = z
  .object({
    vocab_size: z.int().positive(),
    hidden_size: z.int().positive(),
    num_hidden_layers: z.int().positive(),
    num_attention_heads: z.int().positive(),
    intermediate_size: z.int().positive(),
    max_position_embeddings: z.int().positive().default(512),
    type_vocab_size: z.int().positive().default(2),
    hidden_act: z.enum(ACTIVATIONS).default('gelu'),
    /** Width of the embeddings where another than the encoder's, to which they are projected (ALBERT, ELECTRA). */
    embedding_size: z.int().positive().optional(),
    /** Present where all layers share their parameters (ALBERT). */
    num_hidden_groups: z.literal(1).optional(),
    /** Whether masked tokens are scored by their embeddings; absent: they are. */
    tie_word_embeddings: z.boolean().optional(),
    layer_norm_eps: z.number().positive().default(1e-12),
    hidden_dropout_prob: z.number().min(0).lt(1).default(0.1),
    attention_probs_dropout_prob: z.number().min(0).lt(1).default(0.1),
    pad_token_id: z.int().nonnegative().default(0),
    /** Entities that tokens of mentions take in after so many layers (KeBioLM); absent: none. */
    linking: z
      .object({
        after: z.int().positive(),
        entities: z.int().positive(),
        entitySize: z.int().positive(),
        nearest: z.int().positive(),
        /** Fingerprint of their graph; absent: made by an earlier version. */
        graph: z.string().optional(),
      })
      .optional(),
    /** Neighbours that mentions of linked entities take in after so many layers (SMedBERT); absent: none. */
    neighbours: z
      .object({
        after: z.int().positive(),
        entities: z.int().positive(),
        entitySize: z.int().positive(),
        /** Neighbours of a mention. */
        most: z.int().positive(),
        attention: KnowledgeSettings.shape.neighbourAttention.unwrap(),
        /** Fingerprint of their graph. */
        graph: z.string(),
      })
      .optional(),
  })
  .refine((config) => config.hidden_size % config.num_attention_heads === 0, {
    message: 'hidden_size must be a multiple of num_attention_heads',
  });
export type BertConfig = z.infer<typeof BertConfig>;

/** Layers, width and heads: sizes in common use (Turc et al. 2019; base: Devlin et al. 2019), and one between mini and small. */
export const BERT_SIZES = {
  tiny: { layers: 2, width: 128, heads: 2 },
  mini: { layers: 4, width: 256, heads: 4 },
  '6x384': { layers: 6, width: 384, heads: 6 },
  small: { layers: 4, width: 512, heads: 8 },
  base: { layers: 12, width: 768, heads: 12 },
} as const;
export type BertSize = keyof typeof BERT_SIZES;

export function bertOfSize(size: BertSize, vocabSize: number): BertConfig {
  const { layers, width, heads } = BERT_SIZES[size];
  return BertConfig.parse({
    vocab_size: vocabSize,
    hidden_size: width,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    intermediate_size: 4 * width,
  });
}

/** Width of the embeddings. */
export const embeddingSize = (config: Pick<BertConfig, 'embedding_size' | 'hidden_size'>): number =>
  config.embedding_size ?? config.hidden_size;

export const embeddingsConfig = (config: BertConfig): BertEmbeddingsConfig => ({
  vocabSize: config.vocab_size,
  hiddenSize: embeddingSize(config),
  maxPositions: config.max_position_embeddings,
  tokenTypes: config.type_vocab_size,
  layerNormEps: config.layer_norm_eps,
  hiddenDropout: config.hidden_dropout_prob,
});

export const encoderConfig = (config: BertConfig): EncoderConfig => ({
  hiddenSize: config.hidden_size,
  layers: config.num_hidden_layers,
  heads: config.num_attention_heads,
  innerSize: config.intermediate_size,
  layerNormEps: config.layer_norm_eps,
  hiddenDropout: config.hidden_dropout_prob,
  attentionDropout: config.attention_probs_dropout_prob,
  activation: config.hidden_act,
  shared: config.num_hidden_groups !== undefined,
});
