/**
 * Linear-chain conditional random field (Lafferty, McCallum and Pereira 2001) over emissions, with scores of the
 * first and the last tag: score(y) = start[y_0] + Σ e_t[y_t] + Σ transitions[y_{t−1}][y_t] + end[y_last].
 */
import * as tf from '@tensorflow/tfjs-core';
import { crfLogPartition } from './crf-partition.ts';
import { oneHotRows } from './one-hot.ts';
import { type ParamSpec, type Params, param } from './params.ts';

export interface CrfParams {
  /** [i][j]: tag j after tag i, [K, K] */
  readonly transitions: tf.Tensor;
  /** [K] */
  readonly start: tf.Tensor;
  /** [K] */
  readonly end: tf.Tensor;
}

/** Masks of the allowed first tags, last tags and transitions: 1 or 0. */
export interface TagConstraints {
  /** Row-major [from, to], K × K. */
  readonly allowed: Uint8Array;
  /** [K] */
  readonly start: Uint8Array;
  /** [K] */
  readonly end: Uint8Array;
}

/** Score of what a constraint forbids: exp of it is 0 in float32, also beside large scores. */
export const ILLEGAL = -1e4;

export interface CrfTarget {
  /** int32 [B, T] */
  readonly tags: tf.Tensor;
  /** float32 [B, T], ones followed by zeros */
  readonly mask: tf.Tensor;
}

/** −log p(tags | emissions [B, T, K]) of each sequence → [B]; 0 for a sequence without any token. */
export function crfNegativeLogLikelihood(
  params: CrfParams,
  emissions: tf.Tensor,
  target: CrfTarget,
): tf.Tensor {
  const [batch = 0] = emissions.shape;
  const { transitions, start, end } = params;
  const total = crfLogPartition(emissions, transitions, start, end, target.mask); // [B]
  const loss = tf.sub(total, crfPathScore(params, emissions, target)); // [B]
  return tf.mul(loss, tf.reshape(tf.slice(target.mask, [0, 0], [batch, 1]), [batch])); // [B]
}

/** Score of the given tags → [B]. */
function crfPathScore(
  { transitions, start, end }: CrfParams,
  emissions: tf.Tensor,
  { tags, mask }: CrfTarget,
): tf.Tensor {
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const real = tf.expandDims(mask, -1); // [B, T, 1]
  const chosen = tf.mul(oneHotRows(tags, count), real); // [B, T, K]
  const unary = tf.add(emissions, tf.mul(lastToken(real), end)); // [B, T, K]
  const first = tf.reshape(tf.slice(chosen, [0, 0, 0], [batch, 1, count]), [batch, count]); // [B, K]
  const score = tf.add(tf.sum(tf.mul(unary, chosen), [1, 2]), tf.sum(tf.mul(first, start), 1)); // [B]
  if (length === 1) return score;
  const before = tf.slice(chosen, [0, 0, 0], [batch, length - 1, count]); // [B, T − 1, K]
  const after = tf.slice(chosen, [0, 1, 0], [batch, length - 1, count]); // [B, T − 1, K]
  const onward = tf.matMul(tf.reshape(before, [-1, count]), transitions); // [B (T − 1), K]
  return tf.add(score, tf.sum(tf.mul(tf.reshape(onward, after.shape), after), [1, 2])); // [B]
}

/** 1 at each sequence's last token; mask [B, T, 1]. */
function lastToken(real: tf.Tensor): tf.Tensor {
  const [batch = 0, length = 0] = real.shape;
  if (length === 1) return real;
  return tf.sub(
    real,
    tf.concat([tf.slice(real, [0, 1, 0], [batch, length - 1, 1]), tf.zeros([batch, 1, 1])], 1),
  );
}

/** The scores with −10⁴ wherever a constraint forbids; nothing is learnt there. */
export function constrainCrf(params: CrfParams, constraints: TagConstraints): CrfParams {
  return {
    transitions: bound(params.transitions, constraints.allowed), // [K, K]
    start: bound(params.start, constraints.start), // [K]
    end: bound(params.end, constraints.end), // [K]
  };
}

function bound(scores: tf.Tensor, legal: Uint8Array): tf.Tensor {
  const keep = tf.tensor(Float32Array.from(legal), scores.shape);
  const ban = tf.tensor(
    Float32Array.from(legal, (ok) => (ok === 1 ? 0 : ILLEGAL)),
    scores.shape,
  );
  return tf.add(tf.mul(scores, keep), ban); // as scores
}

/** Names as in pytorch-crf. */
export function crfSpec(prefix: string, tags: number): readonly ParamSpec[] {
  const init = { kind: 'normal', std: 0.01 } as const;
  return [
    { name: `${prefix}.transitions`, shape: [tags, tags], init, decay: false },
    { name: `${prefix}.start_transitions`, shape: [tags], init, decay: false },
    { name: `${prefix}.end_transitions`, shape: [tags], init, decay: false },
  ];
}

export const crfParams = (params: Params, prefix: string): CrfParams => ({
  transitions: param(params, `${prefix}.transitions`),
  start: param(params, `${prefix}.start_transitions`),
  end: param(params, `${prefix}.end_transitions`),
});
