/**
 * Encoders of Hugging Face that compute what a BERT does under other names: settings and tensors by their names there.
 * Folds parts that a BERT lacks into its embeddings, so that the states stay the same.
 */
import type { FloatTensorData, TensorData } from './tensor-data.ts';

type Fields = Readonly<Record<string, unknown>>;
type Tensors = Map<string, TensorData>;
/** First replacement that applies to a name. */
type Renames = readonly (readonly [from: RegExp, to: string])[];

interface EncoderType {
  /** Settings by BERT's names. */
  readonly settings?: (config: Fields) => Fields;
  /** Name of a tensor by its name in a BERT. */
  readonly renames: Renames;
  /** Changes tensors, which bear BERT's names, in place. */
  readonly fold?: (tensors: Tensors, config: Fields) => void;
}

const LAYER = String.raw`^bert\.encoder\.layer\.(\d+)\.`;
const PREDICTIONS = String.raw`^cls\.predictions\.`;
const at = (end: string): RegExp => new RegExp(LAYER + end);
const prediction = (end: string): RegExp => new RegExp(PREDICTIONS + end);

/** Parameters of ALBERT's one layer. */
const SHARED = 'albert.encoder.albert_layer_groups.0.albert_layers.0';
const WORDS = 'bert.embeddings.word_embeddings.weight';
const POSITIONS = 'bert.embeddings.position_embeddings.weight';
const TYPES = 'bert.embeddings.token_type_embeddings.weight';
const TASKS = 'bert.embeddings.task_type_embeddings.weight';

const TYPES_OF_MODELS: Readonly<Record<string, EncoderType>> = {
  bert: { renames: [] },
  ernie: {
    renames: [[/^bert\./, 'ernie.']],
    // every token is of task 0 unless a program says otherwise
    fold: (tensors, { use_task_id: reads }) => {
      const tasks = tensors.get(TASKS);
      if (tasks === undefined || reads !== true) return;
      tensors.delete(TASKS);
      change(tensors, POSITIONS, ({ data, shape: [, width = 1] }) =>
        data.map((value, i) => value + Number(tasks.data[i % width])),
      );
    },
  },
  distilbert: {
    settings: ({
      dim,
      n_layers,
      n_heads,
      hidden_dim,
      dropout,
      attention_dropout,
      activation,
      ...others
    }) => ({
      ...others,
      hidden_size: dim,
      num_hidden_layers: n_layers,
      num_attention_heads: n_heads,
      intermediate_size: hidden_dim,
      hidden_dropout_prob: dropout,
      attention_probs_dropout_prob: attention_dropout,
      hidden_act: activation,
      max_position_embeddings: others.max_position_embeddings ?? 512,
    }),
    renames: [
      [/^bert\.embeddings\./, 'distilbert.embeddings.'],
      [at(String.raw`attention\.self\.query`), 'distilbert.transformer.layer.$1.attention.q_lin'],
      [at(String.raw`attention\.self\.key`), 'distilbert.transformer.layer.$1.attention.k_lin'],
      [at(String.raw`attention\.self\.value`), 'distilbert.transformer.layer.$1.attention.v_lin'],
      [at(String.raw`attention\.output\.dense`), 'distilbert.transformer.layer.$1.attention.out_lin'],
      [at(String.raw`attention\.output\.LayerNorm`), 'distilbert.transformer.layer.$1.sa_layer_norm'],
      [at(String.raw`intermediate\.dense`), 'distilbert.transformer.layer.$1.ffn.lin1'],
      [at(String.raw`output\.dense`), 'distilbert.transformer.layer.$1.ffn.lin2'],
      [at(String.raw`output\.LayerNorm`), 'distilbert.transformer.layer.$1.output_layer_norm'],
      [prediction(String.raw`transform\.dense`), 'vocab_transform'],
      [prediction(String.raw`transform\.LayerNorm`), 'vocab_layer_norm'],
      [prediction('decoder'), 'vocab_projector'],
      [prediction('bias'), 'vocab_projector.bias'],
    ],
    // segments are not told apart
    fold: (tensors) => {
      const width = tensors.get(WORDS)?.shape[1] ?? 1;
      tensors.set(TYPES, { type: 'F32', shape: [2, width], data: new Float32Array(2 * width) });
    },
  },
  electra: {
    renames: [
      [/^bert\./, 'electra.'],
      [prediction(String.raw`transform\.`), 'generator_predictions.'],
      [prediction('decoder'), 'generator_lm_head'],
      [prediction('bias'), 'generator_lm_head.bias'],
    ],
  },
  albert: {
    settings: (config) => ({ hidden_act: 'gelu_new', embedding_size: 128, num_hidden_groups: 1, ...config }),
    renames: [
      [/^bert\.embeddings\./, 'albert.embeddings.'],
      [/^bert\.embeddings_project/, 'albert.encoder.embedding_hidden_mapping_in'],
      [at(String.raw`attention\.self\.`), `${SHARED}.attention.`],
      [at(String.raw`attention\.output\.`), `${SHARED}.attention.`],
      [at(String.raw`intermediate\.dense`), `${SHARED}.ffn`],
      [at(String.raw`output\.dense`), `${SHARED}.ffn_output`],
      [at(String.raw`output\.LayerNorm`), `${SHARED}.full_layer_layer_norm`],
      [/^bert\.pooler\.dense/, 'albert.pooler'],
      [prediction(String.raw`transform\.`), 'predictions.'],
      [prediction(''), 'predictions.'],
      [/^cls\.seq_relationship/, 'sop_classifier.classifier'],
    ],
  },
  roberta: {
    settings: ({ pad_token_id: pad = 1, max_position_embeddings: rows, ...config }) => ({
      ...config,
      pad_token_id: pad,
      type_vocab_size: 2,
      max_position_embeddings: Number(rows) - Number(pad) - 1,
    }),
    renames: [
      [/^bert\./, 'roberta.'],
      [prediction(String.raw`transform\.dense`), 'lm_head.dense'],
      [prediction(String.raw`transform\.LayerNorm`), 'lm_head.layer_norm'],
      [prediction(''), 'lm_head.'],
    ],
    // positions begin behind that of padding, and all segments are of one type
    fold: (tensors, { pad_token_id: pad = 1 }) => {
      const skipped = Number(pad) + 1;
      const positions = tensors.get(POSITIONS);
      if (positions !== undefined && positions.type !== 'I64') {
        const [rows = 0, width = 1] = positions.shape;
        const data = positions.data.slice(skipped * width);
        tensors.set(POSITIONS, { ...positions, shape: [rows - skipped, width], data });
      }
      const types = tensors.get(TYPES);
      if (types !== undefined && types.type !== 'I64' && types.shape[0] === 1)
        tensors.set(TYPES, {
          ...types,
          shape: [2, types.data.length],
          data: Float32Array.from([...types.data, ...types.data]),
        });
    },
  },
};

