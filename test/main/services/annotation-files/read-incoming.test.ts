/** Files of a project by what they hold: annotations are recognised, told as losses, or refused; never read as texts in silence. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { NamedFile } from '../../../../main/formats/annotations/format.ts';
import { FORMATS, formatOf } from '../../../../main/formats/annotations/index.ts';
import { readUnpacked } from '../../../../main/services/annotation-files/read-incoming.ts';
import { givenFiles, readFiles, unpack } from '../../../../main/services/annotation-files/unpack.ts';
import { asOneFile } from '../../../../main/services/annotation-files/write-files.ts';
import { importFiles } from '../../../../main/services/projects/exchange/import.ts';
import { AnnotatedDocument } from '../../../../shared/domain/annotation.ts';
import { importNamed } from '../../../helpers/import-named.ts';
import { makeProject, relation, SCHEMA, span } from '../../../helpers/projects.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

const TEXT = '患者高血压，服用氨氯地平。';
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82]);

const file = (name: string, content: string | Uint8Array): NamedFile => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});
const lines = (name: string, ...rows: object[]): NamedFile =>
  file(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const zipped = (files: readonly NamedFile[], name = 'export'): NamedFile => asOneFile(name, files);
const read = (...files: NamedFile[]) => readUnpacked(files, undefined);
const unpacked = (archive: NamedFile) => unpack(archive.name, archive.bytes);
const countOf = (losses: readonly { what: { id: string }; count: number }[], id: string) =>
  losses.find(({ what }) => what.id === id)?.count ?? 0;

const DOCCANO = {
  id: 1,
  text: TEXT,
  entities: [
    { id: 1, label: 'disease', start_offset: 2, end_offset: 5 },
    { id: 2, label: 'drug', start_offset: 8, end_offset: 12 },
  ],
  relations: [{ id: 1, from_id: 2, to_id: 1, type: 'treats' }],
  Comments: [],
};
const LABELS = ['disease', 'drug'].map((text) => ({
  text,
  prefix_key: null,
  suffix_key: null,
  background_color: '#fff',
  text_color: '#000',
}));

function annotated(): AnnotatedDocument[] {
  return [0, 1].map((n) =>
    AnnotatedDocument.parse({
      name: `document-${n}`,
      text: TEXT,
      meta: {},
      items: [span(1, 2, 5), span(2, 8, 12, { type: 'drug' }), relation(3, 2, 1, { type: 'treats' })],
    }),
  );
}

describe('archives', () => {
  it.each(FORMATS.map(({ id }) => id))(
    'of %s are recognised by what they hold, also inside another archive',
    async (id) => {
      const { files } = formatOf(id).write(annotated(), { schema: SCHEMA });
      for (const archive of [zipped(files), zipped([zipped(files, 'admin'), file('readme.md', '说明')])]) {
        const { format, documents } = await readUnpacked(unpacked(archive), undefined);
        expect([format, documents.length]).toEqual([id, 2]);
        expect(documents.every(({ items }) => items.length > 0)).toBe(true);
      }
    },
  );

  it.each([
    ['texts without annotations among the lines', [DOCCANO, { id: 2, text: '无标注文本。' }]],
    ['entities that are null', [{ id: 2, text: '无标注文本。', entities: null, relations: null }, DOCCANO]],
    [
      'twenty-five lines without annotations before the first',
      [...Array.from({ length: 25 }, (_, n) => ({ id: n + 2, text: `文本 ${n}` })), DOCCANO],
    ],
  ])('of doccano with relations: %s', async (_case, rows) => {
    const archive = zipped([
      lines('all.jsonl', ...rows),
      file('span_label_config.json', JSON.stringify(LABELS)),
      file('relation_label_config.json', JSON.stringify([{ ...LABELS[0], text: 'treats' }])),
    ]);
    const { format, documents } = await readUnpacked(unpacked(archive), undefined);
    expect(format).toBe('doccano');
    expect(documents).toHaveLength(rows.length);
    expect(documents.flatMap(({ items }) => items)).toHaveLength(3);
  });

  it('within archives end at a depth', () => {
    let nested = zipped([file('a.txt', '文本')]);
    for (let n = 0; n < 6; n++) nested = zipped([nested, file('b.txt', '文本')]);
    expect(() => unpacked(nested)).toThrow(/archive/);
  });

  it('of labels alone are no documents', async () => {
    const configs = [
      file('span_label_config.json', JSON.stringify(LABELS)),
      file('relation_label_config.json', JSON.stringify(LABELS)),
    ];
    await expect(read(...configs)).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('annotations in an unknown form', () => {
  it('are decoded once to detect the format, which takes long for large files', async () => {
    const looks = vi.spyOn(formatOf('conll'), 'looksLike');
    const files = [
      { name: '1.txt', bytes: Buffer.from('头痛') },
      { name: '1.ann', bytes: Buffer.from('T1\tsymptom 0 2\t头痛\n') },
    ];
    expect((await readUnpacked(files, undefined)).format).toBe('brat');
    expect(looks).toHaveBeenCalledTimes(1);
    looks.mockRestore();
  });

  const ROWS = [
    { text: TEXT, entities: [{ label: 'disease', word: '高血压' }] },
    { text: '无实体。', entities: [] },
    {
      text: TEXT,
      entities: [
        { label: 'drug', word: '氨氯地平' },
        { label: 'disease', word: '高血压' },
      ],
    },
  ];

  it('are counted and told with their first place before anything is kept', async () => {
    const session = openTestSession();
    const { projectId } = makeProject(session, []);
    const path = join(temporaryDir(), 'a.jsonl');
    writeFileSync(path, lines('a.jsonl', ...ROWS).bytes);
    const told = await importFiles(session, {
      projectId,
      files: [{ name: 'a.jsonl', path }],
      acceptLosses: false,
    });
    expect(told.waits).toBe(true);
    expect(countOf(told.losses, 'losses.unread-annotations')).toBe(3);
    expect(told.losses[0]?.example).toMatch(/^a\.jsonl:1: entities/);
    const agreed = await importFiles(session, {
      projectId,
      files: [{ name: 'a.jsonl', path }],
      acceptLosses: true,
    });
    expect(agreed).toMatchObject({ documents: 3, items: 0 });
  });

  it('are refused where nobody can be asked, unless texts are asked for', async () => {
    const session = openTestSession();
    const { projectId } = makeProject(session, []);
    const files = [lines('a.jsonl', ...ROWS)];
    await expect(importNamed(session, { projectId, files })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^3 annotations.*a\.jsonl:1: entities/),
    });
    expect(await importNamed(session, { projectId, files, format: 'text' })).toMatchObject({ documents: 3 });
  });

  it.each([
    ['spans', { text: TEXT, spans: [{ start: 2, end: 5, label: 'disease' }] }],
    ['annotations', { text: TEXT, annotations: [{ tag: 'disease', value: '高血压' }] }],
    ['a label', { text: TEXT, label: 'cardiology' }],
    ['an object', { text: TEXT, ner: { disease: ['高血压'] } }],
  ])('%s are counted', async (_case, row) => {
    const { documents, losses } = await read(lines('a.jsonl', row));
    expect(documents).toHaveLength(1);
    expect(countOf(losses, 'losses.unread-annotations')).toBe(1);
  });

  it('other fields of a row are kept with the document', async () => {
    const { documents, losses } = await read(
      lines('a.jsonl', { id: 'r1', text: TEXT, ward: '心内科', age: 60 }),
    );
    expect(documents[0]).toMatchObject({ name: 'r1', meta: { ward: '心内科', age: '60' } });
    expect(losses).toEqual([]);
  });
});

describe('tables', () => {
  const six = (separator: string) =>
    ['id', 'text', 'ward'].join(separator) +
    '\r\n' +
    Array.from({ length: 6 }, (_, n) =>
      [`r${n}`, n === 2 ? `"第 ${n} 份，\n换行"` : `第 ${n} 份`, '内科'].join(separator),
    ).join('\r\n');

  it.each([
    ['a.csv', ','],
    ['a.csv', ';'],
    ['a.CSV', ','],
  ])('%s separated by %s: a document a row', async (name, separator) => {
    const { documents, losses } = await read(file(name, six(separator)));
    expect(documents.map((document) => document.name)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
    expect(documents[2]?.text).toBe('第 2 份，\n换行');
    expect(documents[0]?.meta).toEqual({ ward: '内科' });
    expect(losses).toEqual([]);
  });

  it('of sections are composed, and columns of labels are told', async () => {
    const table = '主诉,现病史,label\n头痛,三天前起病,神经内科\n胸闷,一周,心内科\n';
    const { documents, losses } = await read(file('a.csv', table));
    expect(documents.map(({ text }) => text)).toEqual([
      '主诉：头痛\n现病史：三天前起病\n',
      '主诉：胸闷\n现病史：一周\n',
    ]);
    expect(countOf(losses, 'losses.unread-annotations')).toBe(2);
  });

  it('separated by tabs, beside a text', async () => {
    const { documents } = await read(
      file('a.tsv', '编号\t正文\n1\t第一份\n2\t第二份\n'),
      file('b.txt', '另一份'),
    );
    expect(documents.map(({ text }) => text)).toEqual(['第一份', '第二份', '另一份']);
  });

  it.each([
    ['without a column of texts', 'code,number\na,1\nb,2\n'],
    ['without a row', 'id,text\n'],
    ['with rows of another width', 'id,text\n1,文本,多\n'],
    ['with an open quote', 'id,text\n1,"文本\n'],
  ])('%s are refused', async (_case, table) => {
    await expect(read(file('a.csv', table))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('a.csv'),
    });
  });
});

describe('files that cannot be read', () => {
  it('are left out and named; the others are taken', async () => {
    const { documents, losses } = await read(
      file('a.txt', '第一份'),
      file('scan.png', PNG),
      file('b.txt', '第二份'),
      file('old.doc', PNG),
    );
    expect(documents.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(losses.map(({ what, count, example }) => [what.id, count, example])).toEqual([
      ['losses.unreadable-files', 2, 'scan.png, old.doc'],
    ]);
  });

  it('are refused by name where there is nothing else', async () => {
    await expect(read(file('scan.png', PNG), file('b.png', PNG))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('scan.png'),
    });
  });

  it('stand beside annotations of every format', async () => {
    for (const { id } of FORMATS) {
      const { files } = formatOf(id).write(annotated(), { schema: SCHEMA });
      const { format, documents, losses } = await read(file('scan.png', PNG), ...files);
      expect([format, documents.length]).toEqual([id, 2]);
      expect(losses.some(({ example }) => example.includes('scan.png'))).toBe(true);
    }
  });

  it('in a folder do not refuse the folder', async () => {
    const folder = temporaryDir();
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'a.txt'), '第一份');
    writeFileSync(join(folder, 'inner', 'scan.png'), PNG);
    const { documents, losses } = await readUnpacked(readFiles(givenFiles([folder])), undefined);
    expect([documents.length, losses[0]?.example]).toEqual([1, 'inner/scan.png']);
  });
});
