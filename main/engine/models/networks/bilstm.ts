/** BiLSTM (Graves and Schmidhuber 2005): long short-term memory in both directions. */
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { finalStates } from '../../layers/last-token.ts';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';

type Config = ArchitectureConfig<'bilstm'>;

/** States of every token in both directions, [B, T, 2H]. */
export const bilstmTokens = ({ layers, hiddenSize, dropout }: Config, { inputSize }: NetworkInput): Network =>
  recurrentTokens({ cell: 'lstm', inputSize, hiddenSize, layers, bidirectional: true, dropout });

/** The final states of both directions, [B, 2H]. */
export function bilstmText(config: Config, input: NetworkInput): Network {
  const tokens = bilstmTokens(config, input);
  return {
    ...tokens,
    run: (params, sequence, source) => finalStates(tokens.run(params, sequence, source), sequence.mask),
  };
}
