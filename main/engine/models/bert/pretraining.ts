/** BERT with its pre-training heads: masked tokens, and next sentence or sentence order. */
import { add, argMax, reshape, type Tensor } from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import type { DropoutSource } from '../../layers/dropout.ts';
import type { Params } from '../../layers/params.ts';
import { mlmLoss, mlmTargets, selectPositions } from '../../objectives/mlm.ts';
import { pairLoss, pairTargets } from '../../objectives/pair-loss.ts';
import { input, type Model, type Tensors } from '../model.ts';
import { BertConfig } from './config.ts';
import { mlmHeadSpec, mlmLogits, pairHeadSpec, pairLogits } from './heads.ts';
import {
  bertDropout,
  bertEncode,
  bertEncoderSpec,
  bertInputs,
  bertPool,
  bertPoolerSpec,
  lastHidden,
} from './model.ts';

export const BertPretrainingConfig = z.object({
  bert: BertConfig,
  /** Task of the pair head; `none` for masked tokens only. */
  pair: z.enum(['nsp', 'sop', 'none']),
  /** Share of the tokens that is guessed and how many at most; absent: room for a fifth of a sequence. */
  guess: z.object({ share: z.number().positive().max(1), most: z.int().positive() }).optional(),
});
export type BertPretrainingConfig = z.infer<typeof BertPretrainingConfig>;

/**
 * Loss = masked tokens + pairs; forward gives `hidden` [B, T, H] and `pooled` [B, H]. Without pairs there is no
 * pooler either, as in Hugging Face's BertForMaskedLM.
 */
export function bertPretraining(config: BertPretrainingConfig): Model {
  const { bert, pair, guess } = config;
  const withPairs = pair !== 'none';
  return {
    params: [
      ...bertEncoderSpec(bert),
      ...mlmHeadSpec(bert),
      ...(withPairs ? [...bertPoolerSpec(bert), ...pairHeadSpec(bert)] : []),
    ],
    inputs: bertInputs,
    targets: (size) => [...mlmTargets(size, guess), ...(withPairs ? pairTargets(size) : [])],
    dropout: (size) => bertDropout(bert, size),
    forward(params, inputs, source) {
      const hidden = lastHidden(bertEncode(params, inputs, bert, { source })); // [B, T, H]
      return withPairs ? { hidden, pooled: bertPool(params, hidden) } : { hidden };
    },
    loss(params, inputs, source) {
      const { tokens, pairs: pairScores } = scores(params, inputs, config, source);
      const masked = mlmLoss(tokens, input(inputs, 'mlmLabels'), input(inputs, 'mlmWeights'));
      if (pairScores === undefined) return { loss: masked, metrics: { mlmLoss: masked } };
      const pairs = pairLoss(pairScores, input(inputs, 'pairLabels'));
      return { loss: add(masked, pairs), metrics: { mlmLoss: masked, pairLoss: pairs } };
    },
  };
}

/** Returns losses and guesses for each masked place, and scores for each pair. */
export function pretrainingGuesses(params: Params, inputs: Tensors, config: BertPretrainingConfig): Tensors {
  const { tokens, pairs } = scores(params, inputs, config);
  const labels = reshape(input(inputs, 'mlmLabels'), [-1]); // [B M]
  return {
    losses: softmaxCrossEntropy(tokens, labels), // [B M]
    guesses: argMax(tokens, -1), // [B M]
    ...(pairs === undefined ? {} : { pairs }), // [B, 2]
  };
}

/** Scores of all tokens for each place to guess [B M, V], and of both answers for each pair [B, 2]. */
function scores(
  params: Params,
  inputs: Tensors,
  { bert, pair }: BertPretrainingConfig,
  source?: DropoutSource,
): { readonly tokens: Tensor; readonly pairs?: Tensor } {
  const hidden = lastHidden(bertEncode(params, inputs, bert, { source })); // [B, T, H]
  const chosen = selectPositions(hidden, input(inputs, 'mlmPositions')); // [B M, H]
  const tokens = mlmLogits(params, chosen, bert); // [B M, V]
  return pair === 'none' ? { tokens } : { tokens, pairs: pairLogits(params, bertPool(params, hidden)) };
}
