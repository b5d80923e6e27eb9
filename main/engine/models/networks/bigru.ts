/** BiGRU (Cho et al. 2014): gated recurrent units in both directions, StaResGRU-CNN eq. 1-4. */
import type { ArchitectureConfig } from '../../../../shared/domain/networks.ts';
import { finalStates } from '../../layers/last-token.ts';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';

type Config = ArchitectureConfig<'bigru'>;

/** States of every token in both directions, [B, T, 2H]. */
export const bigruTokens = ({ layers, hiddenSize, dropout }: Config, { inputSize }: NetworkInput): Network =>
  recurrentTokens({ cell: 'gru', inputSize, hiddenSize, layers, bidirectional: true, dropout });

/** The final states of both directions, [B, 2H]. */
export function bigruText(config: Config, input: NetworkInput): Network {
  const tokens = bigruTokens(config, input);
  return {
    ...tokens,
    run: (params, sequence, source) => finalStates(tokens.run(params, sequence, source), sequence.mask),
  };
}
