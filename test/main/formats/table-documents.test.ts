/** Rows of tables as annotated documents, by chosen or guessed columns. */
import { describe, expect, it } from 'vitest';
import { previewTable, readTables } from '../../../main/formats/table-documents.ts';
import { startOf, wordsOf } from '../../../shared/domain/annotation.ts';
import { TableColumns, TablePreview } from '../../../shared/domain/table-columns.ts';
import { words } from '../../../shared/messages/words.ts';
import { docxOf, docxTable, xlsxOf } from '../../helpers/office.ts';

const file = (name: string, content: string | Uint8Array) => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});
const jsonl = (...rows: object[]) => file('a.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const look = (table: ReturnType<typeof file>, columns?: TableColumns, sheet?: string) =>
  TablePreview.parse(previewTable(table, columns, sheet));
const read = (table: ReturnType<typeof file>, columns: Partial<TableColumns> = {}) =>
  readTables([table], TableColumns.parse({ text: ['text'], ...columns }));

const CSV =
  '住院号,入院日期,现病史,科室,置信度\n007,2024-03-05,咳嗽三天伴发热,呼吸科,0.93\n008,,摔倒后右膝肿痛,骨科;创伤,80%\n009,2024-03-06,,骨科,0.5\n010,x,腹痛,消化科,高\n';

describe('a preview', () => {
  it('guesses columns, counts what they give, and tells why rows give nothing', () => {
    const found = look(file('a.csv', CSV));
    expect(found.chosen).toEqual({ text: ['现病史'], id: '住院号', label: '科室', separator: ';' });
    expect(found).toMatchObject({ documents: 3, labels: 4, suggestions: 0, empty: 1, refusedCount: 0 });
    const scored = look(file('a.csv', CSV), { ...found.chosen!, score: '置信度' });
    expect(scored).toMatchObject({ documents: 2, labels: 3, suggestions: 3, refusedCount: 1 });
    expect(scored.refused.map(({ line, reason }) => [line, words(reason, 'en')])).toEqual([
      [5, '置信度: 高 is no number from 0 to 1'],
    ]);
    expect(words(scored.refused[0]!.reason, 'zh')).toBe('置信度：高 不是 0 到 1 之间的数');
  });

  it('finds sections, lists of entities, and the heading below a title', () => {
    const sheet = [
      ['2024年出院病历', null],
      ['编号', '主诉', '现病史', null],
      ['1', '咳嗽', '三天前', '旁注'],
    ];
    expect(look(file('a.xlsx', xlsxOf({ 空: [], 数据: sheet })))).toMatchObject({
      format: 'xlsx',
      sheets: ['空', '数据'],
      columns: ['编号', '主诉', '现病史', '#4'],
      rows: [{ line: 3, cells: { 编号: '1', 主诉: '咳嗽', 现病史: '三天前', '#4': '旁注' } }],
      chosen: { text: ['主诉', '现病史'], id: '编号', sheet: '数据' },
      documents: 1,
    });
    const rows = jsonl({
      doc: { text: '咳嗽三天' },
      pred: [{ start: 0, end: 2, label: '症状', score: 0.9 }],
    });
    expect(look(rows)).toMatchObject({
      columns: ['doc.text', 'pred'],
      chosen: { text: ['doc.text'], spans: 'pred' },
      spans: 1,
      suggestions: 1,
    });
  });

  it('reads the sheet asked for', () => {
    const book = file('a.xlsx', xlsxOf({ 甲: [['text'], ['咳嗽']], 乙: [['正文'], ['头痛'], ['发热']] }));
    expect(look(book)).toMatchObject({ chosen: { text: ['text'], sheet: '甲' }, documents: 1 });
    expect(look(book, undefined, '乙')).toMatchObject({
      chosen: { text: ['正文'], sheet: '乙' },
      documents: 2,
    });
    expect(() => look(book, undefined, '丙')).toThrow(/a\.xlsx has no sheet 丙\. It has: 甲, 乙/);
  });

  it('chooses nothing where no column holds texts', () => {
    const { chosen, documents } = look(jsonl({ a: 1, b: [2] }));
    expect([chosen, documents]).toEqual([undefined, 0]);
  });

  it.each<[string, ReturnType<typeof file>, RegExp]>([
    ['a sheet without rows', file('a.xlsx', xlsxOf({ a: [['text']] })), /no table with a heading and a row/],
    ['a Word document without tables', file('a.docx', docxOf('')), /no table with a heading and a row/],
    ['another file', file('a.png', 'x'), /a\.png is no table of documents/],
    ['a heading with an open quote', file('a.csv', '"a,b\n1,2\n'), /a\.csv/],
  ])('refuses %s', (_what, table, said) => expect(() => look(table)).toThrow(said));
});

describe('rows', () => {
  it('become documents with names, fields, labels and suggestions', () => {
    const { documents, losses } = read(file('入院.csv', CSV), {
      ...{ text: ['现病史'], id: '住院号', label: '科室', separator: ';', score: '置信度' },
    });
    expect(documents).toMatchObject([
      {
        name: '007',
        text: '咳嗽三天伴发热',
        meta: { 入院日期: '2024-03-05' },
        items: [
          {
            ...{ kind: 'label', type: '呼吸科', status: 'suggested' },
            provenance: { kind: 'model', name: '入院.csv', confidence: 0.93 },
          },
        ],
      },
      { name: '008', meta: {}, items: [{ type: '骨科', provenance: { confidence: 0.8 } }, { type: '创伤' }] },
    ]);
    expect(losses.map(({ what, count, example }) => [what.id, count, example])).toEqual([
      ['losses.empty-documents', 1, '009'],
      ['losses.refused-rows', 1, '入院.csv:5'],
    ]);
  });

  it('are named by file and number, and keep the columns chosen', () => {
    const table = file('a.tsv', 'text\tb\tc\n咳嗽\t1\t2\n头痛\t3\t4\n');
    expect(read(table, { meta: ['c'] }).documents.map(({ name, meta }) => [name, meta.b, meta.c])).toEqual([
      ['a-1', undefined, '2'],
      ['a-2', undefined, '4'],
    ]);
  });

  it('of several text columns become sections', () => {
    const table = file('a.csv', '主诉,现病史\n咳嗽,三天\n头痛,\n');
    expect(read(table, { text: ['主诉', '现病史'] }).documents.map(({ text }) => text)).toEqual([
      '主诉：咳嗽\n现病史：三天\n',
      '主诉：头痛\n',
    ]);
  });

  it('of a Word table are documents', () => {
    const table = file(
      'a.docx',
      docxOf(
        docxTable([
          ['编号', '病历'],
          ['1', '咳嗽\n三天'],
          ['2', '头痛'],
        ]),
      ),
    );
    expect(look(table).chosen).toEqual({ text: ['病历'], id: '编号', sheet: '1' });
    expect(
      read(table, { text: ['病历'], id: '编号' }).documents.map(({ name, text }) => [name, text]),
    ).toEqual([
      ['1', '咳嗽\n三天'],
      ['2', '头痛'],
    ]);
  });

  const TEXT = '𠮷患者咳嗽三天，CT 示肺炎。';
  const spansOf = (pred: unknown) =>
    read(jsonl({ text: TEXT, pred }), { spans: 'pred' }).documents[0]!.items.map((item) =>
      item.kind === 'span' ? [wordsOf(TEXT, item), startOf(item), item.type, item.provenance.confidence] : [],
    );

  it.each<[string, unknown, unknown]>([
    [
      'Hugging Face, by code points, with words of tokens',
      [{ entity_group: '症状', score: 0.97, word: '咳 嗽', start: 3, end: 5 }],
      [['咳嗽', 4, '症状', 0.97]],
    ],
    [
      'code units, told by the words',
      [{ start: 4, end: 6, type: 'x', text: '咳嗽' }],
      [['咳嗽', 4, 'x', undefined]],
    ],
    [
      'ends counted in',
      [{ start_idx: 3, end_idx: 4, type: 'x', entity: '咳嗽' }],
      [['咳嗽', 4, 'x', undefined]],
    ],
    [
      'ends counted in, without words',
      [{ start_idx: 3, end_idx: 4, type: 'x' }],
      [['咳嗽', 4, 'x', undefined]],
    ],
    ['triples', [[3, 5, 'x']], [['咳嗽', 4, 'x', undefined]]],
    ['spaCy', [{ start: 3, end: 5, label: 'x', prob: '55%' }], [['咳嗽', 4, 'x', 0.55]]],
    [
      'case and marks of word pieces',
      [{ start: 8, end: 10, label: 'x', word: '##ct' }],
      [['CT', 9, 'x', undefined]],
    ],
  ])('with entities of %s', (_what, pred, expected) => expect(spansOf(pred)).toEqual(expected));

  it.each<[string, unknown, RegExp]>([
    ['words that stand elsewhere', [{ start: 0, end: 2, type: 'x', text: '咳嗽' }], /pred\.0: .*咳嗽/],
    ['places outside of the text', [{ start: 0, end: 99, type: 'x' }], /pred\.0: 0–99 is outside/],
    ['no place', [{ type: 'x' }], /pred\.0: has no start and end; it has: type/],
    ['no type', [{ start: 0, end: 1 }], /pred\.0\.type/],
    [
      'a score beyond 1',
      [{ start: 1, end: 2, type: 'x', score: 7 }],
      /pred\.0\.score: 7 is no number from 0 to 1/,
    ],
    ['no list', 'x', /pred: is missing or no list/],
  ])('with %s are told', (_what, pred, said) => expect(() => spansOf(pred)).toThrow(said));

  it('with labels of classifiers, which have scores of their own', () => {
    const { documents } = read(
      jsonl({
        text: 'x',
        out: [
          { label: '肺炎', score: 0.9 },
          { label: '哮喘', score: 0.1 },
        ],
      }),
      {
        label: 'out',
      },
    );
    expect(
      documents[0]!.items.map(({ type, status, provenance }) => [type, status, provenance.confidence]),
    ).toEqual([
      ['肺炎', 'suggested', 0.9],
      ['哮喘', 'suggested', 0.1],
    ]);
    const lists = read(jsonl({ text: 'x', l: ['a', 'b'], s: [0.25, 0.5] }), { label: 'l', score: 's' });
    expect(lists.documents[0]!.items.map(({ provenance }) => provenance.confidence)).toEqual([0.25, 0.5]);
  });

  it('with lists inside each other without end are texts', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const { documents } = read(file('a.csv', `text,b\n咳嗽,${deep}\n`));
    expect(documents[0]!.meta.b).toBe(deep);
  });

  it('of a file without the columns, or without any text, are refused', () => {
    expect(() => read(file('a.csv', 'a,b\n1,2\n'))).toThrow(
      /a\.csv has no column text\. Its columns are: a, b/,
    );
    expect(() => read(file('a.csv', 'text,b\n,2\n'))).toThrow(/a\.csv/);
  });
});
