/** Multi-head self-attention (Vaswani et al. 2017, section 3.2) as BERT has it. */
import { add, cast, matMul, mul, reshape, softmax, sub, type Tensor, transpose } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { attention } from '../runtime/fused.ts';
import type { DropoutSource } from './dropout.ts';
import { BERT_NORMAL } from './initialisers.ts';
import { type LinearParams, linear, linearParams, linearSpec } from './linear.ts';
import type { ParamSpec, Params } from './params.ts';

/** Score of a padded key: exp of it is 0 beside any real score, in half precision too. */
const MASKED = -1e4;

export interface AttentionParams {
  readonly query: LinearParams;
  readonly key: LinearParams;
  readonly value: LinearParams;
  readonly output: LinearParams;
}

export interface AttentionOptions {
  readonly heads: number;
  readonly probabilityDropout: number;
  /** Name of the layer, for its dropout mask. */
  readonly site: string;
  readonly source: DropoutSource | undefined;
  /** Computes the probabilities as a separate output. */
  readonly probabilities?: boolean;
}

export interface Attended {
  /** [B, T, H] */
  readonly hidden: Tensor;
  /** When asked for, before dropout, [B, heads, T, T]: row = query, column = key. */
  readonly probabilities?: Tensor;
}

/** Additive bias of the keys: 0 where mask [B, T] is 1, −10⁴ where it is 0 → [B, 1, 1, T]. */
export function paddingBias(mask: Tensor): Tensor {
  const [batch = 0, length = 0] = mask.shape;
  const kept = cast(mask, 'float32'); // [B, T]
  return reshape(mul(sub(1, kept), MASKED), [batch, 1, 1, length]);
}

/** softmax(q kᵀ / √D + bias) v over heads of size D, projected; x [B, T, H] → [B, T, H]. */
export function selfAttention(
  params: AttentionParams,
  x: Tensor,
  bias: Tensor,
  { heads, probabilityDropout, site, source, probabilities = false }: AttentionOptions,
): Attended {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const size = width / heads;
  invariant(Number.isInteger(size), `attention: ${width} units do not divide into ${heads} heads`);
  const split = (y: Tensor) => transpose(reshape(y, [batch, length, heads, size]), [0, 2, 1, 3]); // [B, heads, T, D]

  const scale = 1 / Math.sqrt(size);
  const query = split(linear(params.query, x)); // [B, heads, T, D]
  const key = split(linear(params.key, x)); // [B, heads, T, D]
  const value = split(linear(params.value, x)); // [B, heads, T, D]
  const mask =
    probabilityDropout === 0
      ? undefined
      : source?.mask(site, [batch, heads, length, length], probabilityDropout);
  const mixed = attention(query, key, value, scale, { bias, dropout: mask }); // [B, heads, T, D]
  const joined = reshape(transpose(mixed, [0, 2, 1, 3]), [batch, length, width]); // [B, T, H]
  const hidden = linear(params.output, joined); // [B, T, H]
  if (!probabilities) return { hidden };
  const scores = add(mul(matMul(query, key, false, true), scale), bias); // [B, heads, T, T]
  return { hidden, probabilities: softmax(scores) };
}

/** Names as in Hugging Face's BertAttention, LayerNorm left to the encoder layer. */
export const attentionSpec = (prefix: string, width: number): readonly ParamSpec[] => [
  ...linearSpec(`${prefix}.self.query`, width, width, BERT_NORMAL),
  ...linearSpec(`${prefix}.self.key`, width, width, BERT_NORMAL),
  ...linearSpec(`${prefix}.self.value`, width, width, BERT_NORMAL),
  ...linearSpec(`${prefix}.output.dense`, width, width, BERT_NORMAL),
];

export const attentionParams = (params: Params, prefix: string): AttentionParams => ({
  query: linearParams(params, `${prefix}.self.query`),
  key: linearParams(params, `${prefix}.self.key`),
  value: linearParams(params, `${prefix}.self.value`),
  output: linearParams(params, `${prefix}.output.dense`),
});
