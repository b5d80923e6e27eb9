/** Draws the pictures of a page, as scanners place them, into one grey picture; nothing else of the page is drawn. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { LIMITS } from '../../reading/limits.ts';

/** Pixels an inch of what is drawn at most: more of them make characters no clearer. */
const MOST_DPI = 300;
const POINTS_PER_INCH = 72;
/** Share of a page that its pictures cover at least, for them to be read: less is a logo or a signature. */
const LEAST_SHARE = 0.1;

type Matrix = readonly [number, number, number, number, number, number];
type Ops = typeof import('pdfjs-dist/legacy/build/pdf.mjs')['OPS'];

/** Decoded samples: 1 bit black and white, or 8 bits a channel. */
interface Samples {
  readonly width: number;
  readonly height: number;
  readonly kind: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

interface Placed {
  readonly samples: Samples;
  /** Maps the unit square to points of the page, counted from the top left. */
  readonly matrix: Matrix;
  /** Bits of a mask are drawn in black where they are 0. */
  readonly isMask: boolean;
}

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

/** A grey picture of a page as bytes of a PGM file. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Returns `undefined` where pictures cover less of the page. */
export async function pagePicture(page: PDFPageProxy, ops: Ops): Promise<PagePicture | undefined> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const placed = await picturesOf(page, ops, transform as unknown as Matrix); // safe: six numbers
  const covered = placed.reduce((sum, { matrix: [a, b, c, d] }) => sum + Math.abs(a * d - b * c), 0);
  if (covered < LEAST_SHARE * width * height) return undefined;
  const density = Math.max(
    ...placed.map(({ samples, matrix: [a, b] }) => samples.width / Math.max(1, Math.hypot(a, b))),
  );
  const most = Math.sqrt(LIMITS.picturePixels / (width * height)); // a page may be metres wide
  const scale = Math.min(density, MOST_DPI / POINTS_PER_INCH, most);
  const pixels = new Uint8Array(Math.ceil(width * scale) * Math.ceil(height * scale)).fill(255);
  const canvas = { width: Math.ceil(width * scale), height: Math.ceil(height * scale), pixels };
  for (const picture of placed) draw(canvas, picture, scale);
  const head = Buffer.from(`P5\n${canvas.width} ${canvas.height}\n255\n`);
  return { width: canvas.width, height: canvas.height, bytes: Buffer.concat([head, pixels]) };
}

async function picturesOf(page: PDFPageProxy, ops: Ops, base: Matrix): Promise<Placed[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: Placed[] = [];
  const saved: Matrix[] = [];
  let matrix = base;
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    const [first] = Array.isArray(args) ? (args as readonly unknown[]) : []; // safe: checked
    if (operator === ops.save) saved.push(matrix);
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    else if (operator === ops.transform) matrix = multiply(matrix, matrixOf(args) ?? [1, 0, 0, 1, 0, 0]);
    else if (operator === ops.paintFormXObjectBegin) {
      saved.push(matrix);
      matrix = multiply(matrix, matrixOf(first) ?? [1, 0, 0, 1, 0, 0]);
    } else {
      const isMask = operator === ops.paintImageMaskXObject;
      if (!isMask && operator !== ops.paintImageXObject && operator !== ops.paintInlineImageXObject) continue;
      const samples = await samplesOf(page, first);
      if (samples !== undefined) placed.push({ samples, matrix, isMask });
    }
  }
  return placed;
}

function matrixOf(value: unknown): Matrix | undefined {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return undefined;
  const numbers = Array.from(value as ArrayLike<unknown>, Number); // safe: a list of either kind
  const [a, b, c, d, e, f] = numbers;
  if (numbers.length !== 6 || numbers.some(Number.isNaN)) return undefined;
  return [a!, b!, c!, d!, e!, f!];
}

/** Returns the samples that an operator names, or carries in itself. */
async function samplesOf(page: PDFPageProxy, named: unknown): Promise<Samples | undefined> {
  if (typeof named !== 'string') {
    if (!isObject(named)) return undefined;
    // A mask carries the name of its data.
    if (typeof named.data === 'string') return samplesOf(page, named.data);
    return checked(named);
  }
  const objects = named.startsWith('g_') ? page.commonObjs : page.objs;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  objects.get(named, resolve);
  return checked(await promise);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** @returns `undefined` for pictures that could not be decoded, or are too large */
function checked(value: unknown): Samples | undefined {
  if (!isObject(value)) return undefined;
  const { width, height, kind = BITS, data } = value;
  if (typeof width !== 'number' || typeof height !== 'number' || typeof kind !== 'number') return undefined;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  return data.length < bytesOf(kind, width) * height ? undefined : { width, height, kind, data };
}

/** Kinds of samples, by pdf.js's numbers. */
const BITS = 1;
const RGB = 2;

const bytesOf = (kind: number, width: number): number =>
  kind === BITS ? (width + 7) >> 3 : width * (kind === RGB ? 3 : 4);

function greyAt({ width, kind, data }: Samples, x: number, y: number): number {
  const row = y * bytesOf(kind, width);
  if (kind === BITS) return (data[row + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0;
  const at = row + x * (kind === RGB ? 3 : 4);
  // ITU-R BT.601
  return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Places within a pixel that are looked up and averaged. */
const PLACES = [0.25, 0.75] as const;

/** Looks up, for each pixel under the picture, the samples that lie there. */
function draw({ width, height, pixels }: Canvas, { samples, matrix, isMask }: Placed, scale: number): void {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  if (determinant === 0) return;
  const xs = [e, e + a, e + c, e + a + c].map((x) => x * scale);
  const ys = [f, f + b, f + d, f + b + d].map((y) => y * scale);
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y < Math.min(height, Math.max(...ys)); y++)
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x < Math.min(width, Math.max(...xs)); x++) {
      let sum = 0;
      let count = 0;
      for (const right of PLACES)
        for (const down of PLACES) {
          const px = (x + right) / scale - e;
          const py = (y + down) / scale - f;
          const u = (d * px - c * py) / determinant;
          const v = 1 - (a * py - b * px) / determinant; // pictures begin at the top
          if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
          sum += greyAt(samples, Math.floor(u * samples.width), Math.floor(v * samples.height));
          count++;
        }
      if (count === 0) continue;
      const grey = sum / count;
      const at = y * width + x;
      pixels[at] = isMask ? Math.min(pixels[at]!, grey) : grey;
    }
}
