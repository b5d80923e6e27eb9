/** pepr*.json: scores of all entities for one mention, and its neighbours in order. */
import { expect } from 'vitest';
import { z } from 'zod';
import { PersonalisedPageRank } from '../../main/kg/pepr.ts';
import { ArrayJson, expectOutput } from './arrays.ts';

const PeprFile = z.object({
  nodes: z.number(),
  edges: z.array(z.tuple([z.number(), z.number()])),
  mention: z.number(),
  alpha: z.number(),
  scores: ArrayJson,
  neighbours_ranked: z.array(z.number()),
});

export async function checkPepr(json: unknown): Promise<void> {
  const { nodes, edges, mention, alpha, scores, neighbours_ranked: ranked } = PeprFile.parse(json);
  const pageRank = new PersonalisedPageRank(
    {
      heads: Int32Array.from(edges, ([head]) => head),
      relations: new Int32Array(edges.length),
      tails: Int32Array.from(edges, ([, tail]) => tail),
    },
    nodes,
    alpha,
  );
  expectOutput('scores', pageRank.scores(mention), scores.data);
  expect(pageRank.neighbours(mention, nodes).map(({ entity }) => entity)).toEqual(ranked);
}
