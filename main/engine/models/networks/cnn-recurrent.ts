/** A convolution below a recurrent layer in reading direction: what CNN-LSTM and CNN-GRU have in common. */
import { relu } from '@tensorflow/tfjs-core';
import { conv1d, conv1dParams, conv1dSpec } from '../../layers/conv1d.ts';
import { halveTime } from '../../layers/halve-time.ts';
import { lastToken } from '../../layers/last-token.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import type { Params } from '../../layers/params.ts';
import type { RecurrentCell } from '../../layers/recurrent/stack.ts';
import { type Network, type NetworkInput, NO_DROPOUT } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';

export interface CnnRecurrentConfig {
  readonly filters: number;
  readonly kernel: number;
  readonly hiddenSize: number;
}

const CONVOLUTION = 'convolution';

/** The states of every token, [B, T, H]. */
export function cnnRecurrentTokens(
  cell: RecurrentCell,
  { filters, kernel, hiddenSize }: CnnRecurrentConfig,
  { inputSize }: NetworkInput,
): Network {
  const layer = oneDirection(cell, filters, hiddenSize);
  return {
    width: layer.width,
    params: [...conv1dSpec(CONVOLUTION, kernel, inputSize, filters), ...layer.params],
    dropout: NO_DROPOUT,
    run: (params, sequence, source) => layer.run(params, convolved(params, sequence), source),
  };
}

/** The last state over pairs of tokens, [B, H]. */
export function cnnRecurrentText(
  cell: RecurrentCell,
  config: CnnRecurrentConfig,
  input: NetworkInput,
): Network {
  const layer = oneDirection(cell, config.filters, config.hiddenSize);
  return {
    ...cnnRecurrentTokens(cell, config, input),
    run(params, sequence, source) {
      const pooled = halveTime(convolved(params, sequence), 2); // [B, T / 2, filters]
      return lastToken(layer.run(params, pooled, source), pooled.mask); // [B, H]
    },
  };
}

function oneDirection(cell: RecurrentCell, inputSize: number, hiddenSize: number): Network {
  return recurrentTokens({ cell, inputSize, hiddenSize, layers: 1, bidirectional: false, dropout: 0 });
}

/** ReLU of the convolution, [B, T, filters]. */
function convolved(params: Params, { x, mask }: MaskedSequence): MaskedSequence {
  return { x: relu(conv1d(conv1dParams(params, CONVOLUTION), x, mask)), mask };
}
