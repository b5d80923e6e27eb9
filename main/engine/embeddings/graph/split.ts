/** Splits a graph for link prediction. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { RandomStream } from '../../layers/random.ts';
import { type GraphSize, selectTriples, type Triples } from './triples.ts';

export interface GraphSplit {
  readonly train: Triples;
  readonly validation: Triples;
  readonly test: Triples;
}

/** Most triples of the validation, and of the test: each is ranked among all entities. */
const MOST_HELD_OUT = 10_000;

/**
 * Holds out a share of the triples, about `most` at most, for validation and as many for the test. Triples between the same two entities,
 * whatever their relations and directions, stay together, so that neither an inverse nor a duplicate of a held-out
 * triple is trained on (the leakage of FB15k: Toutanova & Chen 2015). Every entity and relation stays in training.
 */
export function splitTriples(
  triples: Triples,
  size: GraphSize,
  { heldOut, seed }: Pick<GraphEmbeddingSettings, 'heldOut' | 'seed'>,
  most = MOST_HELD_OUT,
): GraphSplit {
  const pairs = groupByPair(triples, size.entities);
  const order = Int32Array.from(pairs.keys());
  new RandomStream({ seed, purpose: 'graph/split' }).shuffle(order);
  const count = triples.heads.length;
  const wanted = Math.min(most, Math.floor(heldOut * count));
  const remaining = usesOf(triples, size);
  const held: number[][] = [[], []];
  const isHeld = new Uint8Array(count);
  for (const pair of order) {
    const side = held.find((places) => places.length < wanted);
    if (side === undefined) break;
    const places = pairs[pair]!;
    if (!remaining.release(places)) continue;
    side.push(...places);
    for (const place of places) isHeld[place] = 1;
  }
  const kept = Int32Array.from(isHeld.keys()).filter((place) => isHeld[place] === 0);
  const [validation = [], test = []] = held.map((places) => sortedByRelation(places, triples));
  return {
    train: selectTriples(triples, kept),
    validation: selectTriples(triples, validation),
    test: selectTriples(triples, test),
  };
}

/** Returns the places of triples by unordered pair of entities, pairs in order of appearance. */
function groupByPair({ heads, tails }: Triples, entities: number): number[][] {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < heads.length; i++) {
    const [low, high] = [Math.min(heads[i]!, tails[i]!), Math.max(heads[i]!, tails[i]!)];
    const key = low * entities + high;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [i]);
    else group.push(i);
  }
  return [...groups.values()];
}

/** Counts the uses of entities and relations that are left for training. */
function usesOf(triples: Triples, { entities, relations }: GraphSize) {
  const entityUses = new Int32Array(entities);
  const relationUses = new Int32Array(relations);
  const add = (place: number, change: number) => {
    entityUses[triples.heads[place]!]! += change;
    entityUses[triples.tails[place]!]! += change;
    relationUses[triples.relations[place]!]! += change;
  };
  const lives = (place: number) =>
    entityUses[triples.heads[place]!]! > 0 &&
    entityUses[triples.tails[place]!]! > 0 &&
    relationUses[triples.relations[place]!]! > 0;
  for (let place = 0; place < triples.heads.length; place++) add(place, 1);
  return {
    /** Takes triples out of training unless an entity or a relation would be left without any. */
    release(places: readonly number[]): boolean {
      for (const place of places) add(place, -1);
      if (places.every(lives)) return true;
      for (const place of places) add(place, 1);
      return false;
    },
  };
}

const sortedByRelation = (places: readonly number[], { relations }: Triples): number[] =>
  places.toSorted((a, b) => relations[a]! - relations[b]! || a - b);
