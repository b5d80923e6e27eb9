/** LSTM layers in reading direction (the LSTM-CRF head of the NER literature). */
import { z } from 'zod';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';
import { hiddenSize, rate } from './settings.ts';

export const LstmConfig = z.object({
  kind: z.literal('lstm'),
  layers: z.int().positive().default(1),
  hiddenSize,
  /** Between layers. */
  dropout: rate.default(0),
});
export type LstmConfig = z.infer<typeof LstmConfig>;

/** States of every token, [B, T, H]. */
export function lstmTokens(
  { layers, hiddenSize, dropout }: LstmConfig,
  { inputSize }: NetworkInput,
): Network {
  return recurrentTokens({ cell: 'lstm', inputSize, hiddenSize, layers, bidirectional: false, dropout });
}
