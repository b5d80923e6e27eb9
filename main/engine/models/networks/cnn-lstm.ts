/** CNN-LSTM (after Wang et al. 2016): a convolution, halved over time where a whole text is read, and an LSTM. */
import { z } from 'zod';
import { cnnRecurrentText, cnnRecurrentTokens } from './cnn-recurrent.ts';
import type { Network, NetworkInput } from './network.ts';
import { convolution, hiddenSize } from './settings.ts';

export const CnnLstmConfig = z.object({ kind: z.literal('cnn-lstm'), ...convolution, hiddenSize });
export type CnnLstmConfig = z.infer<typeof CnnLstmConfig>;

/** States of every token, [B, T, H]. */
export function cnnLstmTokens(config: CnnLstmConfig, input: NetworkInput): Network {
  return cnnRecurrentTokens('lstm', config, input);
}

/** The LSTM's last state, [B, H]. */
export function cnnLstmText(config: CnnLstmConfig, input: NetworkInput): Network {
  return cnnRecurrentText('lstm', config, input);
}
