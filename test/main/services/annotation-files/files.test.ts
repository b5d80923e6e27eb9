import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../../../main/cli/command.ts';
import { convert } from '../../../../main/cli/convert.ts';
import type { Options } from '../../../../main/cli/options.ts';
import { doccano } from '../../../../main/formats/annotations/doccano.ts';
import type { Format } from '../../../../main/formats/annotations/format.ts';
import { labelStudio } from '../../../../main/formats/annotations/label-studio.ts';
import { meridian } from '../../../../main/formats/annotations/meridian.ts';
import { openZip } from '../../../../main/reading/zip.ts';
import { readAnnotations } from '../../../../main/services/annotation-files/read-annotations.ts';
import { givenFiles, readFiles, unpack } from '../../../../main/services/annotation-files/unpack.ts';
import { asOneFile, writeFiles } from '../../../../main/services/annotation-files/write-files.ts';
import { zipOf } from '../../../../main/services/annotation-files/zip-write.ts';
import { Home } from '../../../helpers/app.ts';
import { cli } from '../../../helpers/cli.ts';
import { killScript } from '../../../helpers/kill-script.ts';
import { saying } from '../../../helpers/words.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';
import { writeZip } from '../../../helpers/zip.ts';

const named = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const TWO = [named('a.txt', '腹痛'), named('a.ann', 'T1\tx 0 2\t腹痛\n')];
const LINES = '{"text":"腹痛","entities":[{"start":0,"end":2,"type":"sym","text":"腹痛"}]}\n';
const plain = (files: readonly { name: string; bytes: Uint8Array }[]) =>
  files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]);

function write(name: string, bytes: string | Uint8Array): string {
  const path = join(temporaryDir(), name);
  writeFileSync(path, bytes);
  return path;
}

describe('zip archives', () => {
  it('come back as they went in', () => {
    const files = fc.uniqueArray(
      fc.record({
        name: fc.stringMatching(/^[\p{L}\p{N}]{1,8}$/u),
        bytes: fc.uint8Array({ maxLength: 300 }),
      }),
      { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(files, (given) => {
        const again = [...openZip(zipOf(given)).values()].map((entry) => ({
          name: entry.name,
          bytes: entry.read(),
        }));
        expect(again.map(({ name, bytes }) => [name, [...bytes]])).toEqual(
          given.map(({ name, bytes }) => [name, [...bytes]]),
        );
        expect(zipOf(given)).toEqual(zipOf(given));
      }),
    );
  });

  it('are read without what systems add, in their own order, gzipped files unpacked', () => {
    const zip = writeZip([
      { name: 'd/', content: new Uint8Array() },
      { name: 'd/10.txt', content: Buffer.from('十'), deflate: true },
      { name: 'd/2.txt', content: Buffer.from('二') },
      { name: '__MACOSX/d/._2.txt', content: Buffer.from('x') },
      { name: 'd/.DS_Store', content: Buffer.from('x') },
      { name: 'e.jsonl.gz', content: gzipSync('{}') },
    ]);
    expect(plain(unpack('x.zip', zip))).toEqual([
      ['d/10.txt', '十'],
      ['d/2.txt', '二'],
      ['e.jsonl', '{}'],
    ]);
  });

  it('are no archives where they are documents', () => {
    const docx = writeZip([{ name: 'word/document.xml', content: Buffer.from('x') }]);
    expect(unpack('病历.docx', docx)).toEqual([{ name: '病历.docx', bytes: docx }]);
  });

  it('have Chinese names as Windows writes them', () => {
    const zip = Buffer.from(writeZip([{ name: 'AABB.txt', content: Buffer.from('x') }]));
    const gb18030 = Uint8Array.of(0xb2, 0xa1, 0xc0, 0xfa);
    for (let at = zip.indexOf('AABB'); at >= 0; at = zip.indexOf('AABB')) zip.set(gb18030, at);
    expect(unpack('x.zip', zip).map(({ name }) => name)).toEqual(['病历.txt']);
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'cut off',
      writeZip([{ name: 'a.txt', content: Buffer.from('x') }]).subarray(0, -5),
      /cut off or no zip/,
    ],
    ['no archive', Buffer.from('hello'), /cut off or no zip/],
    ['damaged', writeZip([{ name: 'a.txt', content: Buffer.from('x'), crc: 1 }]), /"a\.txt" is damaged/],
    ['encrypted', writeZip([{ name: 'a.txt', content: Buffer.from('x'), flags: 1 }]), /encrypted/],
    [
      'lying about its size',
      writeZip([{ name: 'a.txt', content: Buffer.from('xx'), deflate: true, size: 1 }]),
      /cannot be unpacked/,
    ],
    [
      'leading out of itself',
      writeZip([{ name: '../a.txt', content: Buffer.from('x') }]),
      /leads out of the archive/,
    ],
    ['empty', writeZip([]), /holds no file/],
    ['of empty folders', writeZip([{ name: 'a/', content: new Uint8Array() }]), /holds no file/],
  ])('that are %s are refused', (_, bytes, reason) => {
    expect(() => unpack('x.zip', bytes)).toThrow(reason);
    expect(() => unpack('x.zip', bytes)).toThrow(
      expect.objectContaining({ code: 'bad-input', kept: saying('Nothing was imported') }),
    );
  });
});

