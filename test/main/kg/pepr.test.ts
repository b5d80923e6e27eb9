/** Personalised entity PageRank against power iteration as SMedBERT writes it, on dense matrices. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersonalisedPageRank } from '../../../main/kg/pepr.ts';

const ENTITIES = 9;
const ALPHA = 0.85;
const edge = fc.tuple(fc.nat(ENTITIES - 1), fc.nat(2), fc.nat(ENTITIES - 1));
type Edge = [head: number, relation: number, tail: number];

function pageRank(edges: readonly Edge[]): PersonalisedPageRank {
  const column = (i: 0 | 1 | 2) => Int32Array.from(edges, (one) => one[i]);
  return new PersonalisedPageRank({ heads: column(0), relations: column(1), tails: column(2) }, ENTITIES);
}

/** V after 60 iterations from a start vector by frequency. */
function naiveScores(edges: readonly Edge[], mention: number, frequencies: readonly number[]): number[] {
  const adjacency = Array.from({ length: ENTITIES }, () => new Array<number>(ENTITIES).fill(0));
  for (const [head, , tail] of edges) {
    adjacency[head]![tail] = 1;
    adjacency[tail]![head] = 1;
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const normalised = (values: readonly number[]) => values.map((value) => value / sum(values));
  const degrees = adjacency.map((row) => Math.max(1, sum(row)));
  const jump = normalised(adjacency.map((_, entity) => (entity === mention ? 1 : 1 / ENTITIES)));
  let scores = normalised(frequencies.map((count) => (count > 0 ? count / sum(frequencies) : 1 / ENTITIES)));
  for (let iteration = 0; iteration < 60; iteration++)
    scores = jump.map((share, to) => {
      const passed = scores.map((score, from) => (adjacency[to]![from]! * score) / degrees[from]!);
      return (1 - ALPHA) * sum(passed) + ALPHA * share;
    });
  return scores;
}

describe('PersonalisedPageRank', () => {
  it('has the scores of power iteration, whatever the start', () => {
    fc.assert(
      fc.property(
        fc.array(edge, { minLength: 1, maxLength: 25 }),
        fc.nat(ENTITIES - 1),
        fc.array(fc.nat(9), { minLength: ENTITIES, maxLength: ENTITIES }),
        (edges, mention, frequencies) => {
          const expected = naiveScores(edges, mention, frequencies);
          const ranked = pageRank(edges);
          for (const again of [mention, (mention + 1) % ENTITIES, mention]) ranked.scores(again);
          for (const [entity, score] of ranked.scores(mention).entries())
            expect(score).toBeCloseTo(expected[entity]!, 6);
        },
      ),
    );
  });

  it('finds the paths of two and three steps over the best neighbours, by the product of scores', () => {
    const simple = fc.uniqueArray(edge, { minLength: 1, maxLength: 20, selector: String });
    const ends = fc.uniqueArray(fc.nat(ENTITIES - 1), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(simple, ends, (edges, [from = 0, to = 1]) => {
        const ranked = pageRank(edges);
        const near = (a: number, b: number) =>
          a !== b && edges.some(([h, , t]) => (h === a && t === b) || (h === b && t === a));
        const [ofFrom, ofTo] = [ranked.scores(from), ranked.scores(to)];
        const expected = [...Array(ENTITIES).keys()]
          .filter((first) => near(from, first) && first !== to)
          .flatMap((first) => {
            if (near(first, to)) return [{ way: [first, to], score: ofFrom[first]! * ofTo[first]! }];
            return [...Array(ENTITIES).keys()]
              .filter((second) => second !== from && near(first, second) && near(second, to))
              .map((second) => ({
                way: [first, second, to],
                score: ofFrom[first]! * (1 - ALPHA) * ofTo[second]!,
              }));
          });
        const found = ranked.paths(from, to, 1000);
        const byWay = (paths: readonly { way: number[]; score: number }[]) =>
          new Map(paths.map(({ way, score }) => [way.join(), score]));
        const ways = byWay(
          found.map(({ steps, score }) => ({ way: steps.map(({ entity }) => entity), score })),
        );
        expect(new Set(ways.keys())).toEqual(new Set(byWay(expected).keys()));
        for (const [way, score] of byWay(expected)) expect(ways.get(way)).toBeCloseTo(score, 8);
        for (const { steps } of found) {
          let at = from;
          for (const { entity, relations } of steps) {
            for (const { relation, direction } of relations)
              expect(edges).toContainEqual(
                direction === 'out' ? [at, relation, entity] : [entity, relation, at],
              );
            at = entity;
          }
        }
      }),
    );
  });

  it('ranks neighbours by score, with all relations in both directions', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { minLength: 1, maxLength: 25, selector: String }),
        fc.nat(ENTITIES - 1),
        (edges, mention) => {
          const ranked = pageRank(edges);
          const scores = ranked.scores(mention);
          const found = ranked.neighbours(mention, ENTITIES);
          const near = edges.filter(
            ([head, , tail]) => head !== tail && (head === mention || tail === mention),
          );
          const others = new Set(near.map(([head, , tail]) => (head === mention ? tail : head)));
          expect(new Set(found.map(({ entity }) => entity))).toEqual(others);
          expect(found.map(({ score }) => score)).toEqual(
            found.map(({ score }) => score).toSorted((a, b) => b - a),
          );
          for (const { entity, score, relations } of found) {
            expect(score).toBe(scores[entity]);
            const expected = near
              .filter(([head, , tail]) => head === entity || tail === entity)
              .map(([head, relation]) => ({ relation, direction: head === mention ? 'out' : 'in' }));
            expect(relations.toSorted(byText)).toEqual(expected.toSorted(byText));
          }
          expect(ranked.neighbours(mention, 2)).toEqual(found.slice(0, 2));
        },
      ),
    );
  });

  it('answers for more neighbours than were cached', () => {
    const ranked = pageRank([
      [0, 0, 1],
      [0, 0, 2],
      [3, 1, 0],
    ]);
    expect(ranked.neighbours(0, 1)).toHaveLength(1);
    expect(ranked.neighbours(0, 5)).toHaveLength(3);
    expect(ranked.neighbours(5, 5)).toEqual([]);
  });
});

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
