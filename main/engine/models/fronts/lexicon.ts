/** Lexicon features beside the token vectors of any front: word sets, entity types of names, and bigrams. */
import { concat, type Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../../shared/assert.ts';
import { WORD_SETS } from '../../../text/soft-lexicon.ts';
import { embed, embeddingSpec } from '../../layers/embeddings.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { softLexicon } from '../../layers/soft-lexicon.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../model.ts';
import type { LexiconConfig, TableConfig } from './config.ts';

const WORDS = 'lexicon.words';
const BIGRAMS = 'lexicon.bigrams';
/** Name of the parameter that holds the word vectors, [V, size]. */
export const LEXICON_TABLE = `${WORDS}.weight`;
/** Name of the parameter that holds the vectors of bigrams, [V, size]. */
export const BIGRAM_TABLE = `${BIGRAMS}.weight`;

interface LexiconLayer {
  /** Units beside a token vector. */
  readonly width: number;
  readonly params: readonly ParamSpec[];
  /** Names of the parameters that training leaves as they are. */
  readonly frozen: readonly string[];
  /** Inputs for the tagged tokens, [B, N, …]. */
  inputs(size: BatchSize): readonly InputSpec[];
  /** Features [B, N, width]. */
  read(params: Params, inputs: Tensors): Tensor;
}

export function lexiconLayer({ words, slots, types, bigrams }: LexiconConfig): LexiconLayer {
  const parts = [
    ...(words === undefined ? [] : [wordPart(words, slots)]),
    ...(types === 0 ? [] : [typePart(types)]),
    ...(bigrams === undefined ? [] : [bigramPart(bigrams)]),
  ];
  invariant(parts.length > 0, 'lexicon: neither words nor types nor bigrams');
  return {
    width: parts.reduce((sum, { width }) => sum + width, 0),
    params: parts.flatMap(({ params }) => params),
    frozen: parts.flatMap(({ frozen }) => frozen),
    inputs: (size) => parts.flatMap((part) => part.inputs(size)),
    read: (params, inputs) =>
      concat(
        parts.map((part) => part.read(params, inputs)),
        2,
      ),
  };
}

const table = (prefix: string, { vocabSize, size }: TableConfig): ParamSpec =>
  embeddingSpec(prefix, vocabSize, size, { kind: 'normal', std: 1 });

function wordPart(config: TableConfig, slots: number): LexiconLayer {
  const width = WORD_SETS * slots;
  return {
    width: WORD_SETS * config.size,
    params: [table(WORDS, config)],
    frozen: config.frozen ? [LEXICON_TABLE] : [],
    inputs: ({ batch, length }) => [
      { name: 'lexiconRows', shape: [batch, length, width], dtype: 'int32' },
      { name: 'lexiconWeights', shape: [batch, length, width], dtype: 'float32' },
    ],
    read: (params, inputs) =>
      softLexicon(
        param(params, LEXICON_TABLE),
        { rows: input(inputs, 'lexiconRows'), weights: input(inputs, 'lexiconWeights') },
        WORD_SETS,
      ),
  };
}

/** 1 where a set holds a name of the type. */
function typePart(types: number): LexiconLayer {
  const width = WORD_SETS * types;
  return {
    width,
    params: [],
    frozen: [],
    inputs: ({ batch, length }) => [
      { name: 'lexiconTypes', shape: [batch, length, width], dtype: 'float32' },
    ],
    read: (_, inputs) => input(inputs, 'lexiconTypes'),
  };
}

function bigramPart(config: TableConfig): LexiconLayer {
  return {
    width: config.size,
    params: [table(BIGRAMS, config)],
    frozen: [],
    inputs: ({ batch, length }) => [{ name: 'bigrams', shape: [batch, length], dtype: 'int32' }],
    read: (params, inputs) => embed(param(params, BIGRAM_TABLE), input(inputs, 'bigrams')),
  };
}
