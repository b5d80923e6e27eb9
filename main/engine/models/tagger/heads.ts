/** Output layers of taggers, one for every row of `HEADS`. */
import { div, maximum, mul, reshape, sum } from '@tensorflow/tfjs-core';
import type { Head } from '../../../../shared/domain/networks.ts';
import { type TagSet, transitionConstraints } from '../../../text/tag-set.ts';
import { constrainCrf, crfNegativeLogLikelihood, crfParams, crfSpec } from '../../layers/crf.ts';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { labelled } from '../../layers/params.ts';
import { input } from '../model.ts';
import { biaffine, globalPointer, sequences } from './span-heads.ts';
import type { TaggingHead } from './tagging-head.ts';

/** Name before the CRF's parameters. */
export const CRF = 'crf';
const CLASSIFIER = 'classifier';

const tagNames = (tags: TagSet['tags']): string[] => tags.map(({ name }) => name);

/** Rows are scores of the tags; the target is `tags` int32 [B, N]. */
const tagScores: Omit<TaggingHead, 'loss' | 'predicted'> = {
  width: ({ size }) => size,
  params: (width, { size, tags }) => labelled(linearSpec(CLASSIFIER, width, size), tagNames(tags)),
  emissions: (params, x) => linear(linearParams(params, CLASSIFIER), x), // [B, N, K]
  targets: ({ batch, length }) => [{ name: 'tags', shape: [batch, length], dtype: 'int32' }],
};

export const TAGGING_HEADS: Readonly<Record<Head, TaggingHead>> = {
  softmax: {
    ...tagScores,
    predicted: (logits, mask) => ({ logits, kind: 'classes', weights: div(mask, maximum(sum(mask), 1)) }),
    /** Mean over the tagged tokens of the batch. */
    loss(emissions, { inputs, mask }) {
      const used = reshape(mask, [-1]); // [B N]
      const rows = reshape(emissions, [-1, emissions.shape[2] ?? 0]); // [B N, K]
      const losses = mul(softmaxCrossEntropy(rows, reshape(input(inputs, 'tags'), [-1])), used); // [B N]
      return div(sum(losses), maximum(sum(used), 1));
    },
  },
  crf: {
    ...tagScores,
    params: (width, tagSet) => [
      ...tagScores.params(width, tagSet),
      ...labelled(crfSpec(CRF, tagSet.size), tagNames(tagSet.tags), 'each'),
    ],
    /** Returns the logits of each token alone, without transitions. */
    predicted: (logits, mask) => ({ logits, kind: 'classes', weights: div(mask, sequences(mask)) }),
    /** Mean over the sequences that have a token. */
    loss(emissions, { inputs, mask }, { params, tagSet }) {
      const scores = constrainCrf(crfParams(params, CRF), transitionConstraints(tagSet));
      const target = { tags: input(inputs, 'tags'), mask };
      const losses = crfNegativeLogLikelihood(scores, emissions, target); // [B]
      return div(sum(losses), sequences(mask));
    },
  },
  'global-pointer': globalPointer,
  biaffine,
};
