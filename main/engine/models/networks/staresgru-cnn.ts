/**
 * StaResGRU-CNN (Ni, Li, Hung and Chang): stacked BiGRUs, each with a residual connection, whose states stand around
 * the token vectors as in an RCNN; a dense mapping and the largest value over time. Taggers go without the last step.
 */
import { concat, relu, slice, type Tensor, tanh } from '@tensorflow/tfjs-core';
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { finalStates } from '../../layers/last-token.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import type { Params } from '../../layers/params.ts';
import { maxOverTime } from '../../layers/pooling.ts';
import type { Network, NetworkInput } from './network.ts';
import { stackedResidualBigru } from './residual-bigru.ts';

type Config = ArchitectureConfig<'staresgru-cnn'>;

const DENSE = 'dense';

/** y⁽¹⁾ of every token, [B, T, dense]. */
export function staresgruCnnTokens(config: Config, { inputSize }: NetworkInput): Network {
  const stack = stackOf(config, inputSize);
  const seen = stack.width + (config.concatenation ? inputSize : 0);
  return {
    width: config.dense,
    params: [...stack.params, ...linearSpec(DENSE, seen, config.dense)],
    dropout: stack.dropout,
    run(params, sequence, source) {
      const states = stack.run(params, sequence, source); // [B, T, 2H]
      return mapping(params, config.concatenation ? around(states, sequence.x) : states, config);
    },
  };
}

/** y⁽²⁾ of the text, [B, dense]. */
export function staresgruCnnText(config: Config, input: NetworkInput): Network {
  if (config.pooling === 'final') return finalText(config, input);
  const tokens = staresgruCnnTokens(config, input);
  return {
    ...tokens,
    run(params, sequence, source) {
      const features = tokens.run(params, sequence, source); // y⁽¹⁾, [B, T, dense]
      return maxOverTime(features, sequence.mask); // eq. 9, [B, dense]
    },
  };
}

/** The dense mapping of the states with which the last layer ends, [B, dense]. */
function finalText(config: Config, { inputSize }: NetworkInput): Network {
  const stack = stackOf(config, inputSize);
  return {
    width: config.dense,
    params: [...stack.params, ...linearSpec(DENSE, stack.width, config.dense)],
    dropout: stack.dropout,
    run(params, sequence, source) {
      const states = stack.run(params, sequence, source); // [B, T, 2H]
      return mapping(params, finalStates(states, sequence.mask), config); // [B, dense]
    },
  };
}

const stackOf = (
  { layers, hiddenSize, dropout, residual, residualScale }: Config,
  inputSize: number,
): Network =>
  stackedResidualBigru({
    cell: 'gru',
    inputSize,
    hiddenSize,
    layers,
    bidirectional: true,
    dropout,
    residual,
    scale: residualScale,
  });

/** [forward; x; backward], [B, T, 2H + D]. */
function around(states: Tensor, x: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = states.shape;
  const size = width / 2;
  const forward = slice(states, [0, 0, 0], [batch, length, size]); // [B, T, H]
  const backward = slice(states, [0, 0, size], [batch, length, size]); // [B, T, H]
  return concat([forward, x, backward], 2);
}

/** The step to fewer dimensions, [..., dense]. */
function mapping(params: Params, x: Tensor, { activation }: Config): Tensor {
  const mapped = linear(linearParams(params, DENSE), x);
  return activation === 'relu' ? relu(mapped) : tanh(mapped);
}
