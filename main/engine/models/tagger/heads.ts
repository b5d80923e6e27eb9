/** Output layers of taggers, one for every row of `HEADS`: their own parameters and their loss. */
import { div, max, maximum, mul, reshape, sum, type Tensor } from '@tensorflow/tfjs-core';
import type { Head } from '../../../../shared/domain/networks.ts';
import { type TagSet, transitionConstraints } from '../../../text/tag-set.ts';
import { constrainCrf, crfNegativeLogLikelihood, crfParams, crfSpec } from '../../layers/crf.ts';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import type { ParamSpec, Params } from '../../layers/params.ts';

/** Tags int32 [B, N] of the tokens, and which tokens are real, float32 [B, N]. */
interface Target {
  readonly tags: Tensor;
  readonly mask: Tensor;
}

interface TaggingHead {
  /** Parameters besides the layer that gives the emissions. */
  params(tagSet: TagSet): readonly ParamSpec[];
  /** A scalar, from emissions [B, N, K]. */
  loss(
    emissions: Tensor,
    target: Target,
    model: { readonly params: Params; readonly tagSet: TagSet },
  ): Tensor;
}

/** Name before the CRF's parameters. */
export const CRF = 'crf';

export const TAGGING_HEADS: Readonly<Record<Head, TaggingHead>> = {
  softmax: {
    params: () => [],
    /** Mean over the tagged tokens of the batch. */
    loss(emissions, { tags, mask }) {
      const used = reshape(mask, [-1]); // [B N]
      const rows = reshape(emissions, [-1, emissions.shape[2] ?? 0]); // [B N, K]
      const losses = mul(softmaxCrossEntropy(rows, reshape(tags, [-1])), used); // [B N]
      return div(sum(losses), maximum(sum(used), 1));
    },
  },
  crf: {
    params: (tagSet) => crfSpec(CRF, tagSet.size),
    /** Mean over the sequences that have a token. */
    loss(emissions, target, { params, tagSet }) {
      const scores = constrainCrf(crfParams(params, CRF), transitionConstraints(tagSet));
      const losses = crfNegativeLogLikelihood(scores, emissions, target); // [B]
      return div(sum(losses), maximum(sum(max(target.mask, 1)), 1));
    },
  },
};
