/**
 * Heads that score every span, so that entities may be nested. Both give each token a row from which the score of a span
 * follows: the last step, from rows to scores, is done here in training and by `tasks/ner/span-decoding.ts` in prediction.
 */
import {
  add,
  concat,
  div,
  expandDims,
  logSumExp,
  matMul,
  max,
  maximum,
  mul,
  reshape,
  slice,
  sub,
  sum,
  type Tensor,
  tensor,
  transpose,
} from '@tensorflow/tfjs-core';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { labelled, type ParamSpec, type Params } from '../../layers/params.ts';
import { rotate } from '../../layers/rotary.ts';
import { zlprLoss } from '../../layers/zlpr.ts';
import { gelu } from '../../runtime/fused.ts';
import { input } from '../model.ts';
import type { TaggingHead } from './tagging-head.ts';

/** Units of a query, key, or span border. */
export const SPAN_UNITS = 64;

/** Parts of a tensor [B, N, Σ widths] along its last axis. */
function parts(x: Tensor, widths: readonly number[]): Tensor[] {
  const [batch = 0, length = 0] = x.shape;
  let from = 0;
  return widths.map((width) => {
    const part = slice(x, [0, 0, from], [batch, length, width]);
    from += width;
    return part;
  });
}

/** 1 at spans of real tokens that do not end before they begin, [B, N, N]. */
function realSpans(mask: Tensor): Tensor {
  const [, length = 0] = mask.shape;
  const forward = tensor(
    Float32Array.from({ length: length * length }, (_, i) => Number(i % length >= Math.floor(i / length))),
    [length, length],
  );
  return mul(mul(expandDims(mask, 2), expandDims(mask, 1)), forward); // [B, N, N]
}

/** Sequences that have a token, at least 1. */
export const sequences = (mask: Tensor): Tensor => maximum(sum(max(mask, 1)), 1);

const spanTargets: TaggingHead['targets'] = ({ batch, length }, { types }) => [
  { name: 'spans', shape: [batch, types.length, length, length], dtype: 'float32' },
];

const POINTER = 'pointer';

/** Names of the scores of a first and a last token by type. */
const borderNames = (types: readonly string[]): string[] =>
  ['first', 'last'].flatMap((border) => types.map((type) => `${border} ${type}`));

/**
 * Efficient GlobalPointer (Su et al. 2022, eq. 6 and 7): s_c(i, j) = R_i q_i · R_j k_j / √d + (a_c(i) + b_c(j)) / 2. A
 * row is [q; k; a / 2; b / 2].
 */
export const globalPointer: TaggingHead = {
  width: ({ types }) => 2 * SPAN_UNITS + 2 * types.length,
  params: (width, { types }) => [
    ...linearSpec(`${POINTER}.projection`, width, 2 * SPAN_UNITS),
    ...labelled(linearSpec(`${POINTER}.types`, 2 * SPAN_UNITS, 2 * types.length), borderNames(types)),
  ],
  emissions(params, x) {
    const projected = linear(linearParams(params, `${POINTER}.projection`), x); // [B, N, 2 d]
    const borders = mul(linear(linearParams(params, `${POINTER}.types`), projected), 0.5); // [B, N, 2 C]
    return concat([projected, borders], 2);
  },
  targets: spanTargets,
  predicted: (emissions, mask, { types }) => ({
    logits: globalPointerScores(emissions, types.length), // [B, C, N, N]
    kind: 'labels',
    weights: expandDims(div(realSpans(mask), sequences(mask)), 1),
  }),
  /** Mean over the sequences of the sum over types. */
  loss(emissions, { inputs, mask }, { tagSet }) {
    const scores = globalPointerScores(emissions, tagSet.types.length); // [B, C, N, N]
    const [batch = 0, types = 0, length = 0] = scores.shape;
    const flat = (x: Tensor, rows: number) => reshape(x, [batch, rows, length * length]);
    const losses = zlprLoss(
      flat(scores, types),
      flat(input(inputs, 'spans'), types),
      flat(realSpans(mask), 1),
    ); // [B, C]
    return div(sum(mul(losses, max(mask, 1, true))), sequences(mask));
  },
};

