/** Distributions of what is drawn. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomSupply } from '../../../../main/engine/embeddings/random-supply.ts';
import { aliasTable, drawAlias, keepLimits } from '../../../../main/engine/embeddings/sampling.ts';

const weightsOf = fc
  .array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 })
  .filter((weights) => weights.some((weight) => weight > 0));

describe('the alias table', () => {
  it('holds exactly the distribution of the weights', () => {
    fc.assert(
      fc.property(weightsOf, (weights) => {
        const { thresholds, aliases } = aliasTable(Float64Array.from(weights));
        const share = new Float64Array(weights.length);
        thresholds.forEach((threshold, index) => {
          expect(threshold).toBeGreaterThanOrEqual(0);
          expect(threshold).toBeLessThanOrEqual(1);
          share[index]! += threshold / weights.length;
          share[aliases[index]!]! += (1 - threshold) / weights.length;
        });
        const total = weights.reduce((a, b) => a + b, 0);
        weights.forEach((weight, index) => {
          expect(share[index]).toBeCloseTo(weight / total, 10);
        });
      }),
    );
  });

  it('draws places as often as their weights say (χ², fixed seed)', () => {
    const counts = Float64Array.from({ length: 50 }, (_, rank) => (1000 / (rank + 1)) ** 0.75);
    const total = counts.reduce((a, b) => a + b, 0);
    const table = aliasTable(counts);
    const random = new RandomSupply(7, 'test');
    random.begin(0);
    const draws = 200_000;
    const seen = new Float64Array(counts.length);
    for (let draw = 0; draw < draws; draw++) seen[drawAlias(table, random.word())]!++;
    const chiSquare = counts.reduce((sum, count, index) => {
      const expected = (draws * count) / total;
      return sum + (seen[index]! - expected) ** 2 / expected;
    }, 0);
    expect(chiSquare).toBeLessThan(85.4); // 49 degrees of freedom, p = 0.001
  });

  it('never draws what has no weight, from the first word to the last', () => {
    const table = aliasTable(Float64Array.of(0, 3, 0, 1, 0));
    const words = [0, 1, 2 ** 31, 2 ** 32 - 1, ...Array.from({ length: 500 }, (_, i) => i * 8_589_934)];
    expect(new Set(words.map((word) => drawAlias(table, word)))).toEqual(new Set([1, 3]));
  });
});

describe('skipping frequent tokens', () => {
  /** word2vec.c: ran = (sqrt(cn / (sample · train_words)) + 1) · (sample · train_words) / cn. */
  const formula = (count: number, total: number, sample: number): number =>
    (Math.sqrt(count / (sample * total)) + 1) * ((sample * total) / count);

  it('keeps each with the probability of word2vec', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(1e-5, 1e-3, 0.1, 1),
        (counts, sample) => {
          const total = counts.reduce((a, b) => a + b, 0);
          const limits = keepLimits(Float64Array.from(counts), sample);
          counts.forEach((count, index) => {
            expect(limits[index]! / 2 ** 32).toBeCloseTo(Math.min(1, formula(count, total, sample)), 12);
          });
        },
      ),
    );
  });

  it('keeps all when the share is 0', () => {
    expect([...keepLimits(Float64Array.of(1, 1e9), 0)]).toEqual([2 ** 32, 2 ** 32]);
  });
});

describe('the supply of random words', () => {
  it('gives each block its own words, whatever was taken before', () => {
    const take = (supply: RandomSupply, block: number, count: number) => {
      supply.begin(block);
      return Array.from({ length: count }, () => supply.word());
    };
    const one = new RandomSupply(3, 'a');
    const first = take(one, 5, 20_000);
    take(one, 6, 100);
    expect(take(one, 5, 20_000)).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(19_900); // no refill repeats the one before
    expect(take(one, 6, 20)).not.toEqual(first.slice(0, 20));
    expect(take(new RandomSupply(4, 'a'), 5, 20)).not.toEqual(first.slice(0, 20));
    expect(take(new RandomSupply(3, 'b'), 5, 20)).not.toEqual(first.slice(0, 20));
  });
});
