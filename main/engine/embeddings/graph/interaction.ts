/** Scores of triples and their gradients, over rows in shared memory. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import type { RowKernels } from './row-kernels.ts';

/** The entity of a triple that is asked for or replaced; the other one is the anchor. */
export const TAIL = 0;
export const HEAD = 1;
export type Side = typeof TAIL | typeof HEAD;

/** Addresses of a row and of the row that its gradient is added to. */
export interface Row {
  value: number;
  gradient: number;
}

/**
 * A model whose score of a triple compares a query, made of anchor and relation, with the entity asked for. Both sides
 * of a triple give the same score; greater is better.
 */
export interface Interaction {
  /** Writes the query for the entity on a side. */
  query(side: Side, anchor: Row, relation: Row, query: Row): void;
  score(query: Row, entity: Row, relation: Row): number;
  /** Adds factor · ∂score to the gradients of query, entity and relation. `score` is that of this pair. */
  addScoreGradient(query: Row, entity: Row, relation: Row, score: number, factor: number): void;
  /** Passes the gradient of a query on to anchor and relation. */
  addQueryGradient(side: Side, anchor: Row, relation: Row, query: Row): void;
}

export function interactionOf({ norm }: GraphEmbeddingSettings, kernels: RowKernels): Interaction {
  return { ...translation(kernels), ...(norm === 'l1' ? distanceL1(kernels) : distanceL2(kernels)) };
}

type Query = Pick<Interaction, 'query' | 'addQueryGradient'>;
type Comparison = Pick<Interaction, 'score' | 'addScoreGradient'>;

/** TransE (Bordes et al. 2013): h + r for the tail, t − r for the head. */
const translation = ({ sum }: RowKernels): Query => ({
  query: (side, anchor, relation, query) =>
    sum(query.value, anchor.value, relation.value, side === TAIL ? 1 : -1),
  addQueryGradient(side, anchor, relation, query) {
    sum(anchor.gradient, anchor.gradient, query.gradient, 1);
    sum(relation.gradient, relation.gradient, query.gradient, side === TAIL ? 1 : -1);
  },
});

/** −‖q − e‖₂ */
const distanceL2 = ({ squaredDistance, pull }: RowKernels): Comparison => ({
  score: (query, entity) => -Math.sqrt(squaredDistance(query.value, entity.value)),
  addScoreGradient(query, entity, _relation, score, factor) {
    if (score < 0) pull(query.gradient, entity.gradient, query.value, entity.value, factor / score);
  },
});

/** −‖q − e‖₁ */
const distanceL1 = (kernels: RowKernels): Comparison => ({
  score: (query, entity) => -kernels.distanceL1(query.value, entity.value),
  addScoreGradient(query, entity, _relation, _score, factor) {
    kernels.pullL1(query.gradient, entity.gradient, query.value, entity.value, -factor);
  },
});
