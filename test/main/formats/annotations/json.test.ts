import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonRows, sampleRows } from '../../../../main/formats/annotations/json-rows.ts';
import { JsonProblem, JsonScanner } from '../../../../main/formats/annotations/json-scanner.ts';
import { placeOf } from '../../../../main/formats/annotations/text-file.ts';
import { linesOf } from '../../../../main/reading/lines.ts';
import { trickyText } from '../../../helpers/tricky-text.ts';

const json = fc
  .tuple(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 1, '\t'))
  .map(([value, space]) => JSON.stringify(value, undefined, space));

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function scans(text: string): boolean {
  try {
    new JsonScanner(text).checkWhole();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(JsonProblem);
    expect((error as JsonProblem).offset).toBeLessThanOrEqual(text.length);
    return false;
  }
}

describe('JSON scanner', () => {
  it('accepts what JSON.parse accepts, and nothing else', () => {
    const broken = fc
      .tuple(
        json,
        fc.nat(),
        fc.nat(4),
        fc.constantFrom('', '"', '\\', '\n', ',', '}', ']', '0', '-', 'e', '.', 'null', '\u0001'),
      )
      .map(([text, at, cut, put]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + put + text.slice(from + cut);
      });
    fc.assert(
      fc.property(fc.oneof(json, broken), (text) => {
        expect(scans(text)).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the value at every path', () => {
    const walk = (
      value: unknown,
      path: PropertyKey[],
      visit: (path: PropertyKey[], value: unknown) => void,
    ) => {
      visit(path, value);
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value))
          walk(inner, [...path, Array.isArray(value) ? Number(key) : key], visit);
    };
    fc.assert(
      fc.property(json, (text) => {
        walk(JSON.parse(text), [], (path, value) => {
          const at = new JsonScanner(text).locate(path);
          const end = new JsonScanner(text, at).endOfValue();
          expect(JSON.parse(text.slice(at, end))).toEqual(value);
        });
      }),
    );
  });

  it('points at the object where a field is missing', () => {
    expect(new JsonScanner('[{"a": {"b": 1}}]').locate([0, 'a', 'c'])).toBe(7);
  });

  it('reads deep nesting and long texts without running out of stack', () => {
    expect(scans('['.repeat(900) + ']'.repeat(900))).toBe(true);
    expect(() => new JsonScanner('['.repeat(100_000)).checkWhole()).toThrow(/nested too deeply/);
    expect(scans(JSON.stringify('汉\\"'.repeat(1_000_000)))).toBe(true);
  });
});

describe('rows', () => {
  const bytes = (text: string) => ({ name: 'f', bytes: Buffer.from(text) });
  const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), {
    minLength: 1,
    maxLength: 5,
  });

  it('are the same from a list and from lines, with a mark and empty lines', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const expected = JSON.stringify(given);
        const values = (text: string) => JSON.stringify([...jsonRows(bytes(text))].map(({ value }) => value));
        expect(values(JSON.stringify(given))).toBe(expected);
        expect(values(`\ufeff${JSON.stringify(given, undefined, 2)}\r\n`)).toBe(expected);
        const lines = given.map((row) => JSON.stringify(row));
        expect(values(`${lines.join('\r\n\n')}`)).toBe(expected);
        expect(JSON.stringify(sampleRows(bytes(lines.join('\n')), 2))).toBe(
          JSON.stringify(given.slice(0, 2)),
        );
        expect(JSON.stringify(sampleRows(bytes(JSON.stringify(given, undefined, 1)), 2))).toBe(
          JSON.stringify(given.slice(0, 2)),
        );
      }),
    );
  });

  it('reads one object over several lines as one row', () => {
    expect([...jsonRows(bytes('{\n "a": 1\n}\n'))].map(({ value, isLine }) => [value, isLine])).toEqual([
      [{ a: 1 }, false],
    ]);
  });

  it('refuses an empty file and what is no text', () => {
    expect(() => [...jsonRows(bytes(''))]).toThrow(/f is empty/);
    expect(() => [...jsonRows({ name: 'f', bytes: Uint8Array.of(0xff, 0xff, 0xfe, 1, 2) })]).toThrow(
      /neither valid UTF-8/,
    );
  });
});

describe('lines and places', () => {
  it('agree with splitting the text', () => {
    fc.assert(
      fc.property(trickyText, fc.nat(), (text, n) => {
        const split = text.split('\n').map((line) => line.replace(/\r$/, ''));
        if (split.at(-1) === '') split.pop();
        expect([...linesOf(text)].map((line) => line.text)).toEqual(
          text.endsWith('\n') || text === ''
            ? split
            : [...text.split('\n').map((line) => line.replace(/\r$/, ''))],
        );
        const offset = n % (text.length + 1);
        const before = text.slice(0, offset).split('\n');
        expect(placeOf(text, offset)).toEqual({
          line: before.length,
          column: (before.at(-1)?.length ?? 0) + 1,
        });
      }),
    );
  });
});
