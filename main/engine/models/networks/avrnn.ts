/**
 * AVRNN: two BiGRU layers side by side, seen as last state, maximum, learnt average and mean; Dropout-AVRNN sees the
 * upper layer alone and drops whole channels of its token vectors.
 */
import { concat } from '@tensorflow/tfjs-core';
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { type DropoutSource, dropout } from '../../layers/dropout.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import type { Params } from '../../layers/params.ts';
import {
  type RecurrentConfig,
  recurrentDropout,
  recurrentLayer,
  recurrentOutputSize,
  recurrentSpec,
} from '../../layers/recurrent/stack.ts';
import type { Network, NetworkInput } from './network.ts';
import { pooledViews, type View, viewsSpec } from './pooled-views.ts';
import { RECURRENT } from './recurrent-tokens.ts';

type Config = ArchitectureConfig<'avrnn'>;

const VIEWS: readonly View[] = ['last', 'max', 'attention', 'mean'];
const ATTENTION = 'attention';

/** Four views of the states, [B, 4 · 2H] or [B, 4 · layers · 2H]. */
export function avrnnText(
  { layers, hiddenSize, allLayers, dropout: between }: Config,
  { inputSize }: NetworkInput,
): Network {
  const config: RecurrentConfig = {
    cell: 'gru',
    inputSize,
    hiddenSize,
    layers,
    bidirectional: true,
    dropout: between,
  };
  const width = recurrentOutputSize(config) * (allLayers ? layers : 1);
  return {
    width: VIEWS.length * width,
    params: [...recurrentSpec(RECURRENT, config), ...viewsSpec(VIEWS, ATTENTION, width)],
    dropout: (size) => recurrentDropout(RECURRENT, config, size),
    run(params, sequence, source) {
      const states = layerStates(params, sequence, config, source); // layers × [B, T, 2H]
      const x = allLayers && layers > 1 ? concat([...states], 2) : states.at(-1)!; // [B, T, width]
      return pooledViews(VIEWS, params, { x, mask: sequence.mask }, ATTENTION);
    },
  };
}

/** The states of every layer. */
function layerStates(
  params: Params,
  { x, mask }: MaskedSequence,
  config: RecurrentConfig,
  source?: DropoutSource,
) {
  const states = [];
  let below = x;
  for (let layer = 0; layer < config.layers; layer++) {
    const kept = layer === 0 ? below : dropout(below, config.dropout, `${RECURRENT}.l${layer - 1}`, source);
    below = recurrentLayer(params, { x: kept, mask }, { config, prefix: RECURRENT, layer }); // [B, T, 2H]
    states.push(below);
  }
  return states;
}
