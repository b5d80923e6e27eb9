import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineIndex, offsetAfterEol } from '../../../renderer/lib/line-index.ts';

const pieces = ['主诉', '：', 'a', ' ', '\r\n', '\n', '\r', '😀', '𠮷', 'e\u0301', 'Ａ', '\u2028'];
const textArb = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));

/** Line and column by counting from the start. */
function naivePosition(text: string, offset: number): { lineNumber: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { lineNumber: before.length, column: before.at(-1)!.length + 1 };
}

const insideCrlf = (text: string, offset: number): boolean => text.slice(offset - 1, offset + 1) === '\r\n';

describe('LineIndex', () => {
  it('agrees with counting, in UTF-16 code units, for every kind of line end', () => {
    fc.assert(
      fc.property(textArb, (text) => {
        const index = new LineIndex(text);
        for (let offset = 0; offset <= text.length; offset++) {
          if (insideCrlf(text, offset)) continue;
          expect(index.positionAt(offset)).toEqual(naivePosition(text, offset));
        }
      }),
    );
  });

  it('goes there and back', () => {
    fc.assert(
      fc.property(textArb, (text) => {
        const index = new LineIndex(text);
        for (let offset = 0; offset <= text.length; offset++) {
          if (!insideCrlf(text, offset)) expect(index.offsetAt(index.positionAt(offset))).toBe(offset);
        }
      }),
    );
  });

  it('maps a span behind CRLF and emoji to a Monaco range', () => {
    const text = '姓名😀\r\n主诉：胸痛3天\r\n';
    const start = text.indexOf('胸痛');
    expect(new LineIndex(text).rangeOf({ start, end: start + 2 })).toEqual({
      startLineNumber: 2,
      startColumn: 4,
      endLineNumber: 2,
      endColumn: 6,
    });
    expect(new LineIndex(text).rangeOf({ start: 2, end: 4 })).toMatchObject({ startColumn: 3, endColumn: 5 });
  });

  it('clamps what lies beyond the text', () => {
    const index = new LineIndex('ab\ncd');
    expect(index.lineCount).toBe(2);
    expect(index.positionAt(99)).toEqual({ lineNumber: 2, column: 3 });
    expect(index.positionAt(-1)).toEqual({ lineNumber: 1, column: 1 });
    expect(index.offsetAt({ lineNumber: 9, column: 9 })).toBe(5);
    expect(index.offsetAt({ lineNumber: 1, column: 9 })).toBe(2);
  });
});

describe('offsetAfterEol', () => {
  it('agrees with replacing the line ends', () => {
    fc.assert(
      fc.property(textArb, fc.constantFrom('\n', '\r\n'), (text, eol) => {
        for (let offset = 0; offset <= text.length; offset++) {
          if (insideCrlf(text, offset)) continue;
          const expected = text.slice(0, offset).replaceAll(/\r\n|\r|\n/g, eol).length;
          expect(offsetAfterEol(text, offset, eol.length)).toBe(expected);
        }
      }),
    );
  });
});
