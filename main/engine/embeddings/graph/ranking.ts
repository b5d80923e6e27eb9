/** Ranks the true entities of held-out triples among all entities. */
import type {
  GraphEmbeddingSettings,
  LinkScores,
  RankScores,
} from '../../../../shared/domain/graph-embeddings.ts';
import { type GraphMemory, type ParameterTable, rowAddress } from './graph-memory.ts';
import { interactionOf } from './graph-models.ts';
import { HEAD, type Interaction, type Row, type Side, TAIL } from './interaction.ts';
import { queryFloats } from './row-shapes.ts';
import { type GraphSize, hasTriple, type Triples, type TripleTable } from './triples.ts';

export interface RankingTask {
  readonly settings: GraphEmbeddingSettings;
  readonly memory: GraphMemory;
  /** Triples to rank. */
  readonly triples: Triples;
  /** All true triples, held-out ones included: other true answers are left out of a ranking. */
  readonly known: TripleTable;
  /** Ranks of the tail and of the head of each triple, one after the other. */
  readonly ranks: Float64Array;
}

/** A predicted entity; `rank` counts from 1. */
export interface Answer {
  readonly entity: number;
  readonly score: number;
  readonly rank: number;
}

/** Ranks by score, for one thread. */
export class Ranker {
  readonly #task: RankingTask;
  readonly #interaction: Interaction;
  readonly #query: Row;
  /** Address of this thread's projected entities, and the relation that they are projected for. */
  readonly #projected: number;
  #projectedFor = -1;

  constructor(task: RankingTask, thread: number) {
    const { memory, scratch, projected } = task.memory;
    const floats = queryFloats(task.settings);
    const at = (row: number) => rowAddress(scratch[thread]!, floats, row);
    this.#task = task;
    this.#interaction = interactionOf(task.settings, memory, { value: at(1), gradient: at(2) });
    this.#query = { value: at(0), gradient: 0 };
    this.#projected = projected[thread] ?? 0;
  }

  /** Forgets what was computed from parameters that have changed since. */
  begin(): void {
    this.#projectedFor = -1;
  }

  /** Writes both ranks of a triple. */
  rank(place: number): void {
    const { triples, ranks } = this.#task;
    const [head, tail] = [triples.heads[place]!, triples.tails[place]!];
    const relation = triples.relations[place]!;
    ranks[2 * place] = this.#rank(TAIL, head, relation, tail);
    ranks[2 * place + 1] = this.#rank(HEAD, tail, relation, head);
  }

  /**
   * Returns the candidates of greatest score on a side that are no known answers, falling, ties by place. A rank counts
   * from 1.
   */
  answers(side: Side, anchor: number, relation: number, candidates: Int32Array, count: number): Answer[] {
    const scoreOf = this.#scorer(side, anchor, relation);
    const isKnown = isOtherAnswer(this.#task.known, side, anchor, relation);
    const best: Omit<Answer, 'rank'>[] = [];
    for (const entity of candidates) {
      if (entity === anchor) continue;
      const score = scoreOf(entity);
      if (best.length === count && score <= best.at(-1)!.score) continue;
      if (isKnown(entity)) continue;
      const place = best.findLastIndex((other) => other.score >= score) + 1;
      best.splice(place, 0, { entity, score });
      if (best.length > count) best.pop();
    }
    return best.map((one, place) => ({ ...one, rank: place + 1 }));
  }

  #rank(side: Side, anchor: number, relation: number, truth: number): number {
    const { known, memory } = this.#task;
    const scoreOf = this.#scorer(side, anchor, relation);
    return filteredRank(memory.tables[0].rows, truth, scoreOf, isOtherAnswer(known, side, anchor, relation));
  }

