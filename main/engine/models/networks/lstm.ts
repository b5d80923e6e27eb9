/** LSTM layers in reading direction (the LSTM-CRF head of the NER literature). */
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';

type Config = ArchitectureConfig<'lstm'>;

/** States of every token, [B, T, H]. */
export const lstmTokens = ({ layers, hiddenSize, dropout }: Config, { inputSize }: NetworkInput): Network =>
  recurrentTokens({ cell: 'lstm', inputSize, hiddenSize, layers, bidirectional: false, dropout });
