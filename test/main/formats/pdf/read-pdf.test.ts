import { describe, expect, test } from 'vitest';
import { pdfText } from '../../../../main/formats/pdf/read-pdf.ts';
import { readDocuments } from '../../../../main/formats/read-documents.ts';
import { LIMITS } from '../../../../main/reading/limits.ts';
import { type PdfPage, pdfOf, pdfParagraph } from '../../../helpers/pdf.ts';

const read = async (pages: readonly PdfPage[]): Promise<string> =>
  (await pdfText(pdfOf(pages), 'a.pdf')).text;
/** A line of that many characters. */
const han = (characters: number, from = 0): string =>
  Array.from(
    { length: characters },
    (_, n) => '患者无明显诱因出现发热咳嗽咳痰胸闷气促乏力'[(from + n) % 21],
  ).join('');

describe('pages as text', () => {
  test('joins the lines of a paragraph and keeps paragraphs apart', async () => {
    const [a, b, c, d] = [han(34), han(36, 3), han(12, 5), han(30, 9)];
    const text = [
      { text: '入院记录', x: 250, y: 60, size: 18 },
      ...pdfParagraph([a, b, c], { y: 100 }),
      ...pdfParagraph([d], { y: 160 }),
    ];
    expect(await read([{ text }])).toBe(`入院记录\n${a}${b}${c}\n${d}`);
  });

  test('orders pieces by their place, not by their order in the file', async () => {
    const text = [
      { text: '现病史：咳嗽三天。', x: 72, y: 140 },
      { text: '38.5℃', x: 200, y: 100 },
      { text: '主诉：发热', x: 72, y: 100.6 },
    ];
    expect(await read([{ text }])).toBe('主诉：发热 38.5℃\n现病史：咳嗽三天。');
  });

  test('reads two columns one after the other, and a title over both first', async () => {
    const column = (x: number, from: number) =>
      Array.from({ length: 8 }, (_, n) => ({ text: han(18, from + n), x, y: 120 + n * 18 }));
    const title = { text: '某某医院出院小结与随访说明（二〇二四年度内科）', x: 150, y: 60, size: 14 };
    const left = column(60, 0);
    const right = column(320, 7);
    const joined = (lines: typeof left) => lines.map(({ text }) => text).join('');
    expect(await read([{ text: [title, ...left.flatMap((piece, n) => [piece, right[n]!])] }])).toBe(
      `${title.text}\n${joined(left)}${joined(right)}`,
    );
  });

  test('reads tables row by row', async () => {
    const rows = ['白细胞 12.3', '血红蛋白 98', '血小板 210', '中性粒 80', '血糖 6.1', '肌酐 77'];
    const text = rows.flatMap((row, n) =>
      row.split(' ').map((cell, m) => ({ text: cell, x: 72 + m * 220, y: 100 + n * 18 })),
    );
    expect(await read([{ text }])).toBe(rows.join('\n'));
  });

  test('goes on over the end of a page and tells a header and page numbers once', async () => {
    const page = (n: number, lines: readonly string[]): PdfPage => ({
      text: [
        { text: '某某医院', x: 72, y: 40, size: 9 },
        ...lines.map((text, m) => ({ text, x: 72, y: 100 + 18 * m })),
        { text: `第 ${n} 页`, x: 280, y: 810, size: 9 },
      ],
    });
    const lines = Array.from({ length: 6 }, (_, n) => han(37, n));
    const pages = [page(1, lines.slice(0, 3)), page(2, lines.slice(3))];
    const text = await read(pages);
    expect(text.match(/某某医院/g)).toHaveLength(1);
    expect(text).toContain(lines.slice(0, 3).join(''));
    expect(text).not.toMatch(/第 \d 页/);
  });

  test('names characters, not the radicals that their glyphs are shared with', async () => {
    expect(await read([{ text: [{ text: '⼊院：⺠族、⼼⾎管、⽆⻛湿', x: 72, y: 100 }] }])).toBe(
      '入院：民族、心血管、无风湿',
    );
  });

  test('reads turned pages upright', async () => {
    const text = [
      { text: '第一行', x: 72, y: 100 },
      { text: '第二行', x: 72, y: 140 },
    ];
    const upright = await read([{ text }]);
    expect(upright).toBe('第一行\n第二行');
    // Turned by a quarter, its lines stand side by side from right to left.
    expect((await read([{ text, rotate: 180 }])).split('\n')).toEqual(['第二行', '第一行']);
  });
});

describe('refusals', () => {
  const refusal = async (bytes: Uint8Array): Promise<unknown> =>
    readDocuments('a.pdf', bytes).then(
      () => 'read',
      (error: unknown) => error,
    );

  test.each([
    [
      'an encrypted file',
      pdfOf(
        [{}],
        `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'aa'.repeat(32)}> /U <${'bb'.repeat(32)}> >> /ID [<00> <00>]`,
      ),
      'documents.pdf-encrypted',
    ],
    ['pages without text', pdfOf([{}, {}]), 'documents.pdf-without-text'],
    ['other bytes', Buffer.from('no such file, but long enough to be looked at'), 'documents.unreadable-pdf'],
    [
      'too many pages',
      pdfOf(Array.from({ length: LIMITS.pdfPages + 1 }, () => ({}))),
      'documents.pdf-too-many-pages',
    ],
  ])('refuses %s', async (_what, bytes, id) => {
    expect(await refusal(bytes)).toMatchObject({ localized: { id } });
  });

  test('tells the pages without text beside those that have some', async () => {
    const { documents, refused, refusedCount } = await readDocuments(
      '病历.pdf',
      pdfOf([{ text: [{ text: '主诉：发热', x: 72, y: 100 }] }, {}]),
    );
    expect(documents).toMatchObject([{ title: '病历', text: '主诉：发热' }]);
    expect(refusedCount).toBe(1);
    expect(refused[0]).toMatchObject({ line: 2, reason: { id: 'documents.pdf-page-without-text' } });
  });

  test('reads or refuses a damaged file, with an error of its own', async () => {
    const whole = pdfOf([{ text: pdfParagraph([han(34), han(20)]) }]);
    for (let n = 0; n < 60; n++) {
      const broken = Uint8Array.from(whole);
      for (let m = 0; m < 20; m++) broken[(n * 7919 + m * 104729) % broken.length] = (n * 31 + m * 17) % 256;
      const found = await refusal(n % 2 === 0 ? broken : broken.subarray(0, (whole.length * (n + 1)) / 61));
      if (found !== 'read') expect(found).toHaveProperty('localized.id');
    }
  });
});
