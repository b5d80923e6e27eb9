/** BERT with its pre-training heads: masked tokens, and next sentence or sentence order. */
import { add } from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { mlmLoss, mlmTargets, selectPositions } from '../../objectives/mlm.ts';
import { pairLoss, pairTargets } from '../../objectives/pair-loss.ts';
import { input, type Model } from '../model.ts';
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
  /** What the pair head tells apart; `none`: masked tokens only. */
  pair: z.enum(['nsp', 'sop', 'none']),
});
export type BertPretrainingConfig = z.infer<typeof BertPretrainingConfig>;

/**
 * Loss = masked tokens + pairs; forward gives `hidden` [B, T, H] and `pooled` [B, H]. Without pairs there is no
 * pooler either, as in Hugging Face's BertForMaskedLM.
 */
export function bertPretraining({ bert, pair }: BertPretrainingConfig): Model {
  const withPairs = pair !== 'none';
  return {
    params: [
      ...bertEncoderSpec(bert),
      ...mlmHeadSpec(bert),
      ...(withPairs ? [...bertPoolerSpec(bert), ...pairHeadSpec(bert)] : []),
    ],
    inputs: bertInputs,
    targets: (size) => [...mlmTargets(size), ...(withPairs ? pairTargets(size) : [])],
    dropout: (size) => bertDropout(bert, size),
    forward(params, inputs, source) {
      const hidden = lastHidden(bertEncode(params, inputs, bert, { source })); // [B, T, H]
      return withPairs ? { hidden, pooled: bertPool(params, hidden) } : { hidden };
    },
    loss(params, inputs, source) {
      const hidden = lastHidden(bertEncode(params, inputs, bert, { source })); // [B, T, H]
      const chosen = selectPositions(hidden, input(inputs, 'mlmPositions')); // [B M, H]
      const logits = mlmLogits(params, chosen, bert); // [B M, V]
      const masked = mlmLoss(logits, input(inputs, 'mlmLabels'), input(inputs, 'mlmWeights'));
      if (!withPairs) return { loss: masked, metrics: { mlmLoss: masked } };
      const pairScores = pairLogits(params, bertPool(params, hidden)); // [B, 2]
      const pairs = pairLoss(pairScores, input(inputs, 'pairLabels'));
      return { loss: add(masked, pairs), metrics: { mlmLoss: masked, pairLoss: pairs } };
    },
  };
}
