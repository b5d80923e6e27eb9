/** Multi-head self-attention (Vaswani et al. 2017, section 3.2) as BERT has it. */
import {
  add,
  cast,
  matMul,
  mul,
  notEqual,
  reshape,
  softmax,
  sub,
  type Tensor,
  tensor,
  transpose,
} from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { attention } from '../runtime/fused.ts';
import type { DropoutSource } from './dropout.ts';
import { BERT_NORMAL } from './initialisers.ts';
import { type LinearParams, linear, linearParams, linearSpec } from './linear.ts';
import type { ParamSpec, Params } from './params.ts';

/** Score of a key that is not attended to: exp of it is 0 beside any real score, in half precision too. */
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

/** Tokens that attend to each other. */
export interface AttentionMask {
  /** 1 at real tokens, 0 at padding, [B, T]. */
  readonly mask: Tensor;
  /** Number of the text that a token belongs to, int32 [B, T]: tokens see their own text alone. Padding is text 0. */
  readonly texts?: Tensor | undefined;
  /** 1 for rows whose tokens see no later ones, int32 [B]. */
  readonly causal?: Tensor | undefined;
}

/** Additive bias of the keys: −10⁴ where a query does not see them, else 0; [B, 1, 1, T] or [B, 1, T, T]. */
export function attentionBias({ mask, texts, causal }: AttentionMask): Tensor {
  const own = texts === undefined ? paddingBias(mask) : blockBias(texts);
  return causal === undefined ? own : add(own, causalBias(causal, mask.shape[1] ?? 0));
}

/** −10⁴ at padded keys → [B, 1, 1, T]. */
function paddingBias(mask: Tensor): Tensor {
  const [batch = 0, length = 0] = mask.shape;
  const kept = cast(mask, 'float32'); // [B, T]
  return reshape(mul(sub(1, kept), MASKED), [batch, 1, 1, length]);
}

/** −10⁴ at keys of other texts than the query's, block-diagonal where texts follow each other → [B, 1, T, T]. */
function blockBias(texts: Tensor): Tensor {
  const [batch = 0, length = 0] = texts.shape;
  const [queries, keys] = [reshape(texts, [batch, 1, length, 1]), reshape(texts, [batch, 1, 1, length])];
  return mul(cast(notEqual(queries, keys), 'float32'), MASKED); // [B, 1, T, T]
}

/** −10⁴ at later keys in the rows where causal [B] is 1 → [B, 1, T, T]. */
function causalBias(causal: Tensor, length: number): Tensor {
  const later = Float32Array.from({ length: length * length }, (_, i) =>
    i % length > Math.floor(i / length) ? MASKED : 0,
  );
  const rows = reshape(cast(causal, 'float32'), [-1, 1, 1, 1]); // [B, 1, 1, 1]
  return mul(rows, tensor(later, [1, 1, length, length]));
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
