/**
 * Features of two texts. A batch of B pairs is one of 2B texts: the first ones, then the second ones in the same order.
 */
import {
  abs,
  add,
  cast,
  concat,
  expandDims,
  matMul,
  mul,
  relu,
  slice,
  softmax,
  sub,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { invariant } from '../../../../shared/assert.ts';
import type { DropoutSource } from '../../layers/dropout.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import { oneHotRows } from '../../layers/one-hot.ts';
import type { Params } from '../../layers/params.ts';
import { maxOverTime, meanOverTime } from '../../layers/pooling.ts';
import type { BatchSize, InputSpec } from '../model.ts';
import type { Network, NetworkInput } from '../networks/network.ts';
import { textNetwork, tokensOfText } from '../networks/registry.ts';
import type { TextClassifierConfig } from './config.ts';

/** Name of the input that tells how each token occurs in the other text. */
export const MATCHES = 'matches';
/** 0: not at all; n: within a run of n tokens that both texts have, the last for longer ones. */
export const MATCH_LEVELS = 4;

/** Size of the batch of texts for a batch of pairs. */
export const textsOfPairs = ({ batch, length }: BatchSize): BatchSize => ({ batch: 2 * batch, length });

/** Int32 [2B, T]. */
export const matchesInput = ({ batch, length }: BatchSize): InputSpec => ({
  name: MATCHES,
  shape: [2 * batch, length],
  dtype: 'int32',
});

/** Token vectors x [2B, T, D] beside the match of each token, [2B, T, D + MATCH_LEVELS]. */
export const withMatches = (x: Tensor, matches: Tensor): Tensor =>
  concat([x, oneHotRows(matches, MATCH_LEVELS)], 2);

const COMPARED = 'compared';
/** Score of a token that is padding: exp of it is 0 beside any real score. */
const MASKED = -1e4;

/** Builds the network over texts read apart: it takes x [2B, T, D] and gives [B, width]. */
export function pairNetwork(
  { body, pairs }: Pick<TextClassifierConfig, 'body' | 'pairs'>,
  input: NetworkInput,
): Network {
  if (pairs === 'apart') {
    const network = textNetwork(body, input);
    const run: Network['run'] = (params, sequence, source) => compared(network.run(params, sequence, source)); // [2B, W] → [B, 4W]
    return {
      ...network,
      width: 4 * network.width,
      run,
      dropout: (size) => network.dropout(textsOfPairs(size)),
    };
  }
  const network = tokensOfText(body, input);
  invariant(network !== undefined, `pair network: ${body.kind} has no states of tokens`);
  const { width } = network;
  return {
    width: 8 * width,
    params: [...network.params, ...linearSpec(COMPARED, 4 * width, width)],
    dropout: (size) => network.dropout(textsOfPairs(size)),
    run(params: Params, sequence: MaskedSequence, source: DropoutSource | undefined): Tensor {
      const states = network.run(params, sequence, source); // [2B, T, W]
      const aligned = alignedStates(states, sequence.mask); // [2B, T, W]
      const views = [states, aligned, sub(states, aligned), mul(states, aligned)];
      const seen = relu(linear(linearParams(params, COMPARED), concat(views, 2))); // [2B, T, W]
      const pooled = concat([maxOverTime(seen, sequence.mask), meanOverTime(seen, sequence.mask)], 1); // [2B, 2W]
      return compared(pooled); // [B, 8W]
    },
  };
}

/** Features of both texts [2B, W] → [a; b; |a − b|; a · b], [B, 4W]. */
export function compared(features: Tensor): Tensor {
  const [a, b] = halves(features);
  return concat([a, b, abs(sub(a, b)), mul(a, b)], 1);
}

/** States of the other text that are like each token's, averaged by softmax(hᵢ · gⱼ ÷ √W); h [2B, T, W], mask [2B, T]. */
export function alignedStates(h: Tensor, mask: Tensor): Tensor {
  const [, , width = 1] = h.shape;
  const other = swapped(h); // [2B, T, W]
  const padding = expandDims(mul(sub(1, cast(swapped(mask), 'float32')), MASKED), 1); // [2B, 1, T]
  const scores = add(mul(matMul(h, other, false, true), 1 / Math.sqrt(width)), padding); // [2B, T, T]
  return matMul(softmax(scores), other);
}

/** Rows of the first texts and of the second ones, [2B, …] → [B, …] each. */
export function halves(x: Tensor): readonly [Tensor, Tensor] {
  const [rows = 0, ...rest] = x.shape;
  const from = rest.map(() => 0);
  const half = rows / 2;
  return [slice(x, [0, ...from], [half, ...rest]), slice(x, [half, ...from], [half, ...rest])];
}

const swapped = (x: Tensor): Tensor => concat(halves(x).toReversed(), 0);
