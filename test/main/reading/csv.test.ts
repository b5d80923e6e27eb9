import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimiterOf, tableRecords } from '../../../main/reading/csv.ts';

const fields = (text: string, delimiter: ',' | ';' | '\t' = ',') =>
  [...tableRecords(text, delimiter)].map((record) => record.fields);

const quoted = (field: string, always: boolean): string =>
  always || /[",;\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

describe('records of a table', () => {
  it('come back as they were written', () => {
    const field = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', ' ', 'a', '痛', '𠀀') });
    const row = fc.array(field, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',' as const, ';' as const),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (rows, delimiter, end, always) => {
          const text = rows
            .map((cells) => cells.map((cell) => quoted(cell, always)).join(delimiter))
            .join(end);
          const blank = (cells: readonly string[]): boolean => !always && cells.join('').trim() === '';
          const written = rows.filter((cells) => !(blank(cells) && cells.join(delimiter).trim() === ''));
          expect(fields(text, delimiter)).toEqual(written);
        },
      ),
    );
  });

  it('know the line on which they begin', () => {
    const text = 'a,b\n\n"x\ny",1\r\n"p\nq\nr",2\n3,4';
    expect([...tableRecords(text, ',')].map(({ line }) => line)).toEqual([1, 3, 5, 8]);
  });

  it('are refused by themselves where their quotes do not fit', () => {
    const found = [...tableRecords('a,b\n"x"y,1\n2,3\n"open,4\n5,6', ',')];
    expect(found.map(({ line, problem }) => [line, problem !== undefined])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
      [5, false],
    ]);
    expect(found.at(-1)?.fields).toEqual(['5', '6']);
  });

  it('between tabs take quotes as they are unless they enclose a field', () => {
    expect(fields('a\tb\n5" 长\t"有, 号"\n"x\ty', '\t')).toEqual([
      ['a', 'b'],
      ['5" 长', '有, 号'],
      ['"x', 'y'],
    ]);
  });

  it('tell by their first line what stands between fields', () => {
    expect(['a,b', 'a;b;c', '"x,y";b', 'a\tb', 'a'].map(delimiterOf)).toEqual([',', ';', ';', '\t', ',']);
  });
});
