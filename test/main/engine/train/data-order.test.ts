import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketsByTokens, DataOrder, LENGTH_BUCKETS } from '../../../../main/engine/train/data-order.ts';

const BUCKETS = [
  { length: 8, batch: 2 },
  { length: 4, batch: 3 },
];

function epochOf(order: DataOrder, epoch: number) {
  return Array.from({ length: order.batchesPerEpoch }, (_, position) => order.batch({ epoch, position }));
}
const examplesOf = (order: DataOrder, epoch: number) =>
  epochOf(order, epoch).flatMap(({ examples }) => [...examples]);

const lengthsArbitrary = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 40 });

describe('data order', () => {
  it('gives every example once an epoch, in batches of its own bucket', () => {
    fc.assert(
      fc.property(lengthsArbitrary, fc.nat(), fc.nat(5), (lengths, seed, epoch) => {
        const order = new DataOrder(lengths, BUCKETS, seed);
        expect(examplesOf(order, epoch).toSorted((a, b) => a - b)).toEqual([...lengths.keys()]);
        for (const { size, examples } of epochOf(order, epoch)) {
          expect(examples.length).toBeGreaterThan(0);
          expect(examples.length).toBeLessThanOrEqual(size.batch);
          for (const example of examples) expect(lengths[example]! <= 4).toBe(size.length === 4);
        }
      }),
    );
  });

  it('has at most one short batch a bucket', () => {
    const order = new DataOrder([1, 2, 3, 4, 5, 6, 7, 8, 8], BUCKETS, 1);
    const sizes = epochOf(order, 0).map(({ size, examples }) => `${size.length}: ${examples.length}`);
    expect(sizes.toSorted()).toEqual(['4: 1', '4: 3', '8: 1', '8: 2', '8: 2']);
    expect(order.sizes.map(({ length }) => length)).toEqual([8, 4]);
  });

  it('needs nothing but seed, epoch and position', () => {
    const lengths = Array.from({ length: 30 }, (_, i) => i % 9);
    const straight = new DataOrder(lengths, BUCKETS, 5);
    const all = [0, 1, 2].map((epoch) => epochOf(straight, epoch));
    const resumed = new DataOrder(lengths, BUCKETS, 5);
    expect(resumed.batch({ epoch: 2, position: 3 })).toEqual(all[2]![3]);
    expect(resumed.batch({ epoch: 0, position: 1 })).toEqual(all[0]![1]);
  });

  it('differs by epoch and by seed', () => {
    const lengths = Array.from({ length: 40 }, () => 3);
    const order = new DataOrder(lengths, BUCKETS, 5);
    expect(examplesOf(order, 0)).not.toEqual(examplesOf(order, 1));
    expect(examplesOf(order, 0)).not.toEqual(examplesOf(new DataOrder(lengths, BUCKETS, 6), 0));
  });

  it('puts every example at every place equally often', () => {
    const places = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
    const order = new DataOrder([1, 1, 1, 1], [{ length: 1, batch: 4 }], 9);
    for (let epoch = 0; epoch < 4000; epoch++) {
      order.batch({ epoch, position: 0 }).examples.forEach((example, place) => {
        places[example]![place]!++;
      });
    }
    // 1000 expected, standard deviation 27.4
    for (const count of places.flat()) expect(Math.abs(count - 1000)).toBeLessThan(137);
  });

  it('refuses examples that fit nowhere, and none at all', () => {
    expect(() => new DataOrder([1, 9], BUCKETS, 1)).toThrow(/Example 2 has 9 tokens.*hold 8/);
    expect(() => new DataOrder([], BUCKETS, 1)).toThrow(/nothing to train on/);
  });

  it('makes batches of about the same number of tokens', () => {
    expect(bucketsByTokens(1024).map(({ batch }) => batch)).toEqual([32, 16, 8, 4, 2, 2]);
    expect(bucketsByTokens(100, [512])).toEqual([{ length: 512, batch: 1 }]);
    expect(LENGTH_BUCKETS).toHaveLength(6);
  });
});
