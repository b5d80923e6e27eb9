/** Fronts, which turn a text into token vectors: an encoder, tables of vectors, or vectors computed beforehand. */
import { cast, concat, type Tensor } from '@tensorflow/tfjs-core';
import { assertNever, invariant } from '../../../../shared/assert.ts';
import type { DropoutSite, DropoutSource } from '../../layers/dropout.ts';
import { embed, embeddingSpec } from '../../layers/embeddings.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import type { BertConfig } from '../bert/config.ts';
import { LINKED_ENTITIES } from '../bert/linking.ts';
import { bertDropout, bertEncode, bertEncoderSpec, bertInputs, packedBertInputs } from '../bert/model.ts';
import { infusionInputs } from '../bert/neighbours.ts';
import { type BatchSize, type InputSpec, input, rowsOf, type Tensors } from '../model.ts';
import type { FrontConfig, TableConfig } from './config.ts';
import { BIGRAM_TABLE, LEXICON_TABLE } from './lexicon.ts';

export interface Front {
  /** Units of a token vector. */
  readonly width: number;
  readonly params: readonly ParamSpec[];
  /** Names of the parameters that training leaves as they are. */
  readonly frozen: readonly string[];
  /** Whether its batches may have `rows`; it then reads and gives those. */
  readonly packs: boolean;
  /** Always `mask` int32 [B, T], 1 at real tokens. */
  inputs(size: BatchSize): readonly InputSpec[];
  dropout(size: BatchSize): readonly DropoutSite[];
  read(params: Params, inputs: Tensors, source: DropoutSource | undefined): MaskedSequence;
}

type Kind = FrontConfig['kind'];
type ConfigOf<K extends Kind> = Extract<FrontConfig, { kind: K }>;

const TOKENS = 'embeddings.word_embeddings';
const WORDS = 'embeddings.aligned_words';
/** Names of the parameters that are tables, [V, size]. */
export const CHARACTER_TABLE = `${TOKENS}.weight`;
export const WORD_TABLE = `${WORDS}.weight`;
/** Names of all parameters that hold vectors of tokens, words or bigrams; a model has some of them. */
export const INPUT_TABLES = [CHARACTER_TABLE, WORD_TABLE, LEXICON_TABLE, BIGRAM_TABLE];

/** Vectors [B, T, width] and mask [B, T] out of the inputs that `config` needs. */
export function createFront(config: FrontConfig): Front {
  switch (config.kind) {
    case 'bert':
      return bertFront(config);
    case 'embedding':
      return tableFront([
        { prefix: TOKENS, from: 'ids', table: config },
        ...(config.words === undefined ? [] : [{ prefix: WORDS, from: 'words', table: config.words }]),
      ]);
    case 'words':
      return tableFront([{ prefix: WORDS, from: 'words', table: config }]);
    case 'vectors':
      return vectorFront(config);
    default:
      return assertNever(config);
  }
}

function bertFront({ bert, frozen, lastLayers }: ConfigOf<'bert'>): Front {
  invariant(
    lastLayers <= bert.num_hidden_layers,
    `front: ${lastLayers} last layers of an encoder with ${bert.num_hidden_layers}`,
  );
  const params = bertEncoderSpec(bert);
  return {
    width: lastLayers * bert.hidden_size,
    params,
    frozen: params.map(({ name }) => name).filter((name) => frozen || isKept(name, bert)),
    packs: bert.linking === undefined && bert.neighbours === undefined,
    inputs: (size) =>
      size.rows === undefined
        ? [...bertInputs(size), ...infusionInputs(size, bert)]
        : packedBertInputs(rowsOf(size)),
    dropout: (size) => (frozen ? [] : bertDropout(bert, rowsOf(size))),
    read(values, inputs, source) {
      const { hiddenStates } = bertEncode(values, inputs, bert, { source: frozen ? undefined : source });
      return { x: joined(hiddenStates.slice(-lastLayers)), mask: maskOf(inputs) };
    },
  };
}

/** Whether a trained encoder keeps a parameter: vectors of entities, of which a labelled set mentions few. */
const isKept = (name: string, { neighbours }: BertConfig): boolean =>
  neighbours !== undefined && name === `${LINKED_ENTITIES}.weight`;

interface AlignedTable {
  readonly prefix: string;
  /** The input that says which row each token takes, int32 [B, T]. */
  readonly from: string;
  readonly table: TableConfig;
}

function tableFront(tables: readonly AlignedTable[]): Front {
  const weight = ({ prefix }: AlignedTable) => `${prefix}.weight`;
  return {
    width: tables.reduce((sum, { table }) => sum + table.size, 0),
    params: tables.map(({ prefix, table }) =>
      embeddingSpec(prefix, table.vocabSize, table.size, { kind: 'normal', std: 1 }),
    ),
    frozen: tables.filter(({ table }) => table.frozen).map(weight),
    packs: false,
    inputs: (size) => [...tables.map(({ from }) => integers(from, size)), integers('mask', size)],
    dropout: () => [],
    read: (values, inputs) => ({
      x: joined(tables.map((table) => embed(param(values, weight(table)), input(inputs, table.from)))),
      mask: maskOf(inputs),
    }),
  };
}

/** Reads what a frozen front gave, computed beforehand, and keeps its parameters for the model's file. */
export function stateFront({ width, params, frozen }: Front): Front {
  return { ...vectorFront({ size: width }), params, frozen };
}

function vectorFront({ size: width }: Pick<ConfigOf<'vectors'>, 'size'>): Front {
  return {
    width,
    params: [],
    frozen: [],
    packs: false,
    inputs: (size) => [
      { name: 'vectors', shape: [size.batch, size.length, width], dtype: 'float32' },
      integers('mask', size),
    ],
    dropout: () => [],
    read: (_, inputs) => ({ x: input(inputs, 'vectors'), mask: maskOf(inputs) }),
  };
}

function integers(name: string, { batch, length }: BatchSize): InputSpec {
  return { name, shape: [batch, length], dtype: 'int32' };
}

function maskOf(inputs: Tensors): Tensor {
  return cast(input(inputs, 'mask'), 'float32'); // [B, T]
}

/** Vectors of each token side by side. */
function joined(parts: readonly Tensor[]): Tensor {
  return parts.length === 1 ? parts[0]! : concat([...parts], 2); // [B, T, Σ width]
}
