/** Makes a screenshot's PNG small: the 256 commonest colours, every other pixel the nearest of them. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
/** Bytes a pixel: eight bits each of red, green and blue. */
const RGB = 3;

/** Takes an RGB picture of eight bits a channel, as browsers write them; throws on any other. */
export function withPalette(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined || header[8] !== 8 || header[9] !== 2) throw new Error('not an RGB PNG of 8 bits');
  const width = header.readUInt32BE(0);
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data: part }) => part));
  const pixels = unfilter(inflateSync(data), width * RGB);
  const palette = commonest(pixels);
  const indexed = Buffer.from(header);
  indexed[9] = 3; // colours by number
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', indexed),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(numbered(pixels, palette, width), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a grey picture of eight bits. @param packed deflated rows, each after its filter; they may lie */
export function greyPng(width: number, height: number, packed: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunks = [chunk('IHDR', header), chunk('IDAT', Buffer.from(packed)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** PNG specification, section 9: each line tells how it was predicted from its neighbours. */
function unfilter(raw: Buffer, stride: number): Buffer {
  const lines = raw.length / (stride + 1);
  const out = Buffer.alloc(lines * stride);
  for (let y = 0; y < lines; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < RGB ? 0 : out[at - RGB]!;
      const up = y === 0 ? 0 : out[at - stride]!;
      const corner = x < RGB || y === 0 ? 0 : out[at - stride - RGB]!;
      out[at] = raw[y * (stride + 1) + 1 + x]! + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default: {
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
  }
}

const colourAt = (pixels: Buffer, pixel: number): number => pixels.readUIntBE(pixel * RGB, RGB);

function commonest(pixels: Buffer): number[] {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length / RGB; i++) {
    const colour = colourAt(pixels, i);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLOURS)
    .map(([colour]) => colour);
}

/** Lines of palette numbers, each after a zero for "not predicted". */
function numbered(pixels: Buffer, palette: readonly number[], width: number): Buffer {
  const numbers = new Map(palette.map((colour, i) => [colour, i]));
  const lines = pixels.length / RGB / width;
  const out = Buffer.alloc(lines * (width + 1));
  for (let i = 0; i < lines * width; i++) {
    const colour = colourAt(pixels, i);
    let number = numbers.get(colour);
    if (number === undefined) {
      number = nearest(colour, palette);
      numbers.set(colour, number);
    }
    out[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = number;
  }
  return out;
}

function nearest(colour: number, palette: readonly number[]): number {
  const channel = (shift: number, other: number) => ((colour >> shift) & 255) - ((other >> shift) & 255);
  const distances = palette.map(
    (other) => channel(16, other) ** 2 + channel(8, other) ** 2 + channel(0, other) ** 2,
  );
  return distances.indexOf(Math.min(...distances));
}