/** Values of `model_type` that are read. */
export const MODEL_TYPES: readonly string[] = Object.keys(TYPES_OF_MODELS);

const typeOf = ({ model_type: type = 'bert' }: Fields): EncoderType =>
  TYPES_OF_MODELS[String(type)] ?? { renames: [] };

/** Returns the settings of a config.json by BERT's names. */
export const bertSettings = (config: Fields): Fields => typeOf(config).settings?.(config) ?? config;

/** Returns the name of a tensor in a model of some type by its name in a BERT. */
export function nameIn(type: string, name: string): string {
  const found = TYPES_OF_MODELS[type]?.renames.find(([from]) => from.test(name));
  return found === undefined ? name : name.replace(found[0], found[1]);
}

/**
 * Returns tensors by BERT's names, also of a model without heads, whose names lack the type before them.
 * @param names all that the model may have, by BERT's names
 */
export function asBertTensors(
  tensors: ReadonlyMap<string, TensorData>,
  config: Fields,
  names: readonly string[],
): ReadonlyMap<string, TensorData> {
  const type = String(config.model_type ?? 'bert');
  if (type === 'bert') return tensors;
  const canonical = new Map<string, string>();
  for (const name of names) {
    const there = nameIn(type, name);
    canonical.set(there, name).set(there.replace(`${type}.`, ''), name);
  }
  const found: Tensors = new Map();
  for (const [name, tensor] of tensors) {
    const bare = name.replace(/^module\./, '');
    const full = bare.startsWith('embeddings.') ? `${type}.${bare}` : bare;
    found.set(canonical.get(full) ?? full.replace(`${type}.`, 'bert.'), tensor);
  }
  typeOf(config).fold?.(found, config);
  return found;
}

function change(
  tensors: Tensors,
  name: string,
  to: (tensor: FloatTensorData) => FloatTensorData['data'],
): void {
  const tensor = tensors.get(name);
  if (tensor !== undefined && tensor.type !== 'I64') tensors.set(name, { ...tensor, data: to(tensor) });
}

/** Settings that tell which type holds an encoder. */
interface Shape {
  readonly hidden_size: number;
  readonly embedding_size?: number | undefined;
  readonly num_hidden_groups?: number | undefined;
}

/**
 * Returns the type that an encoder is written as: BERT unless it has shared layers, narrower embeddings or the head of
 * replaced tokens.
 */
export function outgoingType(
  { hidden_size, embedding_size = hidden_size, num_hidden_groups }: Shape,
  hasDetector = false,
): string {
  if (num_hidden_groups !== undefined) return 'albert';
  return embedding_size === hidden_size && !hasDetector ? 'bert' : 'electra';
}

/** Classes of `transformers` by type: of the encoder alone, with the head of masked tokens, with both heads. */
export const CLASSES: Readonly<
  Record<string, { readonly base: string; readonly mlm: string; readonly both: string }>
> = {
  bert: { base: 'BertModel', mlm: 'BertForMaskedLM', both: 'BertForPreTraining' },
  electra: { base: 'ElectraModel', mlm: 'ElectraForMaskedLM', both: 'ElectraForMaskedLM' },
  albert: { base: 'AlbertModel', mlm: 'AlbertForMaskedLM', both: 'AlbertForPreTraining' },
};
