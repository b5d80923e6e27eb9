/**
 * Personalised entity PageRank (PEPR) of SMedBERT (Zhang et al. 2021): V = (1 − α) A V + α P on the undirected graph,
 * A column-normalised. P gives the mention's entity 1 and every other entity 1 / Z, Z being their number, and is then
 * normalised. The start vector has no influence on the fixed point, which is computed here.
 *
 * V is linear in P: V = ((1 − 1 / Z) V_mention + V_uniform) / (2 − 1 / Z). V_uniform is found once by power iteration,
 * V_mention by forward push (Andersen, Chung & Lang 2006), which visits only entities near the mention.
 */
import { type Csr, distinctLists, listOf } from './ranking/sparse-rows.ts';

/** Share of the jump vector: α. */
const ALPHA = 0.85;
/** A score is exact but for this times the entity's degree. */
const TOLERANCE = 1e-8;

/** Triples as columns, numbered by entity and relation. */
export interface GraphEdges {
  readonly heads: Int32Array;
  readonly relations: Int32Array;
  readonly tails: Int32Array;
}

export interface RankedNeighbour {
  readonly entity: number;
  /** Share of the random walk, 0 … 1. */
  readonly score: number;
  /** Edges between both; `out` leads from the mention's entity to the neighbour. */
  readonly relations: readonly { readonly relation: number; readonly direction: 'out' | 'in' }[];
}

/** Way from one entity to another; the entity of each step with its relations to the one before. */
export interface NeighbourPath {
  readonly steps: readonly RankedNeighbour[];
  readonly score: number;
}

export class PersonalisedPageRank {
  readonly #edges: GraphEdges;
  readonly #alpha: number;
  readonly #entities: number;
  /** Distinct neighbours of each entity. */
  readonly #adjacent: Csr;
  /** Places of the edges of each entity. */
  readonly edgesOf: Csr;
  readonly #uniform: Float64Array;
  readonly #push: ForwardPush;
  readonly #cache = new Map<number, readonly RankedNeighbour[]>();

  constructor(edges: GraphEdges, entities: number, alpha = ALPHA) {
    const { heads, tails } = edges;
    const count = heads.length;
    const ends = join(heads, tails);
    this.#edges = edges;
    this.#alpha = alpha;
    this.#entities = entities;
    this.#adjacent = distinctLists(ends, join(tails, heads), entities);
    this.edgesOf = distinctLists(
      ends,
      Int32Array.from(ends, (_, i) => i % count),
      entities,
    );
    this.#uniform = uniformScores(this.#adjacent, entities, alpha);
    this.#push = new ForwardPush(this.#adjacent, entities, alpha);
  }

