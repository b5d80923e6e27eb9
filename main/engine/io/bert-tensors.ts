/** Tensors of a BERT for pre-training by Hugging Face's names (BertForPreTraining). */
import type { HfBertConfig } from './hf-config.ts';

/** `linear` weights are [out, in] as in PyTorch: y = x Wᵀ + b. */
type TensorRole = 'embedding' | 'linear' | 'bias' | 'scale';

/** Parts present or missing as a whole; a file may hold the encoder alone. */
export type BertPart = 'encoder' | 'pooler' | 'mlm' | 'nsp' | 'rtd';

export interface TensorSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly role: TensorRole;
  readonly part: BertPart;
}

/** Word embeddings, tied to the output layer of the masked language model. */
const WORD_EMBEDDINGS = 'bert.embeddings.word_embeddings.weight';
/** Output layer of the masked language model where it is not tied. */
const DECODER = 'cls.predictions.decoder.weight';
/** Repeats `MLM_BIAS`. */
export const DECODER_BIAS = 'cls.predictions.decoder.bias';
export const MLM_BIAS = 'cls.predictions.bias';

/** Head of replaced tokens (ElectraForPreTraining). */
export const DETECTOR = 'discriminator_predictions';

/** Lists all parts that a model of the type can have; the head of replaced tokens is ELECTRA's alone. */
export function bertTensorSpecs(config: HfBertConfig): TensorSpec[] {
  const hidden = config.hidden_size;
  const inner = config.intermediate_size;
  const size = config.embedding_size ?? hidden;
  const specs: TensorSpec[] = [];
  const add = (part: BertPart, name: string, shape: readonly number[], role: TensorRole) =>
    specs.push({ name, shape, role, part });
  const linear = (part: BertPart, name: string, input: number, output: number) => {
    add(part, `${name}.weight`, [output, input], 'linear');
    add(part, `${name}.bias`, [output], 'bias');
  };
  const norm = (part: BertPart, name: string, width = hidden) => {
    add(part, `${name}.weight`, [width], 'scale');
    add(part, `${name}.bias`, [width], 'bias');
  };

  add('encoder', WORD_EMBEDDINGS, [config.vocab_size, size], 'embedding');
  add(
    'encoder',
    'bert.embeddings.position_embeddings.weight',
    [config.max_position_embeddings, size],
    'embedding',
  );
  add('encoder', 'bert.embeddings.token_type_embeddings.weight', [config.type_vocab_size, size], 'embedding');
  norm('encoder', 'bert.embeddings.LayerNorm', size);
  if (size !== hidden) linear('encoder', 'bert.embeddings_project', size, hidden);
  const layers = config.num_hidden_groups ?? config.num_hidden_layers;
  for (let i = 0; i < layers; i++) {
    const layer = `bert.encoder.layer.${i}`;
    for (const name of ['query', 'key', 'value'])
      linear('encoder', `${layer}.attention.self.${name}`, hidden, hidden);
    linear('encoder', `${layer}.attention.output.dense`, hidden, hidden);
    norm('encoder', `${layer}.attention.output.LayerNorm`);
    linear('encoder', `${layer}.intermediate.dense`, hidden, inner);
    linear('encoder', `${layer}.output.dense`, inner, hidden);
    norm('encoder', `${layer}.output.LayerNorm`);
  }
  linear('pooler', 'bert.pooler.dense', hidden, hidden);
  linear('mlm', 'cls.predictions.transform.dense', hidden, size);
  norm('mlm', 'cls.predictions.transform.LayerNorm', size);
  if (config.tie_word_embeddings === false) add('mlm', DECODER, [config.vocab_size, size], 'linear');
  add('mlm', MLM_BIAS, [config.vocab_size], 'bias');
  linear('nsp', 'cls.seq_relationship', hidden, 2);
  if (config.model_type === 'electra') {
    linear('rtd', `${DETECTOR}.dense`, hidden, hidden);
    linear('rtd', `${DETECTOR}.dense_prediction`, hidden, 1);
  }
  return specs;
}

/**
 * Returns the canonical name of a tensor: without the prefix of parallel training, with `bert.` before encoder names
 * (absent in a bare BertModel), and `weight` and `bias` for TensorFlow's LayerNorm `gamma` and `beta`.
 */
export function canonicalName(name: string): string {
  const bare = name.replace(/^module\./, '');
  const prefixed = /^(?:embeddings|encoder|pooler)\./.test(bare) ? `bert.${bare}` : bare;
  return prefixed
    .replace(/LayerNorm\.gamma$/, 'LayerNorm.weight')
    .replace(/LayerNorm\.beta$/, 'LayerNorm.bias');
}

/** Returns whether the entry is a position buffer (0, 1, 2, …) of older PyTorch files, not a weight. */
export const isBuffer = (name: string): boolean =>
  /^bert\.embeddings\.(?:position_ids|token_type_ids)$/.test(name);

/** Returns the tensor that a repeated output layer is tied to. */
export function tiedTo(name: string, { tie_word_embeddings: tied = true }: HfBertConfig): string | undefined {
  if (name === DECODER && tied) return WORD_EMBEDDINGS;
  return name === DECODER_BIAS ? MLM_BIAS : undefined;
}