describe('reading', () => {
  it('takes a file, a gzipped one whatever its name, a folder, and the text of an .ann', () => {
    expect(plain(readFiles(givenFiles([write('a.jsonl', LINES)])))).toEqual([['a.jsonl', LINES]]);
    expect(plain(readFiles(givenFiles([write('a.jsonl.gz', gzipSync(LINES))])))).toEqual([
      ['a.jsonl', LINES],
    ]);
    expect(plain(readFiles(givenFiles([write('a.jsonl', gzipSync(LINES))])))).toEqual([['a.jsonl', LINES]]);
    const folder = temporaryDir();
    mkdirSync(join(folder, 'in'));
    for (const { name, bytes } of TWO) writeFileSync(join(folder, 'in', name), bytes);
    writeFileSync(join(folder, '.DS_Store'), 'x');
    symlinkSync(folder, join(folder, 'in', 'circle'));
    expect(plain(readFiles(givenFiles([folder])))).toEqual([
      ['in/a.ann', TWO[1]!.bytes.toString()],
      ['in/a.txt', '腹痛'],
    ]);
    expect(plain(readFiles(givenFiles([join(folder, 'in', 'a.ann')]))).map(([name]) => name)).toEqual([
      'a.ann',
      'a.txt',
    ]);
  });

  it('takes the files of a folder in the order of numbers', () => {
    const folder = temporaryDir();
    for (const name of ['10.txt', '2.txt', '1.ann']) writeFileSync(join(folder, name), 'x');
    expect(readFiles(givenFiles([folder])).map(({ name }) => name)).toEqual(['1.ann', '2.txt', '10.txt']);
  });

  it('reads the files of a folder that the format has, and counts the others', () => {
    const files = [named('readme.md', '#'), named('a.txt', LINES), named('b.jsonl', LINES)];
    expect(readAnnotations(files, 'ccks')).toMatchObject({
      documents: { length: 2 },
      losses: [{ count: 1, example: 'readme.md' }],
    });
    expect(readAnnotations(files, 'cmeee')).toMatchObject({
      documents: { length: 1 },
      losses: [{ count: 2 }],
    });
    expect(() => readAnnotations(files.slice(0, 2), 'cmeie')).toThrow(
      /There is no file of the format CBLUE CMeIE/,
    );
  });

  it('says what is wrong with a path', () => {
    expect(() => readFiles(givenFiles(['/nowhere/at/all']))).toThrow(/There is no file/);
    expect(() => readFiles(givenFiles([temporaryDir()]))).toThrow(/holds no file/);
    expect(() => readFiles(givenFiles([write('a.jsonl', '')]))).toThrow(/a\.jsonl is empty/);
    expect(() => readFiles(givenFiles([write('a.gz', gzipSync(LINES).subarray(0, -9))]))).toThrow(
      /damaged gzip/,
    );
  });

  it('guesses the format, or names those there are', () => {
    const guess = (...files: { name: string; bytes: Uint8Array }[]) => readAnnotations(files).format;
    expect(guess(named('a.jsonl', LINES))).toBe('cmeee');
    expect(guess(named('a', '{"originalText":"x","entities":[]}'))).toBe('ccks');
    expect(guess(named('a', '{"text":"x","spo_list":[]}'))).toBe('cmeie');
    expect(guess(named('a.txt', '咳 B-x\n嗽 I-x\n'))).toBe('conll');
    expect(guess(...TWO)).toBe('brat');
    expect(guess(...meridian.write([]).files)).toBe('meridian');
    expect(readAnnotations([named('a.jsonl', LINES)], 'ccks').format).toBe('ccks');
    expect(() => guess(named('a.txt', '患者咳嗽三天'))).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/a\.txt looks like none/),
        hint: saying(/meridian, cmeee/),
      }),
    );
  });

  it('reads GB18030 and UTF-16', () => {
    const line = '{"text":"腹痛","entities":[]}';
    const gb = Buffer.concat([
      Buffer.from('{"text":"'),
      Uint8Array.of(0xb8, 0xb9, 0xcd, 0xb4),
      Buffer.from('","entities":[]}'),
    ]);
    const utf16 = Buffer.from(`\ufeff${line}`, 'utf16le');
    for (const bytes of [gb, utf16])
      expect(readAnnotations([{ name: 'a', bytes }]).documents.map(({ text }) => text)).toEqual(['腹痛']);
  });
});

