/** Shortest paths against all walks of growing length. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PersonalisedPageRank } from '../../../main/kg/pepr.ts';
import { shortestPath } from '../../../main/kg/shortest-path.ts';

const ENTITIES = 8;
const edge = fc.tuple(fc.nat(ENTITIES - 1), fc.nat(2), fc.nat(ENTITIES - 1));
type Edge = readonly [head: number, relation: number, tail: number];

/** Number of steps, by widening the set of entities reached; `undefined` where it stops growing first. */
function naiveLength(edges: readonly Edge[], from: number, to: number): number | undefined {
  let reached = new Set([from]);
  for (let steps = 0; ; steps++) {
    if (reached.has(to)) return steps;
    const next = edges.flatMap(([head, , tail]) =>
      reached.has(head) || reached.has(tail) ? [head, tail] : [],
    );
    const wider = new Set([...reached, ...next]);
    if (wider.size === reached.size) return undefined;
    reached = wider;
  }
}

it('is as short as can be, made of edges, and leaves out what is not allowed', () => {
  fc.assert(
    fc.property(
      fc.array(edge, { maxLength: 14 }),
      fc.nat(ENTITIES - 1),
      fc.nat(ENTITIES - 1),
      fc.nat(3),
      (edges, from, to, banned) => {
        const column = (i: 0 | 1 | 2) => Int32Array.from(edges, (one) => one[i]);
        const graph = { heads: column(0), relations: column(1), tails: column(2) };
        const { edgesOf } = new PersonalisedPageRank(graph, ENTITIES);
        const path = shortestPath(graph, edgesOf, { from, to }, (place) => edges[place]![1] !== banned);
        const allowed = edges.filter(([, relation]) => relation !== banned);
        expect(path?.length).toBe(naiveLength(allowed, from, to));
        let at = from;
        for (const { relation, direction, entity } of path ?? []) {
          const step = direction === 'out' ? [at, relation, entity] : [entity, relation, at];
          expect(allowed).toContainEqual(step);
          at = entity;
        }
        if (path !== undefined) expect(at).toBe(to);
      },
    ),
  );
});
