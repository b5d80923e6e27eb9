/** BiLSTM (Graves and Schmidhuber 2005): long short-term memory in both directions. */
import { z } from 'zod';
import { finalStates } from '../../layers/last-token.ts';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';
import { hiddenSize, rate } from './settings.ts';

export const BilstmConfig = z.object({
  kind: z.literal('bilstm'),
  layers: z.int().positive().default(1),
  hiddenSize,
  /** Between layers. */
  dropout: rate.default(0),
});
export type BilstmConfig = z.infer<typeof BilstmConfig>;

/** States of every token in both directions, [B, T, 2H]. */
export function bilstmTokens(
  { layers, hiddenSize, dropout }: BilstmConfig,
  { inputSize }: NetworkInput,
): Network {
  return recurrentTokens({ cell: 'lstm', inputSize, hiddenSize, layers, bidirectional: true, dropout });
}

/** Where both directions end, [B, 2H]. */
export function bilstmText(config: BilstmConfig, input: NetworkInput): Network {
  const tokens = bilstmTokens(config, input);
  return {
    ...tokens,
    run: (params, sequence, source) => finalStates(tokens.run(params, sequence, source), sequence.mask),
  };
}
