/** Dropout-BiGRU: two BiGRU layers with dropout below and between them, seen as last state, maximum and mean. */
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import type { Network, NetworkInput } from './network.ts';
import { pooledViews, type View } from './pooled-views.ts';
import { recurrentTokens } from './recurrent-tokens.ts';

type Config = ArchitectureConfig<'dropout-bigru'>;

const VIEWS: readonly View[] = ['last', 'max', 'mean'];

/** Three views of the states, [B, 3 · 2H]. */
export function dropoutBigruText(
  { layers, hiddenSize, dropout }: Config,
  { inputSize }: NetworkInput,
): Network {
  const tokens = recurrentTokens({
    cell: 'gru',
    inputSize,
    hiddenSize,
    layers,
    bidirectional: true,
    dropout,
  });
  return {
    ...tokens,
    width: VIEWS.length * tokens.width,
    run(params, sequence, source) {
      const x = tokens.run(params, sequence, source); // [B, T, 2H]
      return pooledViews(VIEWS, params, { x, mask: sequence.mask }, '');
    },
  };
}
