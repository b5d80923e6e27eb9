/** CNN-LSTM (after Wang et al. 2016): a convolution, halved over time where a whole text is read, and an LSTM. */
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { cnnRecurrentText, cnnRecurrentTokens } from './cnn-recurrent.ts';
import type { Network, NetworkInput } from './network.ts';

type Config = ArchitectureConfig<'cnn-lstm'>;

/** States of every token, [B, T, H]. */
export const cnnLstmTokens = (config: Config, input: NetworkInput): Network =>
  cnnRecurrentTokens('lstm', config, input);

/** The LSTM's last state, [B, H]. */
export const cnnLstmText = (config: Config, input: NetworkInput): Network =>
  cnnRecurrentText('lstm', config, input);