describe('writing', () => {
  it('makes a file, a gzipped file, an archive or a folder by the name and the number of files', () => {
    const dir = temporaryDir();
    const one = [named('x.jsonl', LINES)];
    expect(writeFiles(join(dir, 'a.jsonl'), one)).toMatchObject({ kind: 'file', files: 1 });
    expect(readFileSync(join(dir, 'a.jsonl'), 'utf8')).toBe(LINES);
    expect(statSync(join(dir, 'a.jsonl')).mode & 0o777).toBe(0o600);
    writeFiles(join(dir, 'a.jsonl.gz'), one);
    expect(gunzipSync(readFileSync(join(dir, 'a.jsonl.gz'))).toString()).toBe(LINES);
    expect(writeFiles(join(dir, 'b.zip'), TWO)).toMatchObject({ kind: 'zip', files: 2 });
    expect(plain(readFiles(givenFiles([join(dir, 'b.zip')]))).map(([name]) => name)).toEqual([
      'a.txt',
      'a.ann',
    ]);
    expect(writeFiles(join(dir, 'deep', 'c'), TWO)).toMatchObject({ kind: 'folder', files: 2 });
    expect(readdirSync(join(dir, 'deep', 'c')).sort()).toEqual(['a.ann', 'a.txt']);
    mkdirSync(join(dir, 'empty'));
    writeFiles(join(dir, 'empty'), one);
    expect(readdirSync(join(dir, 'empty'))).toEqual(['x.jsonl']);
    expect(asOneFile('e', one)).toBe(one[0]);
    expect(asOneFile('e', TWO).name).toBe('e.zip');
  });

  it('replaces a file, but no folder that has something in it', () => {
    const dir = temporaryDir();
    const path = join(dir, 'a.jsonl');
    writeFileSync(path, 'old');
    writeFiles(path, [named('x', 'new')]);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(() => writeFiles(dir, TWO)).toThrow(/is there already; 2 files need a new or an empty folder/);
    expect(() => writeFiles(path, TWO)).toThrow(/is there already/);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(dir)).toEqual(['a.jsonl']);
  });

  it('leaves what was there when it fails', () => {
    const dir = temporaryDir();
    const path = join(dir, 'a.jsonl');
    writeFileSync(path, 'old');
    chmodSync(dir, 0o500);
    try {
      if (process.getuid?.() !== 0) expect(() => writeFiles(path, [named('x', 'new')])).toThrow(/EACCES/);
    } finally {
      chmodSync(dir, 0o700);
    }
    expect(() => writeFiles(join(dir, 'f'), [named('ok', ''), named('../out', '')])).toThrow(/leads out/);
    expect(readFileSync(path, 'utf8')).not.toBe('');
    expect(readdirSync(dir)).toEqual(['a.jsonl']);
  });
});

describe('an export that is killed', () => {
  it('leaves the old file or the new one, and the next one clears up', async () => {
    const path = join(temporaryDir(), 'out', 'a.jsonl');
    const chars = 8_000_000;
    const told = await killScript('convert-forever.ts', [path, String(chars)], { lines: 2, ms: 40 });
    const done = Number(told.at(-1));
    const text = readFileSync(path, 'utf8');
    const [, line = ''] = text.split('\n');
    const { name, text: written } = JSON.parse(line) as { name: string; text: string }; // safe: checked below
    expect([String(done), String(done + 1)]).toContain(name);
    expect(written === '汉'.repeat(chars)).toBe(true); // matchers would print, and search, 24 MB
    writeFileSync(`${path}.999999999.tmp`, 'half');
    mkdirSync(`${path}.999999998.tmp`);
    writeFileSync(join(`${path}.999999998.tmp`, 'a.txt'), 'half');
    writeFiles(path, [named('x', 'next')]);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });
});

