/** Sheets of workbooks and tables of Word documents as rows: values as a person sees them, damage in clear words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docxTables } from '../../../main/formats/docx.ts';
import { xlsxSheets } from '../../../main/formats/xlsx.ts';
import { dateText, isDateFormat } from '../../../main/formats/xlsx-dates.ts';
import { LIMITS } from '../../../main/reading/limits.ts';
import { docxOf, docxTable, docxText, xlsxOf } from '../../helpers/office.ts';

const rowsIn = (bytes: Uint8Array, sheet = 0) =>
  xlsxSheets(bytes, 'a.xlsx')
    [sheet]!.read()
    .map(({ line, cells }) => [line, Object.fromEntries(cells)]);
const cellIn = (xml: string) => rowsIn(xlsxOf({ a: [[{ xml }]] }))[0]?.[1];

describe('a workbook', () => {
  it('gives back any texts, in their rows and columns', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
      .map((raw) => raw.replace(/[\u0000-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu, '').replace(/_x/g, 'x'))
      .filter((kept) => kept.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.array(fc.option(text), { maxLength: 40 }), { maxLength: 8 }), (table) => {
        const expected = table.flatMap((row, i) => {
          const cells = row.flatMap((cell, j) => (cell === null ? [] : [[j, cell] as const]));
          return cells.length === 0 ? [] : [[i + 1, Object.fromEntries(cells)]];
        });
        expect(rowsIn(xlsxOf({ 一: table }))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, string, string | undefined]>([
    [
      'a number without the noise of its binary form',
      '<c><v>0.30000000000000004</v></c>',
      '0.30000000000000004',
    ],
    ['a whole number', '<c><v>36.5</v></c>', '36.5'],
    ['an exponent', '<c><v>1E3</v></c>', '1000'],
    ['a date', '<c s="1"><v>45356</v></c>', '2024-03-05'],
    ['a date with its time', '<c s="2"><v>45356.354166666664</v></c>', '2024-03-05 08:30:00'],
    ['a date in a format of the file', '<c s="3"><v>45356</v></c>', '2024-03-05'],
    ['a truth value', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['an error', '<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['the value of a formula', '<c t="str"><f>A1&amp;"x"</f><v>咳嗽_x000D_\n三天</v></c>', '咳嗽\n三天'],
    [
      'rich text without its phonetic guide',
      '<c t="inlineStr"><is><r><t>咳</t></r><r><t>嗽</t></r><rPh sb="0" eb="1"><t>ke</t></rPh></is></c>',
      '咳嗽',
    ],
    ['nothing', '<c t="inlineStr"><is><t>  </t></is></c>', undefined],
  ])('reads %s', (_what, xml, text) => {
    expect(cellIn(xml)).toEqual(text === undefined ? undefined : { 0: text });
  });

  it('lists visible sheets in order and reads cells without references', () => {
    const bytes = xlsxOf(
      { 一: [['a']], 二: [['b']] },
      {
        'xl/worksheets/sheet2.xml':
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>甲</x:v></x:c><x:c r="C1" t="str"><x:v>丙</x:v></x:c><x:c t="str"><x:v>丁</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      },
    );
    expect(xlsxSheets(bytes, 'a').map(({ name }) => name)).toEqual(['一', '二']);
    expect(rowsIn(bytes, 1)).toEqual([[1, { 0: '甲', 2: '丙', 3: '丁' }]]);
    const hidden = xlsxOf(
      { 一: [['a']] },
      {
        'xl/workbook.xml': '<workbook><sheets><sheet name="x" state="hidden" r:id="s1"/></sheets></workbook>',
      },
    );
    expect(() => xlsxSheets(hidden, 'a.xlsx')).toThrow(/a\.xlsx cannot be read.*no visible sheet/);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'an old or encrypted workbook',
      () => rowsIn(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0)),
      /password, or is of Excel 97/,
    ],
    ['no archive', () => rowsIn(Buffer.from('text')), /a\.xlsx cannot be read as an Office file/],
    ['a zip of something else', () => rowsIn(xlsxOf({}, { 'xl/workbook.xml': null })), /no workbook in it/],
    [
      'a missing sheet',
      () => rowsIn(xlsxOf({ a: [] }, { 'xl/worksheets/sheet1.xml': null })),
      /part xl\/worksheets\/sheet1\.xml is missing/,
    ],
    [
      'XML that ends early',
      () => rowsIn(xlsxOf({ a: [] }, { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' })),
      /sheet1\.xml: no valid XML/,
    ],
    [
      'entities',
      () =>
        rowsIn(xlsxOf({ a: [] }, { 'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' })),
      /document type declaration/,
    ],
    ['a text that is not there', () => cellIn('<c t="s"><v>99</v></c>'), /no shared text 99/],
    [
      'a cell nowhere',
      () => rowsIn(xlsxOf({ a: [] }, { 'xl/worksheets/sheet1.xml': '<x><row><c r="?"/></row></x>' })),
      /\? is no cell/,
    ],
    [
      'a cell beyond the last column',
      () => rowsIn(xlsxOf({ a: [] }, { 'xl/worksheets/sheet1.xml': '<x><row><c r="XFE1"/></row></x>' })),
      /column/,
    ],
    [
      'too deep nesting',
      () =>
        rowsIn(
          xlsxOf(
            { a: [] },
            {
              'xl/worksheets/sheet1.xml': `${'<a>'.repeat(LIMITS.depth + 1)}${'</a>'.repeat(LIMITS.depth + 1)}`,
            },
          ),
        ),
      /nested/,
    ],
  ])('refuses %s', (_what, body, words) => expect(body).toThrow(words));

  it('refuses cells that share one long text until they fill the memory', () => {
    const long = 'x'.repeat(1 << 20);
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(LIMITS.sheetChars / long.length + 1);
    const bytes = xlsxOf({ a: [[long]] }, { 'xl/worksheets/sheet1.xml': `<x>${cells}</x>` });
    expect(() => rowsIn(bytes)).toThrow(/a\.xlsx/);
  });
});

describe('dates', () => {
  it('agree with the calendar from 1 March 1900 on, and count as Excel does before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), (days) => {
        const expected = new Date(Date.UTC(1900, 2, 1) + (days - 61) * 86_400_000).toISOString().slice(0, 10);
        expect(dateText(days, false)).toBe(expected);
        expect(dateText(days - 1462, true)).toBe(days < 1462 ? undefined : expected);
      }),
    );
    expect(dateText(1, false)).toBe('1900-01-01');
    expect(dateText(59, false)).toBe('1900-02-28');
    expect(dateText(0.5, false)).toBe('12:00:00');
    expect(dateText(-1, false)).toBeUndefined();
  });

  it.each([
    [14, undefined, true],
    [0, undefined, false],
    [164, 'yyyy-mm-dd', true],
    [164, '[$-804]yyyy"年"m"月"', true],
    [164, '[h]:mm', true],
    [164, '0.00"d"', false],
    [164, '[Red]0.00', false],
    [164, 'General', false],
  ])('format %s %s', (id, code, expected) => expect(isDateFormat(id, code)).toBe(expected));
});

describe('tables of a Word document', () => {
  const tablesIn = (body: string) =>
    docxTables(docxOf(body), 'a.docx').tables.map((rows) =>
      rows.map(({ cells }) => Object.fromEntries(cells)),
    );

  it('are read cell by cell, with line breaks, tables within cells, and merged cells', () => {
    const inner = docxTable([['内', '层']]);
    const body = `${docxText('前言')}${docxTable([
      ['编号', '病历'],
      ['1', '咳嗽\n三天'],
    ])}${docxTable(
      [
        ['组', '甲', '乙'],
        ['一', '1', '2'],
        ['', '3', '4'],
      ],
      {
        '1,0': '<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>',
        '2,0': '<w:tcPr><w:vMerge/></w:tcPr>',
      },
    )}<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${docxText('宽')}</w:tc><w:tc>${inner}</w:tc></w:tr></w:tbl>`;
    expect(tablesIn(body)).toEqual([
      [
        { 0: '编号', 1: '病历' },
        { 0: '1', 1: '咳嗽\n三天' },
      ],
      [
        { 0: '组', 1: '甲', 2: '乙' },
        { 0: '一', 1: '1', 2: '2' },
        { 0: '一', 1: '3', 2: '4' },
      ],
      [{ 0: '宽', 2: '内\n层' }],
    ]);
    expect(docxTables(docxOf(body), 'a').outside).toBe(2);
  });

  it('leave out what a document repeats for older readers and what was deleted', () => {
    const twice =
      '<w:tbl><w:tr><w:tc><w:p><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:r><w:t>咳</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>咳</w:t></w:r></mc:Fallback></mc:AlternateContent><w:del><w:r><w:delText>旧</w:delText></w:r></w:del></w:p></w:tc></w:tr></w:tbl>';
    expect(tablesIn(twice)).toEqual([[{ 0: '咳' }]]);
  });
});
