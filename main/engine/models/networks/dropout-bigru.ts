/** Dropout-BiGRU: two BiGRU layers with dropout below and between them, seen as last state, maximum and mean. */
import { z } from 'zod';
import type { Network, NetworkInput } from './network.ts';
import { recurrentTokens } from './recurrent-tokens.ts';
import { depth, rate, units } from './settings.ts';
import { seenAs, type View } from './views.ts';

export const DropoutBigruConfig = z.object({
  kind: z.literal('dropout-bigru'),
  layers: depth.default(2),
  hiddenSize: units.default(64),
  /** Between layers. */
  dropout: rate.default(0.35),
});
export type DropoutBigruConfig = z.infer<typeof DropoutBigruConfig>;

const VIEWS: readonly View[] = ['last', 'max', 'mean'];

/** Three views of the states, [B, 3 · 2H]. */
export function dropoutBigruText(
  { layers, hiddenSize, dropout }: DropoutBigruConfig,
  { inputSize }: NetworkInput,
): Network {
  const tokens = recurrentTokens({
    cell: 'gru',
    inputSize,
    hiddenSize,
    layers,
    bidirectional: true,
    dropout,
  });
  return {
    ...tokens,
    width: VIEWS.length * tokens.width,
    run(params, sequence, source) {
      const x = tokens.run(params, sequence, source); // [B, T, 2H]
      return seenAs(VIEWS, params, { x, mask: sequence.mask }, '');
    },
  };
}
