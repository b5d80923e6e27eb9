/** Splits, triple tables and ranks against naive versions, over random graphs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  frequencyRanks,
  linkScores,
  relationCategories,
  relationCounts,
} from '../../../../../main/engine/embeddings/graph/ranking.ts';
import { splitTriples } from '../../../../../main/engine/embeddings/graph/split.ts';
import {
  distinctTriples,
  hasTriple,
  type Triples,
  tripleTable,
} from '../../../../../main/engine/embeddings/graph/triples.ts';

const SIZE = { entities: 12, relations: 3 };
const triple = fc.tuple(fc.nat(SIZE.entities - 1), fc.nat(SIZE.relations - 1), fc.nat(SIZE.entities - 1));
type Triple = [number, number, number];

const columns = (rows: readonly Triple[]): Triples => ({
  heads: Int32Array.from(rows, ([head]) => head),
  relations: Int32Array.from(rows, ([, relation]) => relation),
  tails: Int32Array.from(rows, ([, , tail]) => tail),
});
const rowsOf = ({ heads, relations, tails }: Triples): Triple[] =>
  Array.from(heads, (head, i) => [head, relations[i]!, tails[i]!]);
const pairOf = ([head, , tail]: Triple) => `${Math.min(head, tail)} ${Math.max(head, tail)}`;

describe('splitTriples', () => {
  it('keeps every triple once, pairs together, and all entities and relations in training', () => {
    fc.assert(
      fc.property(fc.array(triple, { minLength: 1, maxLength: 60 }), fc.nat(5), (given, seed) => {
        const all = distinctTriples(columns(given), SIZE);
        const { train, validation, test } = splitTriples(all, SIZE, { heldOut: 0.2, seed });
        const parts = [train, validation, test].map(rowsOf);
        expect(parts.flat().map(String).toSorted()).toEqual([...new Set(given.map(String))].toSorted());
        const [inTrain, inValidation, inTest] = parts.map((part) => new Set(part.map(pairOf)));
        const pairs = [inTrain!, inValidation!, inTest!];
        expect(new Set(pairs.flatMap((part) => [...part])).size).toBe(
          pairs.reduce((sum, part) => sum + part.size, 0),
        );
        const entities = (rows: Triple[]) => new Set(rows.flatMap(([head, , tail]) => [head, tail]));
        expect(entities(parts[0]!)).toEqual(entities(parts.flat()));
        const relations = (rows: Triple[]) => new Set(rows.map(([, relation]) => relation));
        expect(relations(parts[0]!)).toEqual(relations(parts.flat()));
      }),
    );
  });

  it('holds out at most as many as are ranked', () => {
    const count = 1000;
    const triples = columns(Array.from({ length: count }, (_, i) => [i % 40, i % 3, (7 * i) % 41]));
    const split = splitTriples(triples, { entities: 41, relations: 3 }, { heldOut: 0.4, seed: 1 }, 5);
    const sizes = [split.validation, split.test, split.train].map(({ heads }) => heads.length);
    const mostInAPair = 3; // three relations: a pair of entities stays together
    for (const size of sizes.slice(0, 2)) expect(size).toBeLessThan(5 + mostInAPair);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
  });
});

describe('tripleTable', () => {
  it('holds exactly the triples given', () => {
    fc.assert(
      fc.property(fc.array(triple, { maxLength: 80 }), triple, (given, other) => {
        const table = tripleTable(columns(given), SIZE);
        for (const one of given) expect(hasTriple(table, ...one)).toBe(true);
        expect(hasTriple(table, ...other)).toBe(given.some((one) => String(one) === String(other)));
      }),
    );
  });
});

describe('ranks', () => {
  const train: Triple[] = [
    [0, 0, 1],
    [0, 0, 2],
    [3, 0, 2],
    [4, 0, 2],
    [5, 1, 6],
  ];
  const test: Triple[] = [[3, 0, 1]];

  it('count better entities, half of ties, and no other true answer', () => {
    const known = tripleTable(columns([...train, ...test]), SIZE);
    // tails of relation 0: 2 three times but true of 3, 1 once; heads: 0 twice but true of 1, 3 and 4 once
    expect([...frequencyRanks(columns(train), columns(test), known)]).toEqual([1, 1.5]);
  });

  it('are summarised by side, relation and category', () => {
    const categories = relationCategories(relationCounts(columns(train), SIZE));
    expect(categories[0]).toBe('N-1');
    expect(categories[1]).toBe('1-1');
    const triples = columns([
      [0, 0, 1],
      [5, 1, 6],
    ]);
    const scores = linkScores(Float64Array.of(1, 4, 10, 20), triples, ['a', 'b', 'c'], categories);
    expect(scores.both).toMatchObject({ count: 4, mr: 8.75, hits1: 0.25, hits3: 0.25, hits10: 0.75 });
    expect(scores.both.mrr).toBeCloseTo(0.35);
    expect(scores.tail.mr).toBe(5.5);
    expect(scores.head.mr).toBe(12);
    expect(scores.byRelation.b).toMatchObject({ count: 2, mr: 15 });
    expect(scores.byCategory['N-1']).toMatchObject({ count: 2, mr: 2.5 });
  });
});