/** Scores [B, C, N, N] of spans by type, first and last token, from rows [B, N, 2 d + 2 C]. */
export function globalPointerScores(emissions: Tensor, types: number): Tensor {
  const [q, k, a, b] = parts(emissions, [SPAN_UNITS, SPAN_UNITS, types, types]);
  const common = mul(matMul(rotate(q!), rotate(k!), false, true), 1 / Math.sqrt(SPAN_UNITS)); // [B, N, N]
  const first = expandDims(transpose(a!, [0, 2, 1]), 3); // [B, C, N, 1]
  const last = expandDims(transpose(b!, [0, 2, 1]), 2); // [B, C, 1, N]
  return add(expandDims(common, 1), add(first, last));
}

const BIAFFINE = 'biaffine';

/** Names of the units of each class, "no entity" first. */
const productNames = (types: readonly string[]): string[] =>
  ['', ...types].flatMap((type) => Array.from({ length: SPAN_UNITS + 1 }, (_, unit) => `${unit} ${type}`));

/**
 * Biaffine scores (Yu, Bohnet and Poesio 2020, eq. 1 to 4): r_c(i, j) = [s_i; 1]ᵀ U_c [e_j; 1] for "no entity" and every
 * type. A row is [s_i; 1]ᵀ U of d + 1 values a class, then e_i.
 */
export const biaffine: TaggingHead = {
  width: ({ types }) => (types.length + 1) * (SPAN_UNITS + 1) + SPAN_UNITS,
  params: (width, { types }): readonly ParamSpec[] => [
    ...linearSpec(`${BIAFFINE}.start`, width, SPAN_UNITS),
    ...linearSpec(`${BIAFFINE}.end`, width, SPAN_UNITS),
    ...labelled(
      linearSpec(`${BIAFFINE}.product`, SPAN_UNITS, (types.length + 1) * (SPAN_UNITS + 1)),
      productNames(types),
    ),
  ],
  emissions(params: Params, x: Tensor) {
    const side = (name: string) => gelu(linear(linearParams(params, `${BIAFFINE}.${name}`), x)); // [B, N, d]
    return concat([linear(linearParams(params, `${BIAFFINE}.product`), side('start')), side('end')], 2);
  },
  targets: spanTargets,
  predicted: (emissions, mask, { types }) => ({
    logits: transpose(biaffineScores(emissions, types.length), [0, 2, 3, 1]), // [B, N, N, C + 1]
    kind: 'classes',
    weights: div(realSpans(mask), sequences(mask)),
  }),
  /** Mean over the sequences of the sum over spans of −log p(type or none). */
  loss(emissions, { inputs, mask }, { tagSet }) {
    const scores = biaffineScores(emissions, tagSet.types.length); // [B, C + 1, N, N]
    const spans = input(inputs, 'spans'); // [B, C, N, N]
    const none = sub(1, sum(spans, 1, true)); // [B, 1, N, N]
    const chosen = sum(mul(scores, concat([none, spans], 1)), 1); // [B, N, N]
    const losses = mul(sub(logSumExp(scores, 1), chosen), realSpans(mask)); // [B, N, N]
    return div(sum(losses), sequences(mask));
  },
};

/** Scores [B, C + 1, N, N] of spans by class (0: no entity), first and last token. */
export function biaffineScores(emissions: Tensor, types: number): Tensor {
  const [batch = 0, length = 0] = emissions.shape;
  const classes = types + 1;
  const [products, ends] = parts(emissions, [classes * (SPAN_UNITS + 1), SPAN_UNITS]);
  const byClass = transpose(reshape(products!, [batch, length, classes, SPAN_UNITS + 1]), [0, 2, 1, 3]);
  const rows = reshape(byClass, [batch, classes * length, SPAN_UNITS + 1]); // [B, (C + 1) N, d + 1]
  const weights = slice(rows, [0, 0, 0], [batch, classes * length, SPAN_UNITS]);
  const constants = slice(rows, [0, 0, SPAN_UNITS], [batch, classes * length, 1]);
  const scores = add(matMul(weights, ends!, false, true), constants); // [B, (C + 1) N, N]
  return reshape(scores, [batch, classes, length, length]);
}
