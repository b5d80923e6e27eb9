/** Losses and gradients of graph embeddings against naive versions and finite differences. */
import { describe, expect, it } from 'vitest';
import { HEAD, type Side, TAIL } from '../../../../../main/engine/embeddings/graph/interaction.ts';
import { rowShapes } from '../../../../../main/engine/embeddings/graph/row-shapes.ts';
import { GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';
import { naiveLoss, naiveScore } from './naive.ts';
import { gradientsOf, type SmallGraph } from './small-graph.ts';

const CASES = [
  { model: 'transe', norm: 'l2', loss: 'margin' },
  { model: 'transe', norm: 'l1', loss: 'margin' },
  { model: 'transe', norm: 'l2', loss: 'self-adversarial', margin: 2, temperature: 0.7 },
  { model: 'transe', norm: 'l2', loss: 'softmax' },
  { model: 'transr', loss: 'margin' },
  { model: 'transr', relationDimension: 5, loss: 'self-adversarial' },
  { model: 'distmult', loss: 'softmax' },
  { model: 'distmult', loss: 'self-adversarial', margin: 0 },
  { model: 'complex', loss: 'margin' },
  { model: 'complex', loss: 'self-adversarial', margin: 0 },
  { model: 'rotate', loss: 'self-adversarial', margin: 2 },
  { model: 'rotate', loss: 'margin' },
];
const STEP = 1e-4;

/** Sum of the losses of all examples, with the weights of self-adversarial sampling at `fixed` parameters. */
function naiveTotal(settings: GraphEmbeddingSettings, graph: SmallGraph, fixed: SmallGraph): number {
  let total = 0;
  for (const { triple, negatives } of graph.examples) {
    const score = (
      { entities, relations }: SmallGraph,
      [h, r, t]: readonly [number, number, number],
      side: Side = TAIL,
    ) => naiveScore(settings, entities[h]!, relations[r]!, entities[t]!, side);
    const scores = (of: SmallGraph) =>
      negatives.map(([side, entity]) =>
        score(of, side === HEAD ? [entity, triple[1], triple[2]] : [triple[0], triple[1], entity], side),
      );
    total += naiveLoss(settings, score(graph, triple), scores(graph), scores(fixed));
  }
  return total;
}

const copyOf = (graph: SmallGraph): SmallGraph => ({
  ...graph,
  entities: graph.entities.map((row) => row.slice()),
  relations: graph.relations.map((row) => row.slice()),
});

describe.each(CASES)('%o', (given) => {
  const settings = GraphEmbeddingSettings.parse({ dimension: 6, negatives: 5, margin: 1.5, ...given });
  const graph = smallGraph(settings);
  const { loss, entities, relations } = gradientsOf(settings, graph);

  it('has the loss of the naive version', () => {
    expect(loss).toBeCloseTo(naiveTotal(settings, graph, graph), 4);
  });

  it('has the gradients of finite differences', () => {
    for (const [table, gradients] of [
      ['entities', entities],
      ['relations', relations],
    ] as const) {
      gradients.forEach((row, number) => {
        row.forEach((gradient, i) => {
          const at = (change: number) => {
            const changed = copyOf(graph);
            changed[table][number]![i]! += change;
            return naiveTotal(settings, changed, graph);
          };
          const expected = (at(STEP) - at(-STEP)) / (2 * STEP);
          expect(Math.abs(gradient - expected), `${table} ${number}.${i}`).toBeLessThan(
            2e-3 * Math.max(1, Math.abs(expected)),
          );
        });
      });
    }
  });
});

/** Random values, examples with negatives on both sides, and entities that occur several times. */
function smallGraph(settings: GraphEmbeddingSettings): SmallGraph {
  const [entityFloats, relationFloats] = rowShapes(settings).map(({ parts, width }) => parts * width);
  let state = 7;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
  const table = (rows: number, floats: number) =>
    Array.from({ length: rows }, () => Float64Array.from({ length: floats }, () => Math.fround(random())));
  return {
    entities: table(6, entityFloats!),
    relations: table(2, relationFloats!),
    examples: [
      {
        triple: [0, 0, 1],
        negatives: [
          [TAIL, 2],
          [HEAD, 3],
          [TAIL, 0],
          [HEAD, 4],
          [TAIL, 5],
        ],
      },
      {
        triple: [2, 1, 0],
        negatives: [
          [HEAD, 1],
          [HEAD, 4],
          [HEAD, 1],
        ],
      },
      {
        triple: [3, 0, 3],
        negatives: [
          [TAIL, 4],
          [TAIL, 5],
          [TAIL, 1],
        ],
      },
    ],
  };
}
