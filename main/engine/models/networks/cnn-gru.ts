/** CNN-GRU: a convolution, halved over time, and a GRU (StaResGRU-CNN eq. 1-4). */
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { cnnRecurrentText } from './cnn-recurrent.ts';
import type { Network, NetworkInput } from './network.ts';

type Config = ArchitectureConfig<'cnn-gru'>;

/** The GRU's last state, [B, H]. */
export const cnnGruText = (config: Config, input: NetworkInput): Network =>
  cnnRecurrentText('gru', config, input);
