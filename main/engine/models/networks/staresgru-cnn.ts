/**
 * StaResGRU-CNN (Ni, Li, Hung and Chang): stacked BiGRUs, each with a residual connection, whose states stand around
 * the token vectors as in an RCNN; a dense mapping and the largest value over time. Taggers go without the last step.
 */
import { concat, relu, slice, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { finalStates } from '../../layers/last-token.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import type { Params } from '../../layers/params.ts';
import { maxOverTime } from '../../layers/pooling.ts';
import type { Network, NetworkInput } from './network.ts';
import { stackedResidualBigru } from './residual-bigru.ts';
import { depth, hiddenSize, rate, units } from './settings.ts';

export const StaresgruCnnConfig = z.object({
  kind: z.literal('staresgru-cnn'),
  /** Ablation: 1 instead of 2. */
  layers: depth.default(2),
  hiddenSize,
  /** Units of the dense mapping. */
  dense: units.default(512),
  activation: z.enum(['relu', 'tanh']).default('relu'),
  /**
   * `sum`: each layer's input is added to its states (eq. 5-6). `gated`: also the old state past the gates (eq. 7-8),
   * slower. `none`: the ablation.
   */
  residual: z.enum(['sum', 'gated', 'none']).default('sum'),
  /** α_h and α_x of eq. 7-8. */
  residualScale: z.number().positive().default(0.1),
  /** The dense mapping sees [forward; token vector; backward]; false, the ablation: the states alone. */
  concatenation: z.boolean().default(true),
  /** Of texts, over time; `final`, the ablation without RCNN's part: where both directions of the last layer end. */
  pooling: z.enum(['max', 'final']).default('max'),
  /** Between layers. */
  dropout: rate.default(0),
});
export type StaresgruCnnConfig = z.infer<typeof StaresgruCnnConfig>;

const DENSE = 'dense';

/** y⁽¹⁾ of every token, [B, T, dense]. */
export function staresgruCnnTokens(config: StaresgruCnnConfig, { inputSize }: NetworkInput): Network {
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
export function staresgruCnnText(config: StaresgruCnnConfig, input: NetworkInput): Network {
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
function finalText(config: StaresgruCnnConfig, { inputSize }: NetworkInput): Network {
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

function stackOf(
  { layers, hiddenSize, dropout, residual, residualScale }: StaresgruCnnConfig,
  inputSize: number,
): Network {
  return stackedResidualBigru({
    cell: 'gru',
    inputSize,
    hiddenSize,
    layers,
    bidirectional: true,
    dropout,
    residual,
    scale: residualScale,
  });
}

/** [forward; x; backward], [B, T, 2H + D]. */
function around(states: Tensor, x: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = states.shape;
  const size = width / 2;
  const forward = slice(states, [0, 0, 0], [batch, length, size]); // [B, T, H]
  const backward = slice(states, [0, 0, size], [batch, length, size]); // [B, T, H]
  return concat([forward, x, backward], 2);
}

/** The step to fewer dimensions, [..., dense]. */
function mapping(params: Params, x: Tensor, { activation }: StaresgruCnnConfig): Tensor {
  const mapped = linear(linearParams(params, DENSE), x);
  return activation === 'relu' ? relu(mapped) : tanh(mapped);
}
