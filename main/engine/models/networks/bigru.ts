/** BiGRU (Cho et al. 2014): gated recurrent units in both directions, StaResGRU-CNN eq. 1-4. */
import { z } from 'zod';
import { finalStates } from '../../layers/last-token.ts';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';
import { hiddenSize, rate } from './settings.ts';

export const BigruConfig = z.object({
  kind: z.literal('bigru'),
  layers: z.int().positive().default(1),
  hiddenSize,
  /** Between layers. */
  dropout: rate.default(0),
});
export type BigruConfig = z.infer<typeof BigruConfig>;

/** States of every token in both directions, [B, T, 2H]. */
export function bigruTokens(
  { layers, hiddenSize, dropout }: BigruConfig,
  { inputSize }: NetworkInput,
): Network {
  return recurrentTokens({ cell: 'gru', inputSize, hiddenSize, layers, bidirectional: true, dropout });
}

/** Where both directions end, [B, 2H]. */
export function bigruText(config: BigruConfig, input: NetworkInput): Network {
  const tokens = bigruTokens(config, input);
  return {
    ...tokens,
    run: (params, sequence, source) => finalStates(tokens.run(params, sequence, source), sequence.mask),
  };
}
