/**
 * Masked neighbour modelling of SMedBERT (Zhang et al. 2021, section 3.3): how well an entity e follows a mention m by
 * a relation r, f_s = μ · cos(h_m M_r + h_r, h_e M_r). All vectors have the width D.
 */
import {
  add,
  concat,
  div,
  gather,
  matMul,
  mul,
  ones,
  range,
  reshape,
  scalar,
  sqrt,
  square,
  sum,
  type Tensor,
  transpose,
} from '@tensorflow/tfjs-core';

/** μ: scale of the cosine. */
const SCALE = 10;
/** Keeps the length of a vector of zeros from 0. */
const LEAST = 1e-20;

/** Relations by number. */
export interface Relations {
  /** M [R, D, D] */
  readonly matrices: Tensor;
  /** h [R, D] */
  readonly vectors: Tensor;
}

interface Candidates {
  /** One entity of each mention, [N, D]. */
  readonly own: Tensor;
  /** Entities that all mentions share, [C, D]. */
  readonly shared: Tensor;
}

/** Lengths of the vectors along the last axis. */
const lengths = (x: Tensor): Tensor => sqrt(add(sum(square(x), -1), LEAST));

/** f_s as it is defined: mention [N, D] with the number of its relation [N], entities [N, C, D] → [N, C]. */
export function neighbourScores(
  mention: Tensor,
  { matrices, vectors }: Relations,
  relation: Tensor,
  entities: Tensor,
): Tensor {
  const [mentions = 0, width = 0] = mention.shape;
  const matrix = gather(matrices, relation); // [N, D, D]
  const moved = matMul(reshape(mention, [mentions, 1, width]), matrix); // [N, 1, D]
  const query = add(moved, reshape(gather(vectors, relation), [mentions, 1, width])); // [N, 1, D]
  const keys = matMul(entities, matrix); // [N, C, D]
  const products = sum(mul(keys, query), 2); // [N, C]
  return div(mul(products, SCALE), mul(lengths(keys), lengths(query)));
}

/**
 * f_s rewritten as [h_m; 1] M_P h_eᵀ with M_P = [M_r; h_r] M_rᵀ over both lengths, so that an entity that mentions share
 * costs a dot product for each of them: mention [N, D] with the number of its relation [N] → [N, 1 + C], own entity first.
 */
export function rewrittenScores(
  mention: Tensor,
  relations: Relations,
  relation: Tensor,
  { own, shared }: Candidates,
): Tensor {
  const { matrices } = relations;
  const [mentions = 0] = mention.shape;
  const extended = concat([matrices, reshape(relations.vectors, [count(matrices), 1, -1])], 1); // [R, D + 1, D]
  const one = concat([mention, ones([mentions, 1])], 1); // [N, D + 1]
  const ofRelation = (x: Tensor, maps: Tensor) => mappedBy(x, maps, relation);
  const query = ofRelation(one, matMul(extended, matrices, false, true)); // [N, D]
  const queryLength = reshape(lengths(ofRelation(one, extended)), [mentions, 1]); // [N, 1]
  const ownLength = reshape(lengths(ofRelation(own, matrices)), [mentions, 1]); // [N, 1]
  const sharedLength = gather(transpose(lengths(mapped(shared, matrices)), [1, 0]), relation); // [N, C]
  const products = concat(
    [reshape(sum(mul(query, own), 1), [mentions, 1]), matMul(query, shared, false, true)],
    1,
  ); // [N, 1 + C]
  return div(mul(products, SCALE), mul(queryLength, concat([ownLength, sharedLength], 1)));
}

const count = (maps: Tensor): number => maps.shape[0]!;

/** x [N, I] by each of the maps [R, I, O] → [N, R, O]. */
function mapped(x: Tensor, maps: Tensor): Tensor {
  const [relations = 0, into = 0, out = 0] = maps.shape;
  const side = reshape(transpose(maps, [1, 0, 2]), [into, relations * out]); // [I, R O]
  return reshape(matMul(x, side), [x.shape[0]!, relations, out]);
}

/** Row n of x [N, I] by the map of number n in `relation` [N]: [R, I, O] → [N, O]. */
function mappedBy(x: Tensor, maps: Tensor, relation: Tensor): Tensor {
  const all = mapped(x, maps); // [N, R, O]
  const places = add(mul(range(0, x.shape[0]!, 1, 'int32'), scalar(count(maps), 'int32')), relation); // [N]
  return gather(reshape(all, [-1, all.shape[2]!]), places);
}
