/** The tensors of a BERT for pre-training by Hugging Face's names (BertForPreTraining). */
import type { HfBertConfig } from './hf-config.ts';

/** `linear` weights are [out, in] as PyTorch keeps them: y = x Wᵀ + b. */
export type TensorRole = 'embedding' | 'linear' | 'bias' | 'scale';

/** Groups that are all there or all missing: a file may hold the encoder alone. */
export type BertPart = 'encoder' | 'pooler' | 'mlm' | 'nsp';

export interface TensorSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly role: TensorRole;
  readonly part: BertPart;
}

/** The word embeddings are also the output layer of the masked language model. */
export const WORD_EMBEDDINGS = 'bert.embeddings.word_embeddings.weight';
export const MLM_BIAS = 'cls.predictions.bias';

export function bertTensorSpecs(config: HfBertConfig): TensorSpec[] {
  const hidden = config.hidden_size;
  const inner = config.intermediate_size;
  const specs: TensorSpec[] = [];
  const add = (part: BertPart, name: string, shape: readonly number[], role: TensorRole) =>
    specs.push({ name, shape, role, part });
  const linear = (part: BertPart, name: string, input: number, output: number) => {
    add(part, `${name}.weight`, [output, input], 'linear');
    add(part, `${name}.bias`, [output], 'bias');
  };
  const norm = (part: BertPart, name: string) => {
    add(part, `${name}.weight`, [hidden], 'scale');
    add(part, `${name}.bias`, [hidden], 'bias');
  };

  add('encoder', WORD_EMBEDDINGS, [config.vocab_size, hidden], 'embedding');
  add(
    'encoder',
    'bert.embeddings.position_embeddings.weight',
    [config.max_position_embeddings, hidden],
    'embedding',
  );
  add(
    'encoder',
    'bert.embeddings.token_type_embeddings.weight',
    [config.type_vocab_size, hidden],
    'embedding',
  );
  norm('encoder', 'bert.embeddings.LayerNorm');
  for (let i = 0; i < config.num_hidden_layers; i++) {
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
  linear('mlm', 'cls.predictions.transform.dense', hidden, hidden);
  norm('mlm', 'cls.predictions.transform.LayerNorm');
  add('mlm', MLM_BIAS, [config.vocab_size], 'bias');
  linear('nsp', 'cls.seq_relationship', hidden, 2);
  return specs;
}

/**
 * The name a tensor has here: without the wrapper of parallel training, with `bert.` before the encoder's names (a
 * bare BertModel lacks it), LayerNorm's `gamma` and `beta` of TensorFlow as `weight` and `bias`.
 */
export function canonicalName(name: string): string {
  const bare = name.replace(/^module\./, '');
  const prefixed = /^(?:embeddings|encoder|pooler)\./.test(bare) ? `bert.${bare}` : bare;
  return prefixed
    .replace(/LayerNorm\.gamma$/, 'LayerNorm.weight')
    .replace(/LayerNorm\.beta$/, 'LayerNorm.bias');
}

/** Buffers that are no weights: the numbers 0, 1, 2, … of older PyTorch files. */
export function isBuffer(name: string): boolean {
  return /^bert\.embeddings\.(?:position_ids|token_type_ids)$/.test(name);
}

/** The masked language model's output layer where a file repeats what it is tied to. */
export function tiedTo(name: string): string | undefined {
  if (name === 'cls.predictions.decoder.weight') return WORD_EMBEDDINGS;
  return name === 'cls.predictions.decoder.bias' ? MLM_BIAS : undefined;
}
