/**
 * Mention-neighbour hybrid attention of SMedBERT (Zhang et al. 2021, section 3.2): the neighbours of a mention in the
 * knowledge graph, weighted by type and by node, become one vector. N mentions have K neighbours of width D each.
 */
import {
  add,
  cast,
  div,
  equal,
  expandDims,
  log,
  matMul,
  maximum,
  mul,
  reshape,
  sub,
  sum,
  type Tensor,
  tanh,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { gelu, linear as product } from '../runtime/fused.ts';
import { attentivePooling, attentivePoolingSpec, matrixSpec } from './attentive-pooling.ts';
import { BERT_NORMAL } from './initialisers.ts';
import { layerNorm, layerNormParams, layerNormSpec } from './layer-norm.ts';
import { linear, linearParams, linearSpec } from './linear.ts';
import type { MaskedSequence } from './masked-sequence.ts';
import { type ParamSpec, type Params, param } from './params.ts';
import { averageBy, maskedSoftmax } from './weighted-average.ts';

const EPS = 1e-12;

/** Parts of the attention that an ablation leaves out. */
interface HybridAttentionParts {
  /** False: all types weigh the same. */
  readonly typeAttention: boolean;
  /** False: all neighbours weigh the same, and their types have no effect. */
  readonly nodeAttention: boolean;
}

export interface Neighbours {
  /** [N, K, D] */
  readonly vectors: Tensor;
  /** Number of the entity's type, int32 [N, K]. */
  readonly types: Tensor;
  /** 1 where there is a neighbour, float32 [N, K]. */
  readonly mask: Tensor;
}

/** h'_m = LN(φ(f_sp(h_i … h_j) W)): tokens of mentions [N, S, H] → [N, D]. */
export function mentionVector(params: Params, prefix: string, tokens: MaskedSequence): Tensor {
  const pooled = attentivePooling(params, `${prefix}.pooling`, tokens); // [N, H]
  const projected = gelu(product(pooled, param(params, `${prefix}.dense.weight`))); // [N, D]
  return layerNorm(layerNormParams(params, `${prefix}.LayerNorm`), projected, EPS);
}

export const mentionVectorSpec = (
  prefix: string,
  width: number,
  entitySize: number,
): readonly ParamSpec[] => [
  ...attentivePoolingSpec(`${prefix}.pooling`, width),
  matrixSpec(`${prefix}.dense`, width, entitySize),
  ...layerNormSpec(`${prefix}.LayerNorm`, entitySize),
];

/**
 * α' = tanh(h'_m W_t + h_τ W_t') W_a and its softmax over the types present; h_τ is the sum of the vectors of a type.
 * Returns the share of each neighbour's type, [N, K].
 */
export function typeShares(params: Params, prefix: string, mention: Tensor, neighbours: Neighbours): Tensor {
  const { vectors, types, mask } = neighbours;
  const equalTypes = cast(equal(expandDims(types, 2), expandDims(types, 1)), 'float32'); // [N, K, K]
  const same = mul(equalTypes, expandDims(mask, 1)); // [N, K, K]
  const ofType = product(matMul(same, vectors), param(params, `${prefix}.type.weight`)); // [N, K, D]
  const ofMention = expandDims(product(mention, param(params, `${prefix}.mention_type.weight`)), 1); // [N, 1, D]
  const inner = tanh(add(ofMention, ofType)); // [N, K, D]
  const scores = reshape(product(inner, param(params, `${prefix}.type_score.weight`)), mask.shape); // [N, K]
  const sizes = maximum(sum(same, 2), 1); // [N, K]: a type counts once, however many neighbours have it
  return mul(maskedSoftmax(sub(scores, log(sizes)), mask), sizes);
}

/** β = softmax over neighbours of (h'_m W_q)(h_e W_k)ᵀ / √D · α of the neighbour's type → [N, K]. */
export function nodeShares(
  params: Params,
  prefix: string,
  { mention, neighbours, parts }: NeighbourAttention,
): Tensor {
  const { vectors, mask } = neighbours;
  if (!parts.nodeAttention) return maskedSoftmax(zerosLike(mask), mask);
  const query = expandDims(product(mention, param(params, `${prefix}.query.weight`)), 2); // [N, D, 1]
  const keys = product(vectors, param(params, `${prefix}.key.weight`)); // [N, K, D]
  const scores = div(reshape(matMul(keys, query), mask.shape), Math.sqrt(vectors.shape[2]!)); // [N, K]
  if (!parts.typeAttention) return maskedSoftmax(scores, mask);
  return maskedSoftmax(mul(scores, typeShares(params, prefix, mention, neighbours)), mask);
}

interface NeighbourAttention {
  /** h'_m [N, D] */
  readonly mention: Tensor;
  readonly neighbours: Neighbours;
  readonly parts: HybridAttentionParts;
}

/** h''_m = LN(ĥ + φ(ĥ W_l1 + b_l1) W_l2) of ĥ = Σ β_e (h_e W_v + b_v) → [N, D]. */
export function neighbourVector(params: Params, prefix: string, attention: NeighbourAttention): Tensor {
  const values = linear(linearParams(params, `${prefix}.value`), attention.neighbours.vectors); // [N, K, D]
  const mixed = averageBy(nodeShares(params, prefix, attention), values); // [N, D]
  const inner = gelu(linear(linearParams(params, `${prefix}.intermediate`), mixed)); // [N, 4D]
  const outer = product(inner, param(params, `${prefix}.output.weight`)); // [N, D]
  return layerNorm(layerNormParams(params, `${prefix}.LayerNorm`), add(mixed, outer), EPS);
}

export const neighbourVectorSpec = (
  prefix: string,
  size: number,
  { typeAttention, nodeAttention }: HybridAttentionParts,
): readonly ParamSpec[] => {
  const nodes = nodeAttention ? ['query', 'key'] : [];
  const types = nodeAttention && typeAttention ? ['type', 'mention_type'] : [];
  return [
    ...[...nodes, ...types].map((name) => matrixSpec(`${prefix}.${name}`, size, size)),
    ...(types.length === 0 ? [] : [matrixSpec(`${prefix}.type_score`, size, 1)]),
    ...linearSpec(`${prefix}.value`, size, size, BERT_NORMAL),
    ...linearSpec(`${prefix}.intermediate`, size, 4 * size, BERT_NORMAL),
    matrixSpec(`${prefix}.output`, 4 * size, size),
    ...layerNormSpec(`${prefix}.LayerNorm`, size),
  ];
};