describe('convert', () => {
  const home = (): Home => {
    const made = new Home();
    onTestFinished(() => made.remove());
    return made;
  };

  it('prints what was read, written and lost', () => {
    const input = write(
      'cmeee.json',
      JSON.stringify([
        {
          text: '慢性胃炎',
          entities: [
            { start_idx: 0, end_idx: 3, type: 'dis', entity: '慢性胃炎' },
            { start_idx: 2, end_idx: 2, type: 'bod', entity: '胃' },
          ],
        },
      ]),
    );
    const out = join(dirname(input), 'out.bioes');
    const {
      code,
      out: printed,
      err,
    } = cli(home(), ['convert', input, '--to', 'conll', '--scheme', 'BIOES', '--out', out]);
    expect(err).toBe('The files are not encrypted.\n');
    expect(code).toBe(0);
    expect(printed).toContain(
      `read ${input} as CBLUE CMeEE JSON: 1 documents, 2 spans, 0 relations, 0 labels`,
    );
    expect(printed).toMatch(
      /not held by BIO \/ BIOES CoNLL.*\n +1 +spans inside or across longer ones .*1: 胃 \[bod\]/,
    );
    expect(printed).toContain(`written ${out}`);
    expect(readFileSync(out, 'utf8')).toBe('慢\tB-dis\n性\tI-dis\n胃\tI-dis\n炎\tE-dis\n\n');
  });

  it('prints JSON, and writes a folder', () => {
    const input = write('a.jsonl', LINES);
    const out = join(dirname(input), 'brat');
    const { code, out: printed } = cli(home(), [
      'convert',
      input,
      '--from',
      'ccks',
      '--to',
      'brat',
      '--out',
      out,
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual({
      read: { path: input, format: 'ccks', documents: 1, spans: 1, relations: 0, labels: 0, losses: [] },
      written: { path: out, kind: 'folder', files: 4, format: 'brat', losses: [] },
    });
    expect(readdirSync(out).sort()).toEqual(['a-1.ann', 'a-1.txt', 'annotation.conf', 'visual.conf']);
  });

  it('puts what a tool needs to be told beside a single file, and reads it as no document', () => {
    const input = write('a.jsonl', LINES);
    const dir = dirname(input);
    const { documents } = readAnnotations(readFiles(givenFiles([input])), 'ccks');
    const to = (format: Format, out: string) => writeFiles(join(dir, out), format.write(documents).files);
    expect(to(labelStudio, 'tasks.json')).toMatchObject({ kind: 'file', files: 2 });
    expect(to(doccano, 'd.jsonl')).toMatchObject({ kind: 'file', files: 2 });
    expect(to(doccano, 'folder.zip')).toMatchObject({ kind: 'zip', files: 2 });
    const names = readdirSync(dir).filter((name) => /config|tasks|d\./.test(name));
    expect(names.sort()).toEqual([
      'd.jsonl',
      'd.span_label_config.json',
      'tasks.json',
      'tasks.label-config.xml',
    ]);
    expect(readAnnotations(readFiles(givenFiles([join(dir, 'folder.zip')]))).documents).toHaveLength(1);
  });

  const flags = { json: false, starter: false, plain: false, verify: false };
  it.each<[string, string[], Partial<Options<'convert'>>, RegExp]>([
    ['no --to', ['x'], { out: 'y' }, /needs --to meridian\|cmeee/],
    ['no --out', ['x'], { to: 'brat' }, /needs --out/],
    ['an unknown format', ['x'], { to: 'word', out: 'y' }, /--to takes one of .*, not word/],
    ['a scheme without columns', ['x'], { to: 'brat', out: 'y', scheme: 'BIO' }, /belongs to --to conll/],
    ['an unknown scheme', ['x'], { to: 'conll', out: 'y', scheme: 'IOB' }, /takes one of BIO, BIOES/],
    ['two inputs', ['x', 'y'], { to: 'conll', out: 'y' }, /exactly one INPUT/],
  ])('refuses %s as wrong use', async (_, args, options, reason) => {
    const refused = expect(convert(args, { ...flags, ...options })).rejects;
    await refused.toThrow(UsageError);
    await expect(convert(args, { ...flags, ...options })).rejects.toThrow(reason);
  });

  it('writes nothing when the input is broken, and says where', () => {
    const input = write('a.bio', '咳 O\n嗽 I-x\n');
    const out = join(dirname(input), 'out.jsonl');
    writeFileSync(out, 'old');
    const { code, err } = cli(home(), ['convert', input, '--to', 'meridian', '--out', out]);
    expect(code).toBe(1);
    expect(err).toBe('meridian: a.bio:2:3: I-x goes on where no x has begun. Nothing was imported.\n');
    expect(readFileSync(out, 'utf8')).toBe('old');
    expect(existsSync(`${out}.tmp`)).toBe(false);
  });
});