  /** Returns the scores of all entities, which sum to 1 where every entity has a neighbour. [entities] */
  scores(mention: number): Float64Array {
    const near = this.#push.run(mention);
    return Float64Array.from({ length: this.#entities }, (_, entity) => this.#score(near, entity));
  }

  /** Returns the best neighbours of an entity by falling score, ties by number. Cached. */
  neighbours(mention: number, count: number): readonly RankedNeighbour[] {
    const known = this.#cache.get(mention);
    if (known !== undefined && (known.length >= count || known.length === this.#degree(mention)))
      return known.slice(0, count);
    const near = this.#push.run(mention);
    const ranked = Array.from(listOf(this.#adjacent, mention))
      .filter((entity) => entity !== mention)
      .map((entity) => ({ entity, score: this.#score(near, entity) }))
      .toSorted((a, b) => b.score - a.score || a.entity - b.entity)
      .slice(0, count);
    const relations = this.#relationsTo(mention, new Set(ranked.map(({ entity }) => entity)));
    const found = ranked.map((one) => ({ ...one, relations: relations.get(one.entity) ?? [] }));
    this.#cache.set(mention, found);
    return found;
  }

  /**
   * Returns ways of two or three steps whose first one leads to a best neighbour, falling by the product of the scores
   * that both ends have of the entities between them, with a factor 1 − α for the step between two.
   */
  paths(from: number, to: number, count: number, { neighbours = 12 } = {}): NeighbourPath[] {
    const all = Number.POSITIVE_INFINITY;
    const behind = new Map(this.neighbours(to, all).map((near) => [near.entity, near]));
    const found: NeighbourPath[] = [];
    const walk = (path: readonly RankedNeighbour[], entity: number, score: number): void => {
      const last = behind.get(entity);
      if (last !== undefined) {
        const relations = last.relations.map(({ relation, direction }) => ({
          relation,
          direction: direction === 'out' ? ('in' as const) : ('out' as const),
        }));
        const end = { entity: to, score: last.score, relations };
        found.push({ steps: [...path, end], score: score * last.score });
      } else if (path.length === 1) {
        for (const next of this.neighbours(entity, all))
          if (next.entity !== from && behind.has(next.entity))
            walk([...path, next], next.entity, score * (1 - this.#alpha));
      }
    };
    for (const near of this.neighbours(from, neighbours))
      if (near.entity !== to) walk([near], near.entity, near.score);
    return found.toSorted((a, b) => b.score - a.score).slice(0, count);
  }

  #degree(entity: number): number {
    return listOf(this.#adjacent, entity).length;
  }

  #score(near: Float64Array, entity: number): number {
    const share = 1 / this.#entities;
    return ((1 - share) * near[entity]! + this.#uniform[entity]!) / (2 - share);
  }

  #relationsTo(mention: number, others: ReadonlySet<number>) {
    const { heads, relations, tails } = this.#edges;
    const found = new Map<number, RankedNeighbour['relations'][number][]>();
    for (const place of listOf(this.edgesOf, mention)) {
      const isOut = heads[place] === mention;
      const other = (isOut ? tails : heads)[place]!;
      if (!others.has(other)) continue;
      const edge = { relation: relations[place]!, direction: isOut ? ('out' as const) : ('in' as const) };
      const list = found.get(other);
      if (list === undefined) found.set(other, [edge]);
      else list.push(edge);
    }
    return found;
  }
}

function join(first: Int32Array, second: Int32Array): Int32Array {
  const joined = new Int32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** V for a uniform P, by power iteration until no score changes by more than the tolerance over the mean score. */
function uniformScores(adjacent: Csr, entities: number, alpha: number): Float64Array {
  let scores = new Float64Array(entities).fill(1 / entities);
  for (let change = Number.POSITIVE_INFINITY; change > TOLERANCE / entities; ) {
    const next = new Float64Array(entities).fill(alpha / entities);
    for (let entity = 0; entity < entities; entity++) {
      const others = listOf(adjacent, entity);
      const passed = ((1 - alpha) * scores[entity]!) / others.length;
      for (const other of others) next[other]! += passed;
    }
    change = next.reduce((most, score, entity) => Math.max(most, Math.abs(score - scores[entity]!)), 0);
    scores = next;
  }
  return scores;
}

/** V for a P of one entity alone. */
class ForwardPush {
  readonly #alpha: number;
  readonly #adjacent: Csr;
  readonly #scores: Float64Array;
  /** Probability that has arrived at an entity and was not passed on. */
  readonly #residues: Float64Array;
  readonly #queued: Uint8Array;
  #touched: number[] = [];

  constructor(adjacent: Csr, entities: number, alpha: number) {
    this.#alpha = alpha;
    this.#adjacent = adjacent;
    this.#scores = new Float64Array(entities);
    this.#residues = new Float64Array(entities);
    this.#queued = new Uint8Array(entities);
  }

  /** Returns scores that are valid until the next run. */
  run(start: number): Float64Array {
    for (const entity of this.#touched) this.#scores[entity] = this.#residues[entity] = 0;
    this.#touched = [start];
    this.#residues[start] = 1;
    const queue = [start];
    for (let at = 0; at < queue.length; at++) this.#pass(queue[at]!, queue);
    return this.#scores;
  }

  /** Keeps a share α of the residue and passes the rest on to the neighbours. */
  #pass(entity: number, queue: number[]): void {
    const others = listOf(this.#adjacent, entity);
    const residue = this.#residues[entity]!;
    const passed = ((1 - this.#alpha) * residue) / others.length;
    this.#queued[entity] = 0;
    this.#residues[entity] = 0;
    this.#scores[entity]! += this.#alpha * residue;
    for (const other of others) {
      const { start } = this.#adjacent;
      if (this.#residues[other] === 0 && this.#scores[other] === 0) this.#touched.push(other);
      this.#residues[other]! += passed;
      if (this.#queued[other] === 1) continue;
      if (this.#residues[other]! <= TOLERANCE * (start[other + 1]! - start[other]!)) continue;
      this.#queued[other] = 1;
      queue.push(other);
    }
  }
}
