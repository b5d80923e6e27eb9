/** Requests of a window as JSON. */
import { z } from 'zod';

const Frame = z.object({ id: z.number().int(), method: z.string(), input: z.unknown() });
export type RequestFrame = z.infer<typeof Frame>;

/** Most values and deepest nesting of a request: an edit of 200,000 items has less. Values cost far more than text. */
const MAX_VALUES = 15_000_000;
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** Throws when the bytes are no request, or hold more values than one. */
export function readRequest(json: Buffer): RequestFrame {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (CLOSING.has(byte)) depth--;
    else if (byte === COMMA || OPENING.has(byte)) {
      if (byte !== COMMA) depth++;
      if (++values > MAX_VALUES || depth > MAX_DEPTH) throw new RangeError('too many values');
    }
  }
  return Frame.parse(JSON.parse(json.toString()));
}

/** Returns the index of the quote that ends the text which begins at `start`. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
