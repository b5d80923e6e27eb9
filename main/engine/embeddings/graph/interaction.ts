/** Interface of the models: scores of triples and their gradients, over rows in shared memory. */

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
  /** For models that compare entities in a space of the relation: writes the entity there, … */
  project?(entity: Row, relation: Row, into: number): void;
  /** … where this is the score. */
  scoreProjected?(query: Row, projected: Row): number;
}
