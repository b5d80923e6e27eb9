/**
 * DPCNN (Johnson and Zhang 2017): a pyramid of convolutions. Every block halves the text and adds two convolutions,
 * with pre-activation, to a shortcut; the number of filters stays the same.
 */
import { add, relu } from '@tensorflow/tfjs-core';
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { conv1d, conv1dParams, conv1dSpec } from '../../layers/conv1d.ts';
import { halveTime } from '../../layers/halve-time.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import type { Params } from '../../layers/params.ts';
import { maxOverTime } from '../../layers/pooling.ts';
import { type Network, type NetworkInput, NO_DROPOUT } from './network.ts';

type Config = ArchitectureConfig<'dpcnn'>;

const REGION = 'region';
const block = (index: number) => `blocks.${index}`;

/** The largest value of each filter at the top of the pyramid, [B, filters]. */
export function dpcnnText({ filters, kernel, blocks }: Config, { inputSize }: NetworkInput): Network {
  const levels = Array.from({ length: blocks + 1 }, (_, index) => index);
  return {
    width: filters,
    params: [
      ...conv1dSpec(REGION, kernel, inputSize, filters),
      ...levels.flatMap((index) =>
        ['first', 'second'].flatMap((name) =>
          conv1dSpec(`${block(index)}.${name}`, kernel, filters, filters),
        ),
      ),
    ],
    dropout: NO_DROPOUT,
    run(params, { x, mask }) {
      // Section 2.1: the region embedding is a convolution without activation.
      let level: MaskedSequence = { x: conv1d(conv1dParams(params, REGION), x, mask), mask }; // [B, T, filters]
      for (const index of levels) {
        if (index > 0) level = halveTime(level, 3); // [B, T / 2ⁱ, filters]
        level = { x: add(level.x, twoConvolutions(params, block(index), level)), mask: level.mask };
      }
      return maxOverTime(level.x, level.mask); // [B, filters]
    },
  };
}

/** W σ(W' σ(z) + b') + b: section 2.2's pre-activation, [B, T, filters]. */
function twoConvolutions(params: Params, prefix: string, { x, mask }: MaskedSequence) {
  const inner = conv1d(conv1dParams(params, `${prefix}.first`), relu(x), mask);
  return conv1d(conv1dParams(params, `${prefix}.second`), relu(inner), mask);
}
