/** Corpora from files: what counts as a text, and what is refused. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../main/formats/read-corpus.ts';
import { readCorpora } from '../../../main/services/data/corpora.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

function file(name: string, content: string | Uint8Array, dir = temporaryDir()): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}
const textsOf = async (path: string) => (await readCorpora([path])).map(({ text }) => text);
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('a corpus', () => {
  it('is text files and JSON lines, zipped or not, of folders within folders', async () => {
    const dir = temporaryDir();
    mkdirSync(join(dir, 'b'));
    file('a.txt', '患者咳嗽。\n\n发热三天。', dir);
    file('c.txt.gz', gzipSync('第一行。\n第二行。'), dir);
    file('empty.txt', '', dir);
    file('b/notes.jsonl', lines({ text: '无胸痛。' }, { id: 7, 主诉: '头晕' }), dir);
    file('b/more.jsonl.gz', gzipSync(lines({ text: '腹痛。' }, { text: ' ' })), dir);
    file('b/picture.png', new Uint8Array([1, 2, 3]), dir);
    expect(await readCorpora([dir])).toEqual([
      { id: '1', text: '患者咳嗽。\n\n发热三天。' },
      { id: '2', text: '腹痛。' },
      { id: '3', text: '无胸痛。' },
      { id: '4', text: '主诉：头晕\n' },
      { id: '5', text: '第一行。\n第二行。' },
    ]);
  });

  it('may be GB18030', async () => {
    const path = file('old.txt', new Uint8Array([0xb7, 0xa2, 0xc8, 0xc8])); // 发热
    expect(await textsOf(path)).toEqual(['发热']);
  });

  it('comes in stretches where a file is large, and nothing is lost', async () => {
    const line = `${'患者咳嗽三天，无发热。'.repeat(40)}\n`;
    const path = file('book.txt.gz', gzipSync(line.repeat(5000)));
    let [units, longest, texts] = [0, 0, 0];
    for await (const { text } of readCorpus([{ path, name: 'book' }])) {
      units += text.replaceAll('\n', '').length;
      longest = Math.max(longest, text.length);
      texts++;
    }
    expect(units).toBe(5000 * (line.length - 1));
    expect(longest).toBeLessThan(70_000);
    expect(texts).toBeGreaterThan(30);
  });

  it('of one endless line is read, up to a limit', async () => {
    const [text = ''] = await textsOf(file('line.txt.gz', gzipSync('咳嗽'.repeat(500_000))));
    expect(text).toHaveLength(1_000_000);
    const endless = file('endless.txt', Buffer.alloc(65 * 2 ** 20, 'a'));
    await expect(textsOf(endless)).rejects.toThrow(/line 1: .*line too long/);
  });

  it.each([
    ['nothing.txt', '', /There is no text in .*nothing\.txt/],
    ['blank.txt', ' \n\t\n', /There is no text/],
    ['none.jsonl', '', /none\.jsonl is empty/],
    ['blank.jsonl', '\n', /no record could be read/],
    ['picture.txt', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /not a text file/],
    [
      'picture.txt.gz',
      gzipSync(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])),
      /line 1: .*no UTF-8 text/,
    ],
    ['latin.txt.gz', gzipSync(new Uint8Array([0x61, 0x0a, 0xe9, 0x20])), /line 2: .*no UTF-8 text/],
    ['cut.txt.gz', gzipSync('患者'.repeat(9000)).subarray(0, 40), /cut\.txt\.gz is a damaged gzip file/],
    ['bad.jsonl', `${JSON.stringify({ text: '好。' })}\n{"text": 1\n`, /bad\.jsonl, line 2/],
    ['other.jsonl', lines({ words: 3 }), /no "text" field/],
  ])('%s is refused with what is wrong', async (name, content, message) => {
    await expect(textsOf(file(name, content))).rejects.toThrow(message);
  });

  it('that is not there is named, as is a folder without texts', async () => {
    await expect(readCorpora(['/nowhere/corpus.txt'])).rejects.toThrow(/no file \/nowhere\/corpus\.txt/);
    await expect(readCorpora([temporaryDir()])).rejects.toThrow(/no \.txt or \.jsonl file/);
  });
});
