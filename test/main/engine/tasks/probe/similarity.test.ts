/** Intrinsic similarity against versions that follow the definitions pair by pair. */
import { describe, expect, it } from 'vitest';
import { nameVectors } from '../../../../../main/engine/embeddings/name-vectors.ts';
import { RandomStream } from '../../../../../main/engine/layers/random.ts';
import {
  type BorneName,
  characterLikeness,
  cosineLikeness,
  NEGATIVES,
  samePairs,
  scoreSimilarity,
} from '../../../../../main/engine/tasks/probe/similarity.ts';
import { jaroWinkler } from '../../../../../main/text/jaro-winkler.ts';

/** Thirty diseases with like names; every third has a synonym, which for entity 4 is the name of entity 5. */
function graph(): BorneName[] {
  const preferred = Array.from({ length: 30 }, (_, entity) => `急性肺部感染第${entity}型`);
  const name = (entity: number, one: string): BorneName => ({
    name: one,
    norm: one,
    entity,
    type: entity < 29 ? 'disease' : 'symptom',
    preferredName: preferred[entity]!,
    preferred: one === preferred[entity],
  });
  return [
    ...preferred.map((one, entity) => name(entity, one)),
    ...[0, 3, 6, 9, 12].map((entity) => name(entity, `肺病${entity}`)),
    name(4, preferred[5]!),
    name(29, '乏力'),
  ];
}

const noEdges = new Map<number, Set<number>>();

describe('pairs', () => {
  it('have names of other entities of the type that are like the answer', () => {
    const { pairs, withoutNegatives } = samePairs(graph(), { neighbours: noEdges, seed: 3 });
    expect(pairs).toHaveLength(6);
    expect(withoutNegatives).toBe(1); // the symptom
    for (const { query, names, type } of pairs) {
      const [answer, ...negatives] = names;
      expect(type).toBe('disease');
      expect(new Set(negatives).size).toBe(NEGATIVES);
      expect(negatives).not.toContain(answer);
      expect(negatives).not.toContain(query); // a bearer of the query is no wrong answer
      for (const negative of negatives) expect(jaroWinkler(negative, answer!)).toBeGreaterThan(0.6);
    }
  });

  it('are drawn by seed', () => {
    const draw = (seed: number) => samePairs(graph(), { neighbours: noEdges, seed, limit: 2 }).pairs;
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).toHaveLength(2);
    expect(draw(2)).not.toEqual(draw(1));
  });

  it('are in D2 by the neighbours of both names, and in D3 when a name is rare in the corpus', () => {
    const neighbours = new Map([
      [0, new Set([21, 22, 23])],
      [3, new Set([21, 22])], // too few in common
      [4, new Set([21, 22, 23])],
      [5, new Set([21, 22, 23, 24])], // 3 of 4
      [6, new Set([21, 22, 23])],
    ]);
    const setsOf = (around: typeof neighbours) => {
      const mentions = new Map([
        ['肺病0', 200],
        ['肺病3', 201],
        ['急性肺部感染第6型', 1],
        ['急性肺部感染第5型', 900],
      ]);
      const { pairs } = samePairs(graph(), { neighbours: around, mentions, seed: 1 });
      return Object.fromEntries(pairs.map(({ query, sets }) => [query, sets]));
    };
    expect(setsOf(neighbours)).toEqual({
      肺病0: ['D1', 'D2', 'D3'],
      肺病3: ['D1'],
      肺病6: ['D1', 'D2', 'D3'],
      肺病9: ['D1'],
      肺病12: ['D1'],
      急性肺部感染第5型: ['D1', 'D2'],
    });
    const apart = new Map(neighbours).set(5, new Set([21, 22, 23, 24, 25]));
    expect(setsOf(apart).急性肺部感染第5型).toEqual(['D1']);
  });
});

describe('scores', () => {
  const { pairs } = samePairs(graph(), { neighbours: noEdges, seed: 1 });

  it('agree with a naive cosine, and leave out what has no vector', () => {
    const random = new RandomStream({ seed: 2, purpose: 'test' });
    const vectors = new Map(
      pairs
        .flatMap(({ query, names }) => [query, ...names])
        .map((name) => [name, Float32Array.from({ length: 4 }, () => random.normal())]),
    );
    vectors.delete(pairs[0]!.query);
    vectors.delete(pairs[1]!.names[5]!);
    let [covered, right] = [0, 0];
    for (const { query, names } of pairs) {
      const [q, answer] = [vectors.get(query), vectors.get(names[0]!)];
      if (q === undefined || answer === undefined) continue;
      covered++;
      const scores = names.map((name) => {
        const v = vectors.get(name);
        if (v === undefined) return Number.NEGATIVE_INFINITY;
        const dot = q.reduce((sum, x, i) => sum + x * v[i]!, 0);
        return dot / (Math.hypot(...q) * Math.hypot(...v));
      });
      if (scores.indexOf(Math.max(...scores)) === 0) right++;
    }
    const { D1, D2 } = scoreSimilarity(
      pairs,
      cosineLikeness((name) => vectors.get(name)),
    );
    expect(D1).toEqual({ pairs: pairs.length, covered, accuracy: right / covered });
    expect(D2).toEqual({ pairs: 0, covered: 0, accuracy: 0 });
  });

  it('count a tie as a miss and the characters as they are', () => {
    expect(scoreSimilarity(pairs, () => 1).D1.accuracy).toBe(0);
    const perfect = (query: string, name: string) =>
      pairs.some((pair) => pair.query === query && pair.names[0] === name) ? 1 : 0;
    expect(scoreSimilarity(pairs, perfect).D1.accuracy).toBe(1);
    expect(scoreSimilarity(pairs, characterLikeness).D1.covered).toBe(pairs.length);
  });
});

it('vectors of names are means over tokens, or rows of entities', () => {
  const stored = {
    vectors: {
      unit: 'character' as const,
      dimension: 2,
      tokens: ['肺', '炎', '咳嗽 (symptom)'],
      values: Float32Array.of(1, 2, 3, 6, 7, 8),
    },
    folded: false,
    userWords: [],
  };
  const mean = nameVectors(stored);
  expect(mean('肺炎病', 'disease')).toEqual(Float32Array.of(2, 4));
  expect(mean('未知', 'disease')).toBeUndefined();
  const graph = { fingerprint: '', relationNames: [], relations: new Float32Array(0) };
  const rows = nameVectors({ ...stored, graph });
  expect(rows('肺', 'anatomy')).toEqual(Float32Array.of(1, 2));
  expect(rows('咳嗽', 'symptom')).toEqual(Float32Array.of(7, 8));
  expect(rows('肺炎', 'disease')).toBeUndefined();
});
