/**
 * Entities of mentions in KeBioLM (Yuan et al. 2021, section 3.1): mentions are projected into the space of the
 * entities, and the nearest entities change their tokens. There are E entities of width D.
 */
import {
  add,
  concat,
  expandDims,
  gather,
  matMul,
  mul,
  range,
  reshape,
  scalar,
  slice,
  softmax,
  type Tensor,
  topk,
} from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp } from '../runtime/custom-op.ts';
import { BERT_NORMAL } from './initialisers.ts';
import { linear, linearParams, linearSpec } from './linear.ts';
import { type MentionSpans, statesAt } from './mention-tokens.ts';
import type { ParamSpec, Params } from './params.ts';
import { averageBy } from './weighted-average.ts';

/** Entities whose products with all mentions are held at a time. */
const BLOCK = 16_384;

/** h_i W_l + b_l: states [B, T, H] → scores of O, B and I [B, T, 3]. */
export const bioLogits = (params: Params, prefix: string, states: Tensor): Tensor =>
  linear(linearParams(params, `${prefix}.detection`), states);

/** h'_m = [h_s; h_t] W_m + b_m of first and last token s and t: states [B, T, H] → [N, D]. */
export function projectedMention(
  params: Params,
  prefix: string,
  states: Tensor,
  { starts, ends }: MentionSpans,
): Tensor {
  const borders = concat([statesAt(states, starts), statesAt(states, ends)], 1); // [N, 2H]
  return linear(linearParams(params, `${prefix}.projection`), borders);
}

interface NearestEntities {
  /** int32 [N, k], the nearest first. */
  readonly entities: Tensor;
  /** a = softmax of their inner products [N, k]. */
  readonly shares: Tensor;
  /** e'_m = Σ a_j e_j [N, D]. */
  readonly vector: Tensor;
}

/** The k entities with the largest inner product with each mention [N, D], among all rows of the table [E, D]. */
export function nearestEntities(mention: Tensor, table: Tensor, k: number, block = BLOCK): NearestEntities {
  const entities = nativeOp(nearest(Math.min(k, table.shape[0]!), block), [mention, table]); // [N, k]
  const vectors = gather(table, entities); // [N, k, D]
  const products = reshape(matMul(vectors, expandDims(mention, 2)), entities.shape); // [N, k]
  const shares = softmax(products); // [N, k]
  return { entities, shares, vector: averageBy(shares, vectors) };
}

/** Exact search, block by block; the choice has no gradient. */
const nearest = (k: number, block: number): NativeOp => ({
  name: 'NearestEntities',
  forward: ([mention, table]) => ({ output: searchBlocks(mention!, table!, k, block) }),
  gradient: () => [null, null],
});

function searchBlocks(mention: Tensor, table: Tensor, k: number, block: number): Tensor {
  const [count = 0, width = 0] = table.shape;
  let best: { values: Tensor; indices: Tensor } | undefined;
  for (let from = 0; from < count; from += block) {
    const size = Math.min(block, count - from);
    const scores = matMul(mention, slice(table, [from, 0], [size, width]), false, true); // [N, block]
    const found = topk(scores, Math.min(k, size));
    const here = { values: found.values, indices: add(found.indices, scalar(from, 'int32')) };
    best = best === undefined ? here : better(best, here, k);
  }
  return best!.indices; // safe: a table has at least one row
}

type Found = { readonly values: Tensor; readonly indices: Tensor };

/** The best k of two lists [N, ·] by falling value. */
function better(first: Found, second: Found, k: number): Found {
  const values = concat([first.values, second.values], 1); // [N, M]
  const found = topk(values, Math.min(k, values.shape[1]!));
  const [rows = 0, columns = 0] = values.shape;
  const starts = mul(range(0, rows, 1, 'int32'), scalar(columns, 'int32')); // [N]
  const places = add(found.indices, expandDims(starts, 1)); // [N, k]
  const all = reshape(concat([first.indices, second.indices], 1), [-1]); // [N M]
  return { values: found.values, indices: gather(all, places) };
}

/** Change of the tokens of a mention, e'_m W_e + b_e: [N, D] → [N, H]. */
export const entityChange = (params: Params, prefix: string, entity: Tensor): Tensor =>
  linear(linearParams(params, `${prefix}.fusion`), entity);

export const entityLinkingSpec = (prefix: string, width: number, size: number): readonly ParamSpec[] => [
  ...linearSpec(`${prefix}.detection`, width, 3, BERT_NORMAL),
  ...linearSpec(`${prefix}.projection`, 2 * width, size, BERT_NORMAL),
  ...linearSpec(`${prefix}.fusion`, size, width, BERT_NORMAL),
];