  /** Returns the score of each entity on a side; valid until the next call. */
  #scorer(side: Side, anchor: number, relationNumber: number): (entity: number) => number {
    const { memory, settings } = this.#task;
    const [entities, relations] = memory.tables;
    const relation = rowOf(relations, relationNumber);
    this.#interaction.query(side, rowOf(entities, anchor), relation, this.#query);
    const { project, scoreProjected, score } = this.#interaction;
    const candidate = rowOf(entities, 0);
    if (project === undefined || scoreProjected === undefined)
      return (entity) => {
        candidate.value = rowAddress(entities.values, entities.rowFloats, entity);
        return score(this.#query, candidate, relation);
      };
    const at = (entity: number) => rowAddress(this.#projected, queryFloats(settings), entity);
    if (this.#projectedFor !== relationNumber)
      for (let entity = 0; entity < entities.rows; entity++)
        project(rowOf(entities, entity), relation, at(entity));
    this.#projectedFor = relationNumber;
    return (entity) => {
      candidate.value = at(entity);
      return scoreProjected(this.#query, candidate);
    };
  }
}

const rowOf = ({ values, rowFloats }: ParameterTable, row: number): Row => ({
  value: rowAddress(values, rowFloats, row),
  gradient: 0,
});

const isOtherAnswer =
  (known: TripleTable, side: Side, anchor: number, relation: number) =>
  (entity: number): boolean =>
    side === TAIL ? hasTriple(known, anchor, relation, entity) : hasTriple(known, entity, relation, anchor);

/** Returns 1 + the number of better entities + half of those that tie, without other true answers. */
function filteredRank(
  entities: number,
  truth: number,
  scoreOf: (entity: number) => number,
  isOther: (entity: number) => boolean,
): number {
  const score = scoreOf(truth);
  let [better, ties] = [0, 0];
  for (let entity = 0; entity < entities; entity++) {
    if (entity === truth) continue;
    const other = scoreOf(entity);
    if (other < score || isOther(entity)) continue;
    if (other > score) better++;
    else ties++;
  }
  return 1 + better + ties / 2;
}

/**
 * Returns the ranks of a baseline without vectors: entities by the number of training triples of the relation in
 * which they stand on that side. The order is that of `RankingTask.ranks`.
 */
export function frequencyRanks(train: Triples, triples: Triples, known: TripleTable): Float64Array {
  const ranks = new Float64Array(2 * triples.heads.length);
  const counts = new Map<number, Float64Array>();
  const countsOf = (side: Side, relation: number): Float64Array => {
    const key = 2 * relation + side;
    const made = counts.get(key) ?? frequencies(train, side, relation, known.entities);
    counts.set(key, made);
    return made;
  };
  for (let place = 0; place < triples.heads.length; place++) {
    const ends = [triples.tails[place]!, triples.heads[place]!] as const;
    const relation = triples.relations[place]!;
    for (const side of [TAIL, HEAD] as const) {
      const counted = countsOf(side, relation);
      const isOther = isOtherAnswer(known, side, ends[1 - side]!, relation);
      ranks[2 * place + side] = filteredRank(
        known.entities,
        ends[side],
        (entity) => counted[entity]!,
        isOther,
      );
    }
  }
  return ranks;
}

function frequencies(train: Triples, side: Side, relation: number, entities: number): Float64Array {
  const counts = new Float64Array(entities);
  const column = side === TAIL ? train.tails : train.heads;
  for (let i = 0; i < column.length; i++) if (train.relations[i] === relation) counts[column[i]!]!++;
  return counts;
}

/**
 * Summarises ranks in the order of `RankingTask.ranks`.
 * @param relationNames name by relation
 * @param categories category by relation, see `relationCategories`
 */
export function linkScores(
  ranks: Float64Array,
  { relations }: Triples,
  relationNames: readonly string[],
  categories: readonly string[],
): LinkScores {
  const places = Array.from(ranks.keys());
  const grouped = (nameOf: (relation: number) => string): Record<string, RankScores> =>
    Object.fromEntries(
      [...Map.groupBy(places, (at) => nameOf(relations[at >> 1]!))].map(([name, group]) => [
        name,
        scoresOf(group.map((at) => ranks[at]!)),
      ]),
    );
  const onSide = (side: Side) => scoresOf(ranks.filter((_, at) => at % 2 === side));
  return {
    both: scoresOf(ranks),
    head: onSide(HEAD),
    tail: onSide(TAIL),
    byRelation: grouped((relation) => relationNames[relation]!),
    byCategory: grouped((relation) => categories[relation]!),
  };
}

function scoresOf(ranks: ArrayLike<number>): RankScores {
  const mean = (value: (rank: number) => number): number =>
    Array.from(ranks).reduce((sum, rank) => sum + value(rank), 0) / Math.max(1, ranks.length);
  const hits = (most: number) => mean((rank) => (rank <= most ? 1 : 0));
  return {
    count: ranks.length,
    mrr: mean((rank) => 1 / rank),
    mr: mean((rank) => rank),
    hits1: hits(1),
    hits3: hits(3),
    hits10: hits(10),
  };
}

export interface RelationCounts {
  /** Mean number of tails per head (tph) and of heads per tail (hpt), by relation. */
  readonly tailsPerHead: Float64Array;
  readonly headsPerTail: Float64Array;
}

export function relationCounts({ heads, relations, tails }: Triples, size: GraphSize): RelationCounts {
  const perRelation = (column: Int32Array): Float64Array => {
    const distinct = Array.from({ length: size.relations }, () => new Set<number>());
    const counts = new Float64Array(size.relations);
    for (let i = 0; i < column.length; i++) {
      counts[relations[i]!]!++;
      distinct[relations[i]!]!.add(column[i]!);
    }
    return counts.map((count, relation) => count / Math.max(1, distinct[relation]!.size));
  };
  return { tailsPerHead: perRelation(heads), headsPerTail: perRelation(tails) };
}

/** Mean number of partners from which a side counts as N (Bordes et al. 2013). */
const MANY = 1.5;

/** Returns 1-1, 1-N, N-1 or N-N by relation: heads per tail, then tails per head. */
export const relationCategories = ({ tailsPerHead, headsPerTail }: RelationCounts): string[] =>
  Array.from(tailsPerHead, (tails, relation) => {
    const [left, right] = [headsPerTail[relation]! >= MANY, tails >= MANY];
    return `${left ? 'N' : '1'}-${right ? 'N' : '1'}`;
  });
