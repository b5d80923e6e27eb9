import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropoutInput, fillDropoutMask, seededDropout } from '../../../../main/engine/layers/dropout.ts';
import { DropoutMasks } from '../../../../main/engine/layers/dropout-masks.ts';
import { type Initialiser, initialise } from '../../../../main/engine/layers/initialisers.ts';
import { fillUint32, RandomStream } from '../../../../main/engine/layers/random.ts';
import type { Words4 } from '../../../../main/engine/layers/threefry.ts';
import { threefry4x32 } from './plain-threefry.ts';
import { onReferenceBackend } from './tensors.ts';

onReferenceBackend();

describe('threefry4x32', () => {
  // The known answers that are published with Random123, 20 rounds.
  const zero: Words4 = [0, 0, 0, 0];
  const ones: Words4 = [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff];
  const cases: readonly { counter: Words4; key: Words4; answer: readonly number[] }[] = [
    { counter: zero, key: zero, answer: [0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8] },
    { counter: ones, key: ones, answer: [0x2a881696, 0x57012287, 0xf6c7446e, 0xa16a6732] },
    {
      counter: [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      key: [0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89],
      answer: [0x59cd1dbb, 0xb8879579, 0x86b5d00c, 0xac8b6d84],
    },
  ];
  it.each(cases)('gives the published answer for counter $counter', ({ counter, key, answer }) => {
    const out = new Uint32Array(4);
    threefry4x32(counter, key, out);
    expect([...out]).toEqual(answer);
  });
});

describe('random streams', () => {
  it('reads the same numbers one by one and in bulk', () => {
    for (const length of [0, 1, 4, 7, 13, 17, 4096, 9001]) {
      const bulk = new Uint32Array(length);
      const id = { seed: 2 ** 40 + 3, purpose: 'x', step: 9 };
      fillUint32(bulk, id);
      const stream = new RandomStream(id);
      expect([...bulk]).toEqual(Array.from({ length }, () => stream.uint32()));
      expect(stream.position).toBe(length);
    }
  });

  it('differs between seeds, purposes and steps, also beyond 32 bits', () => {
    const first = (seed: number, purpose: string, step: number) =>
      new RandomStream({ seed, purpose, step }).uint32();
    const values = [
      first(1, 'a', 0),
      first(2, 'a', 0),
      first(1 + 2 ** 32, 'a', 0),
      first(1, 'b', 0),
      first(1, 'a', 1),
      first(1, 'a', 2 ** 32),
    ];
    expect(new Set(values).size).toBe(values.length);
  });

  it('refuses seeds that are no counting numbers', () => {
    expect(() => new RandomStream({ seed: -1, purpose: 'a' })).toThrow(/seed/);
    expect(() => new RandomStream({ seed: 0.5, purpose: 'a' })).toThrow(/seed/);
    expect(() => new RandomStream({ seed: 1, purpose: 'a', step: -2 })).toThrow(/step/);
  });

  it('draws integers below n evenly', () => {
    const stream = new RandomStream({ seed: 5, purpose: 'dice' });
    const counts = new Array<number>(6).fill(0);
    for (let i = 0; i < 6000; i++) counts[stream.below(6)]!++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(20.5); // p = 0.001 at 5 degrees of freedom
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), (n) => {
        const value = stream.below(n);
        return Number.isInteger(value) && value >= 0 && value < n;
      }),
      { numRuns: 50 },
    );
  });

  it('draws normal numbers of mean 0 and variance 1', () => {
    const stream = new RandomStream({ seed: 6, purpose: 'normal' });
    const values = Array.from({ length: 4000 }, () => stream.normal());
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
    const beyondTwo = values.filter((v) => Math.abs(v) > 2).length / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.abs(variance - 1)).toBeLessThan(0.07);
    expect(Math.abs(beyondTwo - 0.0455)).toBeLessThan(0.012);
  });
});

