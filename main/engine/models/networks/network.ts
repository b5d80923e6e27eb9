/** A network: the architecture between a front's token vectors and a head. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { DropoutSite, DropoutSource } from '../../layers/dropout.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import type { ParamSpec, Params } from '../../layers/params.ts';
import type { BertConfig } from '../bert/config.ts';
import type { BatchSize } from '../model.ts';

/**
 * Features of every token, [B, T, width], or of the whole text, [B, width]. More padding never changes those of a text
 * or of its real tokens; what a token network gives at padding means nothing.
 */
export interface Network {
  readonly width: number;
  readonly params: readonly ParamSpec[];
  /** The dropout masks that `run` asks for. */
  dropout(size: BatchSize): readonly DropoutSite[];
  run(params: Params, sequence: MaskedSequence, source: DropoutSource | undefined): Tensor;
}

/** The front that a network stands on. */
export interface NetworkInput {
  /** Units of a token vector. */
  readonly inputSize: number;
  /** Present where the front is an encoder. */
  readonly encoder?: BertConfig;
}

/** A network without dropout of its own. */
export const NO_DROPOUT = (): readonly DropoutSite[] => [];

/** Token vectors as they are, [B, T, D]. */
export function noNetwork(_config: unknown, { inputSize }: NetworkInput): Network {
  return { width: inputSize, params: [], dropout: NO_DROPOUT, run: (_, { x }) => x };
}
