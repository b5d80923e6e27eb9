/** CNN (Kim 2014): one convolution over the tokens, and the largest value of each filter. */
import { relu } from '@tensorflow/tfjs-core';
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { conv1d, conv1dParams, conv1dSpec } from '../../layers/conv1d.ts';
import { maxOverTime } from '../../layers/pooling.ts';
import { type Network, type NetworkInput, NO_DROPOUT } from './network.ts';

type Config = ArchitectureConfig<'cnn'>;

const CONVOLUTION = 'convolution';

/** c = ReLU(W · x_{t:t+h−1} + b), ĉ = max_t c (Kim 2014, eq. 2-3), [B, filters]. */
export function cnnText({ filters, kernel }: Config, { inputSize }: NetworkInput): Network {
  return {
    width: filters,
    params: conv1dSpec(CONVOLUTION, kernel, inputSize, filters),
    dropout: NO_DROPOUT,
    run(params, { x, mask }) {
      const maps = relu(conv1d(conv1dParams(params, CONVOLUTION), x, mask)); // [B, T, filters]
      return maxOverTime(maps, mask); // [B, filters]
    },
  };
}
