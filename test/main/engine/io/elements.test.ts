import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeElements, encodeElements } from '../../../../main/engine/io/elements.ts';
import type { FloatTensorData } from '../../../../main/engine/io/tensor-data.ts';

/** Every 16-bit pattern as the given type. */
function all(type: 'F16' | 'BF16'): { bits: Uint16Array; tensor: FloatTensorData } {
  const bits = Uint16Array.from({ length: 0x10000 }, (_, i) => i);
  const tensor = decodeElements(type, [bits.length], new Uint8Array(bits.buffer));
  if (tensor.type === 'I64') throw new Error('float expected');
  return { bits, tensor };
}

function store(type: 'F16' | 'BF16', values: readonly number[]): number[] {
  const stored = encodeElements({ type, shape: [values.length], data: Float32Array.from(values) });
  return Array.from(new Uint16Array(stored.buffer, stored.byteOffset, values.length));
}

describe('half precision', () => {
  it('reads known numbers', () => {
    const read = (type: 'F16' | 'BF16', ...bits: number[]) =>
      Array.from(
        decodeElements(type, [bits.length], new Uint8Array(Uint16Array.from(bits).buffer)).data,
        Number,
      );
    expect(read('F16', 0x3c00, 0xc000, 0x7bff, 0x0001, 0x0400, 0x8000, 0x7c00, 0xfc00, 0x3555)).toEqual([
      1,
      -2,
      65504,
      2 ** -24,
      2 ** -14,
      -0,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      0.333251953125,
    ]);
    expect(read('F16', 0x7e00, 0xfc01)).toEqual([Number.NaN, Number.NaN]);
    expect(read('BF16', 0x3f80, 0xc000, 0x7f80, 0x4049)).toEqual([1, -2, Number.POSITIVE_INFINITY, 3.140625]);
    expect(read('BF16', 0x7fc0)).toEqual([Number.NaN]);
  });

  it('writes every number back to its bits', () => {
    for (const type of ['F16', 'BF16'] as const) {
      const { bits, tensor } = all(type);
      const stored = new Uint16Array(encodeElements(tensor).slice().buffer);
      const changed = bits.filter((pattern, i) => !Number.isNaN(tensor.data[i]) && stored[i] !== pattern);
      expect(Array.from(changed)).toEqual([]);
    }
  });

  it('rounds to the nearest number that can be stored, to the even one of two equally near', () => {
    for (const type of ['F16', 'BF16'] as const) {
      const { bits, tensor } = all(type);
      const positive = Array.from(bits.subarray(0, 0x8000)).filter((i) => Number.isFinite(tensor.data[i]));
      const nearest = (value: number): number => {
        let low = 0;
        let high = positive.length - 1; // the numbers rise with their bits
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (tensor.data[middle]! <= value) low = middle;
          else high = middle - 1;
        }
        if (low === positive.length - 1) return low;
        const down = value - tensor.data[low]!;
        const up = tensor.data[low + 1]! - value;
        return down < up || (down === up && low % 2 === 0) ? low : low + 1;
      };
      const value = fc.float({ min: 0, max: type === 'F16' ? 65504 : Math.fround(3e38), noNaN: true });
      fc.assert(
        fc.property(value, (v) => {
          expect(store(type, [v, -v])).toEqual([nearest(v), nearest(v) | 0x8000]);
        }),
      );
      const middles = [0, 1, 2, 1023, 1024, 5000, 5001].map(
        (i) => (tensor.data[i]! + tensor.data[i + 1]!) / 2,
      );
      expect(store(type, middles)).toEqual(middles.map(nearest));
    }
  });

  it('keeps what is too large infinite and what is no number so', () => {
    expect(store('F16', [65519, 65520, -1e9])).toEqual([0x7bff, 0x7c00, 0xfc00]);
    expect(store('BF16', [3.4028234663852886e38, Number.NEGATIVE_INFINITY])).toEqual([0x7f80, 0xff80]);
    for (const type of ['F16', 'BF16'] as const) {
      const [bits] = store(type, [Number.NaN]);
      expect(decodeElements(type, [1], new Uint8Array(Uint16Array.of(bits!).buffer)).data[0]).toBeNaN();
    }
  });
});

describe('places in a file', () => {
  it('shares memory where it is aligned, copies where not, also from a Buffer', () => {
    const values = Float32Array.of(1, 2, 3);
    const raw = Buffer.concat([Buffer.alloc(1), Buffer.from(values.buffer), Buffer.alloc(3)]);
    const unaligned = new Uint8Array(16);
    unaligned.set(raw);
    const odd = decodeElements('F32', [3], Buffer.from(unaligned.buffer, 1, 12));
    expect(Array.from(odd.data, Number)).toEqual([1, 2, 3]);
    const even = decodeElements('F32', [3], new Uint8Array(values.buffer));
    values[0] = 9;
    expect(even.data[0]).toBe(9);
    expect(odd.data[0]).toBe(1);
  });
});
