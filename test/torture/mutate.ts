/** Mutations of files by their structure: bytes, lines, fields, numbers, nesting, encodings, packing. */
import { gzipSync } from 'node:zlib';

/** Returns numbers from 0 up to the limit, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit);
  };
}

type Random = ReturnType<typeof randomFrom>;

/** Largest input in bytes. */
const MAX_INPUT = 65_536;

const NUMBERS = ['-1', '0', '1e309', '-0', '2147483648', '4294967295', '9007199254740993', '1.5', 'NaN', ''];
const TOKENS = [
  '\0',
  '\t',
  '\r',
  '\n\n',
  '"',
  '""',
  ',',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '&#x0;',
  '__proto__',
  'null',
  '\u2028',
  '\ufeff',
  '\ud800',
  '𠮷',
  '%00',
  '../',
  '{}',
  '[]',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e300,
  '',
  '𠮷',
  [],
  {},
  [[[]]],
  ['', 0],
  { text: 1 },
];

const splice = (bytes: Buffer, at: number, remove: number, insert: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);

type Mutator = (bytes: Buffer, random: Random, other: Uint8Array) => Buffer;

const ofLines =
  (change: (lines: string[], random: Random) => void): Mutator =>
  (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    change(lines, random);
    return Buffer.from(lines.join('\n'), 'latin1');
  };

/** Replaces one value somewhere inside a JSON value. */
function alterJson(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random(4) === 0) return VALUES[random(VALUES.length)];
  const keys = Object.keys(value);
  const key = keys[random(keys.length)];
  if (key === undefined) return VALUES[random(VALUES.length)];
  if (Array.isArray(value)) return value.with(Number(key), alterJson(value[Number(key)], random));
  const { [key]: found, ...others } = value as Record<string, unknown>; // safe: an object of JSON
  return random(6) === 0 ? others : { ...others, [key]: alterJson(found, random) };
}

const MUTATORS: readonly Mutator[] = [
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let n = random(4); n >= 0; n--) changed[random(bytes.length)] = random(256);
    return changed;
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => splice(bytes, random(bytes.length), random(32), Buffer.alloc(0)),
  (bytes, random) =>
    splice(bytes, random(bytes.length), random(8), Buffer.from(TOKENS[random(TOKENS.length)]!)),
  (bytes, random) => {
    const from = random(bytes.length);
    const piece = bytes.subarray(from, from + random(64));
    return splice(
      bytes,
      random(bytes.length),
      0,
      Buffer.concat(Array.from({ length: 1 + random(64) }, () => piece)),
    );
  },
  (bytes, random, other) =>
    splice(bytes, random(bytes.length), random(64), other.subarray(random(other.length))),
  ofLines((lines, random) => void lines.splice(random(lines.length), 1)),
  ofLines((lines, random) => void lines.splice(random(lines.length), 0, lines[random(lines.length)]!)),
  ofLines((lines, random) => void lines.push(...lines.splice(random(lines.length), 1))),
  ofLines((lines, random) => {
    const at = random(lines.length);
    const fields = lines[at]!.split(/([\t,;| :])/);
    fields[random(fields.length)] = [...TOKENS, ...fields][random(TOKENS.length + fields.length)]!;
    lines[at] = fields.join('');
  }),
  ofLines((lines, random) => {
    const at = random(lines.length);
    try {
      const value: unknown = JSON.parse(Buffer.from(lines[at]!, 'latin1').toString());
      lines[at] = Buffer.from(JSON.stringify(alterJson(value, random))).toString('latin1');
    } catch {
      lines.splice(at, 1);
    }
  }),
  (bytes, random) => {
    try {
      return Buffer.from(JSON.stringify(alterJson(JSON.parse(bytes.toString()), random)));
    } catch {
      return bytes.subarray(random(bytes.length));
    }
  },
  (bytes, random) => {
    const text = bytes.toString('latin1');
    const found = [...text.matchAll(/-?\d+/g)];
    const { index, 0: digits } = found[random(found.length)] ?? { index: 0, 0: '' };
    return splice(bytes, index, digits.length, Buffer.from(NUMBERS[random(NUMBERS.length)]!));
  },
  (bytes, random) => {
    const depth = 1 + random(10_000);
    const [open, close] = [
      ['[', ']'],
      ['{"a":', '}'],
      ['<a>', '</a>'],
      ['(', '.'],
    ][random(4)]!;
    return splice(
      bytes,
      random(bytes.length),
      0,
      Buffer.from(open!.repeat(depth) + (random(2) ? close!.repeat(depth) : '')),
    );
  },
  (bytes, random) => {
    const text = bytes.toString();
    if (random(2)) return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
  },
  (bytes, random) => {
    const number = Buffer.alloc(8);
    number.writeBigUInt64LE([0n, 1n, 0xffffffffn, 0x7fffffffn, 2n ** 63n, 2n ** 53n, 255n][random(7)]!);
    const length = [1, 2, 4, 8][random(4)]!;
    return splice(bytes, random(bytes.length), length, number.subarray(0, length));
  },
  (bytes) => gzipSync(bytes, { level: 1 }),
];

/** Returns the file after one to four mutations. @param other another file of the same reader, to splice from */
export function mutate(file: Uint8Array, other: Uint8Array, random: Random): Buffer {
  let bytes = Buffer.from(file);
  for (let n = random(4); n >= 0; n--) {
    bytes = Buffer.from(MUTATORS[random(MUTATORS.length)]!(bytes, random, other)).subarray(0, MAX_INPUT);
  }
  return bytes;
}
