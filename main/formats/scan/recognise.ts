/**
 * Reads text from pictures of pages by Tesseract 5 (LSTM, Simplified Chinese) as WebAssembly. It runs in the calling
 * thread, which is a background process wherever files are opened; program and model are read from disk.
 */
/// <reference path="./tesseract-core.d.ts" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TesseractApi, TesseractModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { z } from 'zod';
import { appRoot } from '../../resources.ts';
import type { Piece } from '../pdf/reading-order.ts';

export interface Recognised {
  /** Stretches of lines, in pixels. */
  readonly pieces: readonly Piece[];
  /** Mean confidence of its words weighted by their length, 0–100. */
  readonly confidence: number;
  /** Characters that were read. */
  readonly chars: number;
}

const PROGRAM = 'tesseract.js-core/tesseract-core-simd-lstm.wasm';
const MODEL = '@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz';
const LANGUAGE = 'chi_sim';
const LSTM_ONLY = 1;
/** Radians from which a page is turned upright: smaller angles change nothing. */
const LEAST_ANGLE = 0.005;
const MOST_ANGLE = 0.3;
/** Gap between words, in heights of the line, from which they are cells of a table. */
const CELLS = 1.5;
/** Gap from which they are fields of one line; a narrow sign leaves less. */
const FIELDS = 0.9;

const Box = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });
const Word = z.object({ text: z.string(), confidence: z.number(), bbox: Box });
const Line = z.object({ bbox: Box, words: z.array(Word) });
const Layout = z.object({
  blocks: z.array(z.object({ paragraphs: z.array(z.object({ lines: z.array(Line) })) })).nullable(),
});

interface Engine {
  readonly module: TesseractModule;
  readonly api: TesseractApi;
}

let engine: Promise<Engine> | undefined;

const dataFile = (specifier: string, name: string): string =>
  import.meta.filename.endsWith('.ts')
    ? createRequire(import.meta.url).resolve(specifier)
    : join(appRoot, 'dist', 'main', 'ocr', name);

async function loadEngine(): Promise<Engine> {
  const { default: create } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  const [wasmBinary, model] = await Promise.all([
    readFile(dataFile(PROGRAM, 'tesseract.wasm')),
    readFile(dataFile(MODEL, 'chi_sim.traineddata.gz')),
  ]);
  const module = await create({ wasmBinary, print: () => undefined, printErr: () => undefined });
  module.FS.writeFile(`${LANGUAGE}.traineddata`, gunzipSync(model));
  const api = new module.TessBaseAPI();
  if (api.Init(null, LANGUAGE, LSTM_ONLY) !== 0) throw new Error('Tesseract cannot read its model');
  return { module, api };
}

/**
 * Reads one page. Takes ten to twenty seconds for a full one of 200 dots an inch.
 * @param picture bytes of a PNG, JPEG or PGM file
 * @param orientation EXIF number of how it is to be turned
 * @throws when the picture cannot be read
 */
export async function recognise(picture: Uint8Array, orientation = 1): Promise<Recognised> {
  engine ??= loadEngine();
  try {
    const { module, api } = await engine;
    module.FS.writeFile('/input', picture);
    if (api.SetImageFile(orientation, 0) !== 0) throw new Error('unreadable picture');
    api.FindLines();
    const angle = api.GetGradient();
    if (Math.abs(angle) >= LEAST_ANGLE && Math.abs(angle) <= MOST_ANGLE) api.SetImageFile(orientation, angle);
    api.Recognize(null);
    const { blocks } = Layout.parse(JSON.parse(api.GetJSONText()));
    api.Clear();
    return pageOf((blocks ?? []).flatMap((block) => block.paragraphs.flatMap(({ lines }) => lines)));
  } catch (error) {
    engine = undefined; // an aborted program answers nothing more
    throw error;
  }
}

type LineOfWords = z.infer<typeof Line>;

function pageOf(lines: readonly LineOfWords[]): Recognised {
  const heights = lines.map(({ bbox }) => bbox.y1 - bbox.y0).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  let chars = 0;
  let sure = 0;
  for (const { text, confidence } of lines.flatMap(({ words }) => words)) {
    chars += text.length;
    sure += text.length * confidence;
  }
  return {
    pieces: lines.flatMap((line) => piecesOf(line, usual)),
    confidence: chars === 0 ? 0 : sure / chars,
    chars,
  };
}

/** Returns the cells of a line. Lines of about the usual height count as equally large: letters differ in height. */
function piecesOf({ bbox, words }: LineOfWords, usual: number): Piece[] {
  const height = bbox.y1 - bbox.y0;
  const size = Math.abs(height - usual) < 0.35 * usual ? usual : height;
  const y = (bbox.y0 + bbox.y1) / 2;
  const pieces: { text: string; x: number; y: number; width: number; size: number }[] = [];
  for (const { text, bbox: box } of words) {
    const last = pieces.at(-1);
    if (last === undefined || box.x0 - last.x - last.width > CELLS * size) {
      pieces.push({ text, x: box.x0, y, width: box.x1 - box.x0, size });
      continue;
    }
    last.text += (box.x0 - last.x - last.width > FIELDS * size ? ' ' : glue(last.text, text)) + text;
    last.width = box.x1 - last.x;
  }
  return pieces.map((piece) => ({ ...piece, text: chinesePunctuation(piece.text) }));
}

/** The model parts Chinese words by spaces, which no record has; only words of letters and digits keep them. */
const glue = (before: string, after: string): string =>
  /[\p{Script=Latin}\p{N}.,)%]$/u.test(before) && /^[\p{Script=Latin}\p{N}(]/u.test(after) ? ' ' : '';

const WIDE: Readonly<Record<string, string>> = { ':': '：', ';': '；', ',': '，', '?': '？' };

/** The model knows some signs in their narrow form alone, and no ℃. */
const chinesePunctuation = (text: string): string =>
  text
    .replace(/(?<=\p{Script=Han})[:;,?]/gu, (sign) => WIDE[sign] ?? sign)
    .replace(/(?<=\d)[*°"]C(?![A-Za-z])/g, '℃');
