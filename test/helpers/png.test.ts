import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withPalette } from './png.ts';

const WIDTH = 5;
const HEIGHT = 5;
const colour = (x: number, y: number): number => ((x * 50) << 16) | ((y * 60) << 8) | ((x + y) % 3);

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

function header(colourType: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(WIDTH, 0);
  data.writeUInt32BE(HEIGHT, 4);
  data[8] = 8;
  data[9] = colourType;
  return chunk('IHDR', data);
}

/** Line y is predicted by filter y, by the formulas of the PNG specification written out anew. */
function picture(): Buffer {
  const at = (x: number, y: number, c: number) =>
    x < 0 || y < 0 ? 0 : (colour(x, y) >> (8 * (2 - c))) & 255;
  const guess = (filter: number, x: number, y: number, c: number): number => {
    const [a, b, d] = [at(x - 1, y, c), at(x, y - 1, c), at(x - 1, y - 1, c)];
    const nearest = [a, b, d].map((value) => [Math.abs(a + b - d - value), value] as const);
    const paeth = nearest.reduce((best, next) => (next[0] < best[0] ? next : best))[1];
    return [0, a, b, Math.floor((a + b) / 2), paeth][filter] ?? 0;
  };
  const lines = [...Array(HEIGHT).keys()].flatMap((y) => [
    y,
    ...[...Array(WIDTH).keys()].flatMap((x) => [0, 1, 2].map((c) => (at(x, y, c) - guess(y, x, y, c)) & 255)),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    header(2),
    chunk('IDAT', deflateSync(Buffer.from(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('withPalette', () => {
  it('keeps every pixel of a picture of few colours, whatever the filters', () => {
    const small = withPalette(picture());
    const part = (type: string): Buffer => {
      const at = small.indexOf(type, 0, 'latin1');
      return small.subarray(at + 4, at + 4 + small.readUInt32BE(at - 4));
    };
    expect([...part('IHDR').subarray(8, 10)]).toEqual([8, 3]);
    const palette = part('PLTE');
    const lines = inflateSync(part('IDAT'));
    for (let y = 0; y < HEIGHT; y++) {
      expect(lines[y * (WIDTH + 1)]).toBe(0);
      for (let x = 0; x < WIDTH; x++) {
        const number = lines[y * (WIDTH + 1) + 1 + x] ?? 0;
        expect(palette.readUIntBE(number * 3, 3)).toBe(colour(x, y));
      }
    }
  });

  it('refuses what is no RGB picture', () => {
    const grey = Buffer.concat([picture().subarray(0, 8), header(0)]);
    expect(() => withPalette(grey)).toThrow('not an RGB PNG');
  });
});