describe('dropout masks', () => {
  const mask = (step: number, site: string, rate = 0.3) => {
    const out = new Float32Array(5000);
    fillDropoutMask(out, rate, { seed: 11, step, site });
    return out;
  };

  it('repeats bit for bit for the same seed, step and site only', () => {
    expect(mask(3, 'a')).toEqual(mask(3, 'a'));
    expect(mask(3, 'a')).not.toEqual(mask(4, 'a'));
    expect(mask(3, 'a')).not.toEqual(mask(3, 'b'));
  });

  it('drops the share asked for and scales the rest up', () => {
    const values = mask(0, 'share');
    const kept = Math.fround(1 / 0.7);
    const dropped = values.filter((v) => v === 0).length;
    expect(values.every((v) => v === 0 || v === kept)).toBe(true);
    expect(Math.abs(dropped / values.length - 0.3)).toBeLessThan(0.03);
    expect(mask(0, 'none', 0).every((v) => v === 1)).toBe(true);
    expect(() => mask(0, 'all', 1)).toThrow(/rate/);
  });

  it('takes 16 bits of the stream an element, the low half of a word first', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 20_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.record({ seed: fc.maxSafeNat(), step: fc.maxSafeNat(), site: fc.string() }),
        (length, rate, id) => {
          const out = new Float32Array(length);
          fillDropoutMask(out, rate, id);
          const stream = new RandomStream({ ...id, purpose: `dropout:${id.site}` });
          const threshold = Math.round(rate * 2 ** 16);
          const expected = Float32Array.from({ length: 2 * Math.ceil(length / 2) });
          for (let i = 0; i < length; i += 2) {
            const word = stream.uint32();
            expected[i] = (word & 0xffff) < threshold ? 0 : 1 / (1 - rate);
            expected[i + 1] = word >>> 16 < threshold ? 0 : 1 / (1 - rate);
          }
          expect(out).toEqual(expected.subarray(0, length));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is the same from helper threads, in memory that is used again', async () => {
    const masks = new DropoutMasks(2);
    for (const [step, shapes] of [
      [[300, 1000], [7], [600_001]],
      [[5], [1_200_000]],
      [[300, 1000], [7]],
    ].entries()) {
      const sites = shapes.map((shape, index) => ({
        site: `site ${index}`,
        shape,
        rate: index === 1 ? 0.9999999 : 0.1,
      }));
      const filled = await masks.fill(sites, { seed: 4, step });
      expect(Object.keys(filled)).toEqual(sites.map(({ site }) => dropoutInput(site)));
      for (const { site, shape, rate } of sites) {
        const expected = new Float32Array(shape.reduce((product, size) => product * size, 1));
        fillDropoutMask(expected, rate, { seed: 4, step, site });
        expect(filled[dropoutInput(site)]!.length).toBe(expected.length);
        expect(
          Buffer.compare(
            Buffer.from(filled[dropoutInput(site)]!.slice().buffer),
            Buffer.from(expected.buffer),
          ),
        ).toBe(0);
      }
    }
    masks.dispose();
  });

  it('comes as a tensor of the site', () => {
    const tensor = seededDropout(11, 3).mask('a', [50, 100], 0.3);
    expect(tensor.shape).toEqual([50, 100]);
    expect(tensor.dataSync()).toEqual(mask(3, 'a'));
    tensor.dispose();
  });
});

describe('initialisers', () => {
  const draw = (init: Initialiser, shape: readonly number[], name = 'w') =>
    initialise(init, shape, { seed: 1, name });

  it('depends on the seed and the name alone', () => {
    const init = { kind: 'normal', std: 1 } as const;
    expect(draw(init, [4])).toEqual(draw(init, [8]).subarray(0, 4));
    expect(draw(init, [4])).not.toEqual(draw(init, [4], 'v'));
    expect(draw(init, [4])).not.toEqual(initialise(init, [4], { seed: 2, name: 'w' }));
  });

  it('fills constants, one a part where asked', () => {
    expect([...draw({ kind: 'constant', value: 1 }, [3])]).toEqual([1, 1, 1]);
    expect([...draw({ kind: 'parts', values: [0, 1] }, [4])]).toEqual([0, 0, 1, 1]);
    expect(() => draw({ kind: 'parts', values: [0, 1] }, [3])).toThrow(/equal parts/);
  });

  it('cuts the truncated normal off at two standard deviations', () => {
    const values = draw({ kind: 'truncated-normal', std: 0.02 }, [40, 50]);
    const variance = values.reduce((sum, v) => sum + v * v, 0) / values.length;
    expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(Math.fround(0.04));
    expect(Math.abs(Math.sqrt(variance) / 0.02 - 0.88)).toBeLessThan(0.04); // known factor of the cut
  });

  it('spreads the truncated normal as the normal distribution between the cuts', () => {
    const values = draw({ kind: 'truncated-normal', std: 1 }, [100_001]);
    // Share of a standard normal number between −2 and each border.
    const shares = {
      '-1.5': 0.0440569,
      '-1': 0.1359051,
      '-0.25': 0.3785436,
      '0': 0.4772499,
      '1.9': 0.9485333,
    };
    for (const [border, share] of Object.entries(shares)) {
      const below = values.filter((x) => x < Number(border)).length / values.length;
      expect(Math.abs(below - share / 0.9544997), `below ${border}`).toBeLessThan(0.006); // four deviations
    }
    expect(Math.max(...values.slice(0, 50_000))).toBeGreaterThan(1.99);
  });

  it.each([
    { shape: [30, 10], fans: 30 + 10 },
    { shape: [3, 10, 20], fans: 3 * 10 + 3 * 20 },
  ])('bounds Xavier by both fans of $shape', ({ shape, fans }) => {
    const limit = Math.sqrt(6 / fans);
    const values = draw({ kind: 'xavier' }, shape);
    const variance = values.reduce((sum, v) => sum + v * v, 0) / values.length;
    expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(Math.fround(limit));
    expect(Math.abs(variance / (limit ** 2 / 3) - 1)).toBeLessThan(0.15);
  });

  it.each([
    { shape: [6, 3], parts: 1 },
    { shape: [3, 6], parts: 1 },
    { shape: [12, 4], parts: 3 },
  ])('makes orthonormal blocks of $shape in $parts', ({ shape, parts }) => {
    const [rows, columns] = shape as [number, number];
    const values = draw({ kind: 'orthogonal', parts }, shape);
    const height = rows / parts;
    const at = (r: number, c: number) => values[r * columns + c]!;
    for (let part = 0; part < parts; part++) {
      const base = part * height;
      const tall = height > columns;
      for (let a = 0; a < Math.min(height, columns); a++)
        for (let b = 0; b <= a; b++) {
          let dot = 0;
          for (let k = 0; k < Math.max(height, columns); k++)
            dot += tall ? at(base + k, a) * at(base + k, b) : at(base + a, k) * at(base + b, k);
          expect(dot).toBeCloseTo(a === b ? 1 : 0, 5);
        }
    }
  });
});
