/**
 * A bi-encoder (Reimers and Gurevych 2019): one encoder reads both texts of a pair apart and gives each a vector of
 * length 1, whose cosine is the score. Rows are those of pairs read apart: 2B texts, the first ones before the second.
 */
import {
  add,
  div,
  matMul,
  mul,
  reshape,
  sqrt,
  square,
  sub,
  sum,
  type Tensor,
  tensor1d,
  tensor2d,
} from '@tensorflow/tfjs-core';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import { ONES, ZEROS } from '../../layers/initialisers.ts';
import type { LinearParams } from '../../layers/linear.ts';
import { labelled, type ParamSpec } from '../../layers/params.ts';
import { meanOverTime } from '../../layers/pooling.ts';
import type { BatchSize, InputSpec } from '../model.ts';
import type { Network, NetworkInput } from '../networks/network.ts';
import { textNetwork, tokensOfText } from '../networks/registry.ts';
import type { TextClassifierConfig } from './config.ts';
import { halves, textsOfPairs } from './pair-network.ts';

/** Float32 [B]: 1 where the second text is a right answer to the first. */
export const RIGHT = 'right';
/** Float32 [B, B]: 1 where the second text of a column is set against that of the row, which it is to itself. */
export const CONTRASTED = 'contrasted';

export const contrastTargets = ({ batch }: BatchSize): readonly InputSpec[] => [
  { name: RIGHT, shape: [batch], dtype: 'float32' },
  { name: CONTRASTED, shape: [batch, batch], dtype: 'float32' },
];

/** Keeps a text without tokens at 0 instead of dividing by it. */
const TINY = 1e-12;
/** Score of a text that is not set against another: exp of it is 0 beside any real score. */
const LEFT_OUT = -1e4;

/** Builds the network that gives vectors of length 1: it takes x [2B, T, D] and gives [2B, width]. */
export function vectorNetwork(
  { body, vectorPooling }: Pick<TextClassifierConfig, 'body' | 'vectorPooling'>,
  input: NetworkInput,
): Network {
  const tokens = vectorPooling === 'mean' ? tokensOfText(body, input) : undefined;
  const network = tokens ?? textNetwork(body, input);
  return {
    ...network,
    dropout: (size) => network.dropout(textsOfPairs(size)),
    run(params, sequence, source) {
      const states = network.run(params, sequence, source); // [2B, T, W] of tokens, else [2B, W]
      return toUnit(tokens === undefined ? states : meanOverTime(states, sequence.mask)); // [2B, W]
    },
  };
}

/** Vectors [N, W] at length 1. */
const toUnit = (x: Tensor): Tensor => div(x, sqrt(add(sum(square(x), 1, true), TINY)));

/** A weight for all grades, and a bias for each. */
export const gradesSpec = (prefix: string, labels: readonly string[]): ParamSpec[] => [
  { name: `${prefix}.weight`, shape: [1], init: ONES, decay: false },
  ...labelled([{ name: `${prefix}.bias`, shape: [labels.length], init: ZEROS, decay: false }], labels),
];

/**
 * Logits [B, L] of the two texts of each pair: (weight · cosine · grade ÷ highest grade + bias) ÷ τ, so that the expected
 * grade rises with the cosine as long as the weight is above 0.
 * @param vectors [2B, W]
 * @param labels grades
 */
export function gradeLogits(
  { weight, bias }: LinearParams,
  vectors: Tensor,
  { labels, temperature }: Pick<TextClassifierConfig, 'labels' | 'temperature'>,
): Tensor {
  const [a, b] = halves(vectors);
  const cosines = sum(mul(a, b), 1, true); // [B, 1]
  const grades = labels.map(Number);
  const shares = tensor2d([grades.map((grade) => grade / Math.max(1, ...grades))]); // [1, L]
  return mul(add(mul(mul(cosines, weight), shares), bias), 1 / temperature);
}

/**
 * In-batch negatives (Henderson et al. 2017): − log of the share that the right second text has in exp(cosine ÷ τ) over
 * all second texts set against it, summed over right pairs and divided by the number of texts.
 * @param vectors [2B, W]
 * @param texts [B], 0 where a row is empty
 */
export function contrastLoss(
  vectors: Tensor,
  {
    right,
    contrasted,
    texts,
  }: { readonly right: Tensor; readonly contrasted: Tensor; readonly texts: Tensor },
  temperature: number,
): Tensor {
  const [a, b] = halves(vectors);
  const batch = a.shape[0]!;
  if (batch === 1) return mul(sum(right), 0); // nothing to set it against
  const cosines = mul(matMul(a, b, false, true), 1 / temperature); // [B, B]
  const scores = add(cosines, mul(sub(1, contrasted), LEFT_OUT)); // [B, B]
  const own = tensor1d(
    Int32Array.from({ length: batch }, (_, row) => row),
    'int32',
  );
  const losses = reshape(softmaxCrossEntropy(scores, own), [batch]); // [B]
  return div(sum(mul(losses, mul(right, texts))), add(sum(texts), TINY));
}
