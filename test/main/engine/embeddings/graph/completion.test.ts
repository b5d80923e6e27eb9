/** Predicted edges against sorting all pairs of a head and a plausible tail. */
import { describe, expect, it } from 'vitest';
import { GraphCompletion } from '../../../../../main/engine/embeddings/graph/completion.ts';
import { TAIL } from '../../../../../main/engine/embeddings/graph/interaction.ts';
import { rowShapes } from '../../../../../main/engine/embeddings/graph/row-shapes.ts';
import { RandomStream } from '../../../../../main/engine/layers/random.ts';
import { GRAPH_MODELS, GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';
import { naiveScore } from './naive.ts';

const ENTITIES = 20;
const TYPES = Array.from({ length: ENTITIES }, (_, entity) => (entity < 8 ? 0 : entity < 17 ? 1 : 2));
const TRIPLES = [
  ...Array.from({ length: 8 }, (_, head) => [head, 0, 8 + head] as const),
  [0, 0, 12] as const,
  [3, 1, 18] as const,
  [4, 1, 0] as const,
];

describe.each(GRAPH_MODELS)('GraphCompletion with %s', (model) => {
  it('predicts the best tails of a plausible type that the head lacks', () => {
    const settings = GraphEmbeddingSettings.parse({ model, dimension: 6, negatives: 2 });
    const [entityShape, relationShape] = rowShapes(settings);
    const [size, width] = [entityShape, relationShape].map(({ parts, width: of }) => parts * of);
    const random = new RandomStream({ seed: 3, purpose: 'test' });
    const draw = (count: number) => Float32Array.from({ length: count }, () => random.uint32() / 2 ** 31 - 1);
    const [entities, relations] = [draw(ENTITIES * size!), draw(2 * width!)];
    const column = (i: 0 | 1 | 2) => Int32Array.from(TRIPLES, (triple) => triple[i]);
    const completion = new GraphCompletion({
      settings,
      entities,
      relations,
      triples: { heads: column(0), relations: column(1), tails: column(2) },
      types: TYPES,
      relationCount: 2,
    });
    const row = (values: Float32Array, of: number, at: number) =>
      Float64Array.from(values.subarray(at * of, (at + 1) * of));
    const expectedOf = (relation: number, tailTypes: readonly number[], heads: readonly number[]) =>
      heads
        .flatMap((head) =>
          TYPES.flatMap((type, tail) => {
            const known = TRIPLES.some(([h, r, t]) => h === head && r === relation && t === tail);
            if (!tailTypes.includes(type) || known || tail === head) return [];
            const [from, by, to] = [
              row(entities, size!, head),
              row(relations, width!, relation),
              row(entities, size!, tail),
            ];
            return [{ head, relation, tail, score: naiveScore(settings, from, by, to, TAIL) }];
          })
            .toSorted((a, b) => b.score - a.score)
            .slice(0, 3)
            .map((one, i) => ({ ...one, rank: i + 1 })),
        )
        .toSorted((a, b) => a.rank - b.rank || b.score - a.score);
    for (const [relation, types, heads] of [
      [0, [1], [0, 1, 2, 3, 4, 5, 6, 7]],
      [1, [0, 2], [3, 4]],
    ] as const) {
      const expected = expectedOf(relation, types, heads).slice(0, 10);
      const found = completion.predict(relation, 10);
      expect(found.map(({ score: _, ...edge }) => edge)).toEqual(
        expected.map(({ score: _, ...edge }) => edge),
      );
      for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i]!.score, 4);
    }
    expect(completion.predict(0, 5, { heads: [6] }).map(({ head }) => head)).toEqual([6, 6, 6]);
  });
});
