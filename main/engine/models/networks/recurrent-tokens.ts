/** Recurrent layers over token vectors: what every recurrent network is made of. */
import {
  type RecurrentConfig,
  recurrent,
  recurrentDropout,
  recurrentOutputSize,
  recurrentSpec,
} from '../../layers/recurrent/stack.ts';
import type { Network } from './network.ts';

/** Name before the parameters of recurrent layers. */
export const RECURRENT = 'recurrent';

/** The states of the last layer, [B, T, width]. */
export const recurrentTokens = (config: RecurrentConfig): Network => ({
  width: recurrentOutputSize(config),
  params: recurrentSpec(RECURRENT, config),
  dropout: (size) => recurrentDropout(RECURRENT, config, size),
  run: (params, { x, mask }, source) => recurrent(params, x, mask, { config, prefix: RECURRENT, source }),
});
