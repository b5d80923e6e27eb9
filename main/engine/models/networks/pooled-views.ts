/** Pools a sequence in several ways side by side, for AVRNN, AVCNN and Dropout-BiGRU. */
import { concat, type Tensor } from '@tensorflow/tfjs-core';
import { assertNever } from '../../../../shared/assert.ts';
import { lastToken } from '../../layers/last-token.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import type { ParamSpec, Params } from '../../layers/params.ts';
import { maxOverTime, meanOverTime } from '../../layers/pooling.ts';
import { weightedAverage, weightedAverageParam, weightedAverageSpec } from '../../layers/weighted-average.ts';

/** The last token, the largest and the mean value over time, and an average by learnt weights. */
export type View = 'last' | 'max' | 'mean' | 'attention';

/** [B, T, C] → [B, views C], in the order of `views`. */
export const pooledViews = (
  views: readonly View[],
  params: Params,
  sequence: MaskedSequence,
  prefix: string,
): Tensor =>
  concat(
    views.map((view) => seen(view, params, sequence, prefix)),
    1,
  );

function seen(view: View, params: Params, { x, mask }: MaskedSequence, prefix: string): Tensor {
  switch (view) {
    case 'last':
      return lastToken(x, mask); // [B, C]
    case 'max':
      return maxOverTime(x, mask); // [B, C]
    case 'mean':
      return meanOverTime(x, mask); // [B, C]
    case 'attention':
      return weightedAverage(weightedAverageParam(params, prefix), x, mask); // [B, C]
    default:
      return assertNever(view);
  }
}

/** Parameters of the views over sequences of `width` units. */
export const viewsSpec = (views: readonly View[], prefix: string, width: number): readonly ParamSpec[] =>
  views.includes('attention') ? [weightedAverageSpec(prefix, width)] : [];
