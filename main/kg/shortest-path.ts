/** Shortest paths between entities over edges in both directions. */
import type { GraphEdges } from './pepr.ts';
import { type Csr, listOf } from './ranking/sparse-rows.ts';

/** A step to an entity; `out` follows the relation from its head to its tail. */
export interface PathStep {
  readonly relation: number;
  readonly direction: 'out' | 'in';
  readonly entity: number;
}

/**
 * Returns a shortest path by breadth-first search, the first in the order of edges among several; `undefined` where
 * none leads there.
 * @param edgesOf places of the edges of each entity
 * @param isAllowed whether the edge at a place may be a step
 */
export function shortestPath(
  edges: GraphEdges,
  edgesOf: Csr,
  { from, to }: { readonly from: number; readonly to: number },
  isAllowed: (place: number) => boolean,
): PathStep[] | undefined {
  /** Edge by which each entity was reached, −1 before. */
  const reachedBy = new Int32Array(edgesOf.start.length - 1).fill(-1);
  const queue = [from];
  for (let at = 0; at < queue.length && queue[at] !== to; at++) {
    const entity = queue[at]!;
    for (const place of listOf(edgesOf, entity)) {
      const other = otherEnd(edges, place, entity);
      if (other === from || reachedBy[other] !== -1 || !isAllowed(place)) continue;
      reachedBy[other] = place;
      queue.push(other);
    }
  }
  if (from !== to && reachedBy[to] === -1) return undefined;
  const steps: PathStep[] = [];
  for (let entity = to; entity !== from; ) {
    const place = reachedBy[entity]!;
    const direction = edges.tails[place] === entity ? 'out' : 'in';
    steps.push({ relation: edges.relations[place]!, direction, entity });
    entity = otherEnd(edges, place, entity);
  }
  return steps.toReversed();
}

const otherEnd = ({ heads, tails }: GraphEdges, place: number, entity: number): number =>
  heads[place] === entity ? tails[place]! : heads[place]!;
