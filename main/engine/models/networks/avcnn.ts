/** AVCNN: convolutions of several widths side by side, each seen as maximum, learnt average and mean. */
import { concat, relu } from '@tensorflow/tfjs-core';
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { conv1d, conv1dParams, conv1dSpec } from '../../layers/conv1d.ts';
import { type Network, type NetworkInput, NO_DROPOUT } from './network.ts';
import { pooledViews, type View, viewsSpec } from './pooled-views.ts';

type Config = ArchitectureConfig<'avcnn'>;

const VIEWS: readonly View[] = ['max', 'attention', 'mean'];
const branch = (index: number) => `branches.${index}`;

/** Three views of every branch, [B, branches · 3 · filters]. */
export function avcnnText({ filters, kernels }: Config, { inputSize }: NetworkInput): Network {
  return {
    width: kernels.length * VIEWS.length * filters,
    params: kernels.flatMap((kernel, index) => [
      ...conv1dSpec(branch(index), kernel, inputSize, filters),
      ...viewsSpec(VIEWS, `${branch(index)}.attention`, filters),
    ]),
    dropout: NO_DROPOUT,
    run(params, { x, mask }) {
      const views = kernels.map((_, index) => {
        const maps = relu(conv1d(conv1dParams(params, branch(index)), x, mask)); // [B, T, filters]
        return pooledViews(VIEWS, params, { x: maps, mask }, `${branch(index)}.attention`); // [B, 3 filters]
      });
      return views.length === 1 ? views[0]! : concat(views, 1); // [B, branches · 3 filters]
    },
  };
}
