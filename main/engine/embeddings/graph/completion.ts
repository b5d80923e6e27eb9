/** Predicts edges that a graph lacks, by stored vectors of the graph. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { allocateGraph } from './graph-memory.ts';
import { TAIL } from './interaction.ts';
import { fillRows } from './parameters.ts';
import { Ranker } from './ranking.ts';
import { type Triples, tripleTable } from './triples.ts';

interface CompletionInput {
  readonly settings: GraphEmbeddingSettings;
  /** [entities, dimension] */
  readonly entities: Float32Array;
  /** [relations, width] */
  readonly relations: Float32Array;
  /** The graph's triples: none of them is predicted. */
  readonly triples: Triples;
  /** Type of each entity, as a number. */
  readonly types: ArrayLike<number>;
  /** Number of relations. */
  readonly relationCount: number;
}

export interface PredictedEdge {
  readonly head: number;
  readonly relation: number;
  readonly tail: number;
  readonly score: number;
  /** Place among all plausible tails that the head does not have yet, from 1. */
  readonly rank: number;
}

/** Least share of a relation's tails that are of a type, for entities of the type to be plausible tails. */
const PLAUSIBLE_SHARE = 0.05;
/** Predictions of one head. */
const TAILS_OF_HEAD = 3;
/** Heads that are asked: more take minutes on large graphs. */
const MOST_HEADS = 2000;

export class GraphCompletion {
  readonly #input: CompletionInput;
  readonly #ranker: Ranker;

  /** @throws AppError `too-large` when memory is insufficient */
  constructor(input: CompletionInput) {
    const { triples, types, relationCount } = input;
    // Scores need no gradients: the smallest batch keeps their memory small.
    const settings = { ...input.settings, loss: 'margin' as const, negatives: 1, batchSize: 1 };
    const size = { entities: types.length, relations: relationCount };
    const memory = allocateGraph(settings, size, 1);
    fillRows(memory, input);
    const known = tripleTable(triples, size);
    const task = { settings, memory, triples, known, ranks: new Float64Array(0) };
    this.#input = input;
    this.#ranker = new Ranker(task, 0);
  }

  /**
   * Returns predicted tails of a relation's heads, best rank first, then by score. Of more than two thousand heads
   * every n-th is asked.
   * @param heads default: all heads of the relation
   */
  predict(
    relation: number,
    count: number,
    { heads = this.#headsOf(relation), onProgress }: PredictOptions = {},
  ): PredictedEdge[] {
    const candidates = this.#plausibleTails(relation);
    const step = Math.max(1, heads.length / MOST_HEADS);
    const asked = Math.ceil(heads.length / step);
    const found: PredictedEdge[] = [];
    for (let i = 0; i < asked; i++) {
      const head = heads[Math.floor(i * step)]!;
      const answers = this.#ranker.answers(TAIL, head, relation, candidates, TAILS_OF_HEAD);
      for (const { entity, score, rank } of answers)
        found.push({ head, relation, tail: entity, score, rank });
      onProgress?.(i + 1, asked);
    }
    return found
      .toSorted((a, b) => a.rank - b.rank || b.score - a.score || a.head - b.head || a.tail - b.tail)
      .slice(0, count);
  }

  #headsOf(relation: number): number[] {
    const { heads, relations } = this.#input.triples;
    return [...new Set(heads.filter((_, i) => relations[i] === relation))].toSorted((a, b) => a - b);
  }

  /** Returns all entities of the types that the relation's tails have. */
  #plausibleTails(relation: number): Int32Array {
    const { triples, types } = this.#input;
    const uses = new Map<number, number>();
    let total = 0;
    for (const [i, tail] of triples.tails.entries()) {
      if (triples.relations[i] !== relation) continue;
      uses.set(types[tail]!, (uses.get(types[tail]!) ?? 0) + 1);
      total++;
    }
    const plausible = new Set(
      [...uses].filter(([, count]) => count >= PLAUSIBLE_SHARE * total).map(([type]) => type),
    );
    const entities = Int32Array.from(types, (_, entity) => entity);
    return entities.filter((entity) => plausible.has(types[entity]!));
  }
}

interface PredictOptions {
  readonly heads?: readonly number[];
  readonly onProgress?: (done: number, total: number) => void;
}
