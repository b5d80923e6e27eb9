/** CNN-GRU: a convolution, halved over time, and a GRU (StaResGRU-CNN eq. 1-4). */
import { z } from 'zod';
import { cnnRecurrentText } from './cnn-recurrent.ts';
import type { Network, NetworkInput } from './network.ts';
import { convolution, hiddenSize } from './settings.ts';

export const CnnGruConfig = z.object({ kind: z.literal('cnn-gru'), ...convolution, hiddenSize });
export type CnnGruConfig = z.infer<typeof CnnGruConfig>;

/** The GRU's last state, [B, H]. */
export function cnnGruText(config: CnnGruConfig, input: NetworkInput): Network {
  return cnnRecurrentText('gru', config, input);
}
