import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordFromJson } from '../../../main/formats/emr-json.ts';
import { escapeHtml, htmlReport } from '../../../main/formats/html-report.ts';
import { readDocuments } from '../../../main/formats/read-documents.ts';
import { safePath } from '../../../main/hosts/static-files.ts';
import { decodeText } from '../../../main/reading/decode.ts';
import { MAX_FILE_BYTES } from '../../../shared/file-size.ts';
import { plainText } from '../../../shared/messages/message.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('decodeText', () => {
  it('gives back any text written as UTF-8, UTF-16 with a mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (raw) => {
        const text = raw.replace(/\p{Cc}|\ufeff|[\ud800-\udfff](?![\udc00-\udfff])/gu, '') || '空';
        expect(decodeText(Buffer.from(text, 'utf8'), 'f').text).toBe(text);
        expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le'), 'f')).toEqual({
          text,
          encoding: 'utf-16le',
        });
      }),
    );
  });

  it('knows GB18030 by its bytes, four-byte ones too', () => {
    expect(decodeText(bytes(0xd0, 0xd8, 0xcd, 0xb4), 'f')).toEqual({ text: '胸痛', encoding: 'gb18030' });
    expect(decodeText(bytes(0xd0, 0xd8, 0x95, 0x32, 0x82, 0x36), 'f').text).toBe('胸𠀀');
  });

  it('refuses empty, binary and undecodable bytes with a clear reason', () => {
    expect(() => decodeText(bytes(), 'x.txt')).toThrow(/x.txt is empty/);
    expect(() => decodeText(bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0), 'x')).toThrow(/not a text file/);
    expect(() => decodeText(bytes(0xff, 0xff, 0xff, 0x41), 'x')).toThrow(/neither valid UTF-8 nor/);
    const noise = Uint8Array.from({ length: 4096 }, (_, i) => (i * 197 + ((i * i) >> 3)) & 0xff || 1);
    expect(() => decodeText(noise, 'noise.bin')).toThrow(/not a text file|neither valid/);
  });
});

describe('readDocuments', () => {
  it('reads gzipped JSON lines and composes sections', async () => {
    const lines = '{"id":"a","text":"甲"}\n\n{"id":"b","主诉":"胸痛","现病史":"3天","年龄":5}\n';
    const { documents, refused } = await readDocuments('x.jsonl.gz', gzipSync(lines));
    expect(documents.map(({ id, text, composed }) => [id, text, composed])).toEqual([
      ['a', '甲', false],
      ['b', '主诉：胸痛\n现病史：3天\n年龄：5\n', true],
    ]);
    expect(refused).toEqual([]);
  });

  it('reads a JSON array, one object, and JSON lines that are called .json', async () => {
    const texts = async (json: string) =>
      (await readDocuments('x.json', Buffer.from(json))).documents.map((d) => d.text);
    expect(await texts('[{"text":"a"},{"text":"b"}]')).toEqual(['a', 'b']);
    expect(await texts('{"text":"a"}')).toEqual(['a']);
    expect(await texts('{"text":"a"}\n{"text":"b"}')).toEqual(['a', 'b']);
  });

  it('refuses what it cannot use, saying why', async () => {
    const reading = (name: string, data: Uint8Array) => readDocuments(name, data);
    await expect(reading('x.txt', bytes())).rejects.toThrow(/empty/);
    await expect(reading('x.txt', Buffer.from(' \n\t'))).rejects.toThrow(/no text/);
    await expect(reading('x.json', Buffer.from('{'))).rejects.toThrow(/not valid JSON/);
    await expect(reading('x.jsonl', Buffer.from('{"a":1}\n[]'))).rejects.toThrow(/no record.*line 1/);
    await expect(reading('x.docx', Buffer.from('not a zip'))).rejects.toThrow(/readable .docx/);
    await expect(reading('x.rtf', Buffer.from('{rtf'))).rejects.toThrow(/.rtf files cannot/);
    await expect(reading('x.txt.gz', bytes(0x1f, 0x8b, 8, 0, 1))).rejects.toThrow(/damaged gzip/);
  });

  it('refuses 100 MB, plain or hidden in a gzip, before anything is kept', async () => {
    await expect(readDocuments('big.txt', new Uint8Array(100 * 1024 * 1024).fill(97))).rejects.toMatchObject({
      code: 'too-large',
    });
    const bomb = gzipSync(Buffer.alloc(MAX_FILE_BYTES + 10, 97));
    await expect(readDocuments('bomb.txt.gz', bomb)).rejects.toMatchObject({ code: 'too-large' });
    await expect(readDocuments('long.txt', Buffer.from('长'.repeat(5_000_001)))).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});

describe('recordFromJson', () => {
  it('keeps lists and tables inside sections', () => {
    const record = { 主诉: '腹痛', 体格检查: { 腹部: '压痛', 心率: 90 }, 诊断: ['肺炎', '糖尿病'] };
    expect(recordFromJson(record, 1).text).toBe(
      '主诉：腹痛\n体格检查：腹部：压痛；心率：90\n诊断：肺炎；糖尿病\n',
    );
  });

  it('needs a text or sections', () => {
    expect(() => recordFromJson(['a'], 1)).toThrow(/not a JSON object/);
    expect(() => recordFromJson({ id: 1, note: 'x' }, 1)).toThrow(/no "text" field/);
  });
});

describe('html report', () => {
  it('escapes everything that comes from records', () => {
    expect(escapeHtml('<script>"&\'')).toBe('&#60;script&#62;&#34;&#38;&#39;');
    const html = htmlReport([
      {
        title: '<b>',
        text: '胸<img src=x>痛',
        annotation: { sections: [], mentions: [], values: [], patient: {} },
        diagnosis: { candidates: [], findings: 0, abstained: plainText('<i>') },
      },
    ]);
    expect(html).not.toMatch(/<img|<b>|<i>|<script|https?:/);
  });

  it('names patient, record, date and number on each printed page, whatever the names hold', () => {
    const item = {
      text: '胸痛',
      annotation: { sections: [], mentions: [], values: [], patient: { sex: '女' as const, ageYears: 67 } },
      diagnosis: { candidates: [], findings: 0 },
    };
    const name = '林"}</style><script>';
    const html = htmlReport([
      {
        ...item,
        title: '甲',
        patient: { name, sex: 'male', birthDate: '1956' },
        dated: '2023-11-20T11:30:00Z',
      },
      { ...item, title: '乙' },
    ]);
    expect(html).not.toMatch(/<script|林"/);
    expect(html).toMatch(/@page r1\{@top-left\{content:"林\\22 .*　?男.*1956/);
    expect(html).toContain('"甲\\3000 2023\\2d 11\\2d 20\\20 11\\3a 30"');
    expect(html).toContain('@page r2{@top-left{content:"女\\3000 67岁"');
    expect(html.match(/counter\(page\)/g)).toHaveLength(2);
    expect(html).toContain('<section class="r2">');
  });
});

describe('safePath', () => {
  it('never leaves the folder', () => {
    expect(safePath('/')).toBe('/index.html');
    expect(safePath('/assets/a.js')).toBe('/assets/a.js');
    for (const bad of ['/../x', '/%2e%2e/x', '/a/..%2f..%2fx', '/..', '/a\\..\\x', '/%', '/a%00.js', 'x']) {
      const path = safePath(bad);
      expect(path === undefined || !path.includes('..')).toBe(true);
    }
    expect(safePath('x')).toBeUndefined();
  });
});
