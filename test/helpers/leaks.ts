/** Searches files for words byte by byte: as they are, in UTF-16 and GB18030, inside archives, JSON, XML and base64. */
import { openZip } from '../../main/reading/zip.ts';

let table: Map<string, Buffer> | undefined;

/** Bytes of the characters of GB 2312, read off the decoder, which has no other half in Node. */
function gbTable(): Map<string, Buffer> {
  if (table !== undefined) return table;
  table = new Map();
  const decoder = new TextDecoder('gb18030');
  for (let high = 0xa1; high <= 0xf7; high++)
    for (let low = 0xa1; low <= 0xfe; low++) {
      const bytes = Buffer.from([high, low]);
      table.set(decoder.decode(bytes), bytes);
    }
  return table;
}

export const toGb18030 = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (char) => gbTable().get(char) ?? Buffer.from(char, 'latin1')));

export const toUtf16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const encodings = (words: string): Buffer[] => {
  const wide = Buffer.from(words, 'utf16le');
  return [Buffer.from(words), wide, Buffer.from(wide).swap16(), toGb18030(words)];
};

const BASE64 = /[A-Za-z0-9+/]{12,}={0,2}/g;

/** Returns bytes and everything that is packed in them. */
function* contents(bytes: Uint8Array, depth = 0): Generator<Buffer> {
  const whole = Buffer.from(bytes);
  yield whole;
  if (depth > 3) return;
  if (whole.subarray(0, 2).toString('latin1') === 'PK') {
    for (const [name, entry] of openZip(whole)) {
      yield Buffer.from(name);
      yield* contents(entry.read(), depth + 1);
    }
    return;
  }
  const text = whole.toString('utf8');
  const unescaped = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  if (unescaped !== text) yield Buffer.from(unescaped, 'utf8');
  yield Buffer.from(unescaped, 'latin1'); // percent signs of UTF-8 bytes
  for (const [packed] of text.matchAll(BASE64)) yield* contents(Buffer.from(packed, 'base64'), depth + 1);
}

/** Returns the words that a file holds in its name or anywhere in its bytes. */
export function leaksIn(
  file: { readonly name: string; readonly bytes: Uint8Array },
  words: readonly string[],
): string[] {
  const all = [Buffer.from(file.name), ...contents(file.bytes)];
  return words.filter((word) =>
    encodings(word).some((sought) => all.some((bytes) => bytes.includes(sought))),
  );
}
