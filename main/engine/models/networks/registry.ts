/** The code of every architecture in `shared/domain/networks.ts`. The compiler refuses a row without code. */
import type { z } from 'zod';
import {
  type Architecture,
  type ArchitectureConfig,
  architectureSchema,
  type FeaturesOf,
  type Giving,
} from '../../../../shared/domain/networks.ts';
import { avcnnText } from './avcnn.ts';
import { avrnnText } from './avrnn.ts';
import { bigruText, bigruTokens } from './bigru.ts';
import { bilstmText, bilstmTokens } from './bilstm.ts';
import { clsText } from './cls.ts';
import { cnnText } from './cnn.ts';
import { cnnGruText } from './cnn-gru.ts';
import { cnnLstmText, cnnLstmTokens } from './cnn-lstm.ts';
import { dpcnnText } from './dpcnn.ts';
import { dropoutBigruText } from './dropout-bigru.ts';
import { lstmTokens } from './lstm.ts';
import { type Network, type NetworkInput, noNetwork } from './network.ts';
import { staresgruCnnText, staresgruCnnTokens } from './staresgru-cnn.ts';

type Build<A extends Architecture> = (config: ArchitectureConfig<A>, input: NetworkInput) => Network;

const BUILDERS: { readonly [A in Architecture]: { readonly [F in FeaturesOf<A>]: Build<A> } } = {
  none: { tokens: noNetwork },
  cls: { text: clsText },
  lstm: { tokens: lstmTokens },
  bilstm: { tokens: bilstmTokens, text: bilstmText },
  bigru: { tokens: bigruTokens, text: bigruText },
  cnn: { text: cnnText },
  'cnn-lstm': { tokens: cnnLstmTokens, text: cnnLstmText },
  'cnn-gru': { text: cnnGruText },
  'dropout-bigru': { text: dropoutBigruText },
  avrnn: { text: avrnnText },
  avcnn: { text: avcnnText },
  dpcnn: { text: dpcnnText },
  'staresgru-cnn': { tokens: staresgruCnnTokens, text: staresgruCnnText },
};

/** Settings of networks that give features of every token. */
export const TokenNetworkConfig = architectureSchema('tokens');
/** Settings of networks that give features of a whole text. */
export const TextNetworkConfig = architectureSchema('text');

/** Builds the network that gives features of every token, [B, T, width]. */
export function tokenNetwork<A extends Giving<'tokens'>>(
  config: ArchitectureConfig<A>,
  input: NetworkInput,
): Network {
  const { tokens } = BUILDERS[config.kind] as { tokens: Build<A> }; // safe: the row of that kind
  return tokens(config, input);
}

/** Returns whether an architecture of classifiers gives states of mentions: token features, or an encoder's own. */
export const hasMentionStates = (kind: Architecture): boolean => kind === 'cls' || 'tokens' in BUILDERS[kind];

/**
 * Builds the network that gives features of every token, [B, T, width], at the settings of a network of whole texts; an
 * encoder's own for `cls`. Returns `undefined` where the architecture has none.
 */
export function tokensOfText(
  config: z.infer<typeof TextNetworkConfig>,
  input: NetworkInput,
): Network | undefined {
  if (config.kind === 'cls') return noNetwork(config, input);
  // safe: the row of that kind
  const { tokens } = BUILDERS[config.kind] as { readonly tokens?: Build<typeof config.kind> };
  return tokens?.(config, input);
}

/** Builds the network that gives features of a whole text, [B, width]. */
export function textNetwork<A extends Giving<'text'>>(
  config: ArchitectureConfig<A>,
  input: NetworkInput,
): Network {
  const { text } = BUILDERS[config.kind] as { text: Build<A> }; // safe: the row of that kind
  return text(config, input);
}
