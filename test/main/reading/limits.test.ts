/** Files made to exhaust memory or time are refused quickly; honest files beside them are read. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../main/engine/io/read-json.ts';
import { readSafetensors } from '../../../main/engine/io/safetensors.ts';
import { readDocuments } from '../../../main/formats/read-documents.ts';
import { readLabelled } from '../../../main/formats/read-labelled.ts';
import { readRecords } from '../../../main/formats/read-stream.ts';
import { trainingRows } from '../../../main/formats/training-rows.ts';
import { ByteBudget } from '../../../main/reading/budget.ts';
import { RowReader, TABLE_PROBLEM } from '../../../main/reading/csv.ts';
import { collect, readChunks, sourceFile } from '../../../main/reading/files.ts';
import { LIMITS } from '../../../main/reading/limits.ts';
import { LINE_PROBLEM, LineSplitter } from '../../../main/reading/lines.ts';
import { UniqueNames } from '../../../main/reading/unique-names.ts';
import { openZip } from '../../../main/reading/zip.ts';
import { readIncoming } from '../../../main/services/annotation-files/read-incoming.ts';
import { givenFiles, readFiles, unpack } from '../../../main/services/annotation-files/unpack.ts';
import { zipOf } from '../../../main/services/annotation-files/zip-write.ts';
import { unpackProject } from '../../../main/services/projects/exchange/read-project.ts';
import { readVectorFile } from '../../../main/services/vectors/vector-files.ts';
import { openTestSession, temporaryDir } from '../../helpers/workspace.ts';
import { writeZip } from '../../helpers/zip.ts';

const MB = 1024 * 1024;
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A .docx with these elements in its body. */
function docx(body: string): Uint8Array {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  };
  return zipOf(Object.entries(parts).map(([name, xml]) => ({ name, bytes: Buffer.from(xml) })));
}
const PARAGRAPH = '<w:p><w:r><w:t>咳嗽</w:t></w:r></w:p>';

function file(name: string, content: string | Uint8Array): string {
  const path = join(temporaryDir(), name);
  writeFileSync(path, content);
  return path;
}

const incoming = (...paths: string[]) =>
  readIncoming({ files: paths.map((path) => ({ name: path.replace(/^.*\//, ''), path })) });

describe('documents', () => {
  it('a .docx is read; one that unpacks to more than its parser can take is refused', async () => {
    expect((await readDocuments('a.docx', docx(PARAGRAPH))).documents[0]?.text.trim()).toBe('咳嗽');
    const bomb = docx(PARAGRAPH.repeat(1_000_000));
    expect(bomb.length).toBeLessThan(400_000);
    await expect(readDocuments('bomb.docx', bomb)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('a .docx whose parts are larger than they say is refused before its parser sees it', async () => {
    const content = Buffer.from(PARAGRAPH.repeat(50_000));
    const lying = writeZip([{ name: 'word/document.xml', content, size: 100, deflate: true }]);
    await expect(readDocuments('lying.docx', lying)).rejects.toThrow(/not a readable \.docx/);
  });

  it('of many refused lines the first are told and the rest are counted', async () => {
    const good = JSON.stringify({ text: '咳嗽' });
    const read = await readDocuments('a.jsonl', Buffer.from(`${good}\n${'{"a":\n'.repeat(3000)}`));
    expect(read.documents).toHaveLength(1);
    expect(read.refused).toHaveLength(LIMITS.refusals);
    expect(read.refusedCount).toBe(3000);
  });

  it('a file whose lines are no records is given up after some of them', async () => {
    const path = file('bad.jsonl', '{\n'.repeat(LIMITS.refusedAtStart + 1));
    const told: number[] = [];
    const read = async () => {
      for await (const item of readRecords(path)) if (item.kind === 'refused') told.push(item.line);
    };
    await expect(read()).rejects.toThrow(/no record could be read\. line 1/);
    expect(told).toHaveLength(LIMITS.refusals);
  });

  it('deeply nested JSON is refused by line', async () => {
    const deep = `{"现病史":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    await expect(readDocuments('deep.jsonl', Buffer.from(deep))).rejects.toThrow(
      /line 1: is nested too deeply/,
    );
    await expect(readDocuments('deep.json', Buffer.from(`[${deep}]`))).rejects.toThrow(/nested too deeply/);
    await expect(readLabelled(file('deep.jsonl', deep), 'deep')).rejects.toThrow(/line 1.*nested too deeply/);
  });

  it('a GB18030 text with a broken tail is refused', async () => {
    const bytes = Buffer.from([0xb7, 0xa2, 0xc8, 0xc8, 0xb7]);
    await expect(readDocuments('a.txt', bytes)).rejects.toThrow(/neither valid UTF-8 nor valid GB18030/);
    expect((await readDocuments('a.txt', bytes.subarray(0, 4))).documents[0]?.text).toBe('发热');
  });
});

describe('packed files', () => {
  it('share one limit of unpacked bytes', () => {
    const budget = new ByteBudget(1000);
    const packed = gzipSync('a'.repeat(400));
    expect(budget.unpack(packed, 'a.gz')).toHaveLength(400);
    expect(budget.unpack(packed, 'b.gz')).toHaveLength(400);
    expect(() => budget.unpack(packed, 'c.gz')).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  it('that shrink more than honest ones do are refused, one by one and as a stream', async () => {
    const bomb = gzipSync(Buffer.alloc(LIMITS.ratioFrom + 1, 'a'));
    const path = file('bomb.txt.gz', bomb);
    expect(() => unpack('bomb.txt.gz', bomb)).toThrow(/unpacks to over 200 times/);
    await expect(incoming(path, path)).rejects.toMatchObject({ code: 'too-large' });
    await expect(collect(readChunks(sourceFile(path)))).rejects.toThrow(/unpacks to over 200 times/);
  });

  it('of several members are one file, and count together', async () => {
    const members = Buffer.concat([gzipSync('患者'), gzipSync('咳嗽')]);
    expect((await readDocuments('a.txt.gz', members)).documents[0]?.text).toBe('患者咳嗽');
    const half = gzipSync(Buffer.alloc(LIMITS.ratioFrom / 2 + 1, 'a'));
    const path = file('halves.gz', Buffer.concat([half, half]));
    await expect(collect(readChunks(sourceFile(path)))).rejects.toThrow(/unpacks to over 200 times/);
  });

  it('zip archives that announce more files than can be read are refused before any is read', () => {
    const zip = zipOf(Array.from({ length: 3 }, (_, i) => ({ name: `${i}`, bytes: new Uint8Array(1) })));
    const end = zip.length - 22;
    const view = new DataView(zip.buffer, zip.byteOffset);
    view.setUint16(end + 10, 2, true);
    expect(() => openZip(zip)).toThrow(/announces 2 entries and holds 3/);
    expect(LIMITS.files).toBeGreaterThan(0xffff - 1); // more need zip64
  });

  it('zips inside zips are unpacked to a depth only', async () => {
    const nested = (depth: number): Uint8Array =>
      depth === 0
        ? zipOf([{ name: 'a.txt', bytes: Buffer.from('咳嗽') }])
        : zipOf([{ name: 'inner.zip', bytes: nested(depth - 1) }]);
    const read = (depth: number) => incoming(file(`${depth}.zip`, nested(depth)));
    expect((await read(3)).documents).toMatchObject([{ text: '咳嗽' }]);
    await expect(read(4)).rejects.toThrow(/inner\.zip: it holds archives within archives, more than 3 deep/);
  });
});

describe('annotations', () => {
  it('elements of XML nested too deeply are refused where they begin to be', async () => {
    const deep = (n: number) =>
      `<xmi:XMI xmlns:xmi="http://www.omg.org/XMI">${'<a>'.repeat(n)}${'</a>'.repeat(n)}</xmi:XMI>`;
    const read = (n: number) =>
      readIncoming({ files: [{ name: 'a.xmi', path: file('a.xmi', deep(n)) }], format: 'xmi' });
    await expect(read(100_000)).rejects.toThrow(/a\.xmi:1:\d{4}: is nested too deeply/);
    await expect(read(10)).rejects.toThrow(/no cas:Sofa/);
  });

  it('entities of XML are not expanded', async () => {
    const lol = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xmi:XMI xmlns:xmi="http://www.omg.org/XMI">&b;</xmi:XMI>`;
    const path = file('lol.xmi', lol);
    await expect(readIncoming({ files: [{ name: 'lol.xmi', path }], format: 'xmi' })).rejects.toThrow(
      /document type declaration/,
    );
  });
});

describe('tables', () => {
  it('with too many columns are refused', async () => {
    const path = file('wide.csv', `${'a,'.repeat(LIMITS.columns)}a\n1,2\n`);
    const read = async () => {
      for await (const _row of trainingRows(path, 'wide.csv'));
    };
    await expect(read()).rejects.toThrow(/over 16384 columns/);
  });

  it('give a quote up that stays open for more than a record can have', () => {
    const refused: [number, string][] = [];
    const rows: number[] = [];
    const reader = new RowReader(',', {
      row: ({ number }) => rows.push(number),
      refuse: ({ number }, reason) => refused.push([number, reason]),
    });
    reader.push({ number: 1, text: '"open' });
    for (let number = 2; number < 20; number++) reader.push({ number, text: 'x'.repeat(1024 * 1024) });
    expect(refused).toEqual([[1, TABLE_PROBLEM.openQuote]]);
    expect(rows.length).toBeGreaterThan(10);
  });

  it('whose lines each leave a quote open are read a limited number of times', () => {
    let read = 0;
    let refused = 0;
    const reader = new RowReader(',', { row: () => undefined, refuse: () => refused++ });
    const lines = 20_000;
    for (let number = 1; number <= lines; number++)
      reader.push({
        number,
        get text() {
          read++;
          return 'a","b';
        },
      });
    reader.end();
    expect(refused).toBe(lines);
    expect(read).toBeLessThan(10 * (lines + LIMITS.rereadLines));
  });

  it('with a million columns in one line are refused', () => {
    const refused: string[] = [];
    const events = {
      row: () => refused.push('row'),
      refuse: (_line: unknown, why: string) => refused.push(why),
    };
    new RowReader('\t', events).push({ number: 1, text: 'a\t'.repeat(1_000_000) });
    expect(refused).toEqual([TABLE_PROBLEM.tooManyColumns]);
  });

  it('with a field of 500 MB without a line break are refused; the next line is read', () => {
    const splitter = new LineSplitter(LIMITS.graphLineBytes);
    const chunk = Buffer.alloc(MB, 'x');
    expect(splitter.push(Buffer.from('a,"'))).toEqual([]);
    for (let i = 0; i < 500; i++) expect(splitter.push(chunk)).toEqual([]);
    const [long, next] = splitter.push(Buffer.from('"\n1,2\n'));
    expect(long).toMatchObject({ number: 1, problem: LINE_PROBLEM.lineTooLong });
    expect(long?.text.length).toBeLessThan(1000);
    expect(next).toEqual({ number: 2, text: '1,2' });
  });

  it('with equal names get different ones in a time that grows with their number only', () => {
    const names = new UniqueNames();
    const given = Array.from({ length: 50_000 }, () => names.unused('a'));
    expect(new Set(given).size).toBe(50_000);
    expect(given.slice(0, 3)).toEqual(['a', 'a (2)', 'a (3)']);
  });
});

describe('settings and vectors', () => {
  it('JSON nested deeply, or larger than settings are, is refused', () => {
    const deep = Buffer.from(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(() => readJson('config.json', deep)).toThrow(/config\.json: it is no JSON text/);
    expect(() => readJson('config.json', Buffer.alloc(LIMITS.settingsBytes + 1, ' '))).toThrow(/too large/);
  });

  it('a safetensors header that claims 2^53 bytes, and a header of 10^12 word vectors, allocate nothing', async () => {
    const header = Buffer.from('0000000000002000', 'hex');
    expect(() => readSafetensors(header)).toThrow(/a header of 9007199254740992 bytes/);
    const path = file('vectors.txt', '999999999999 200\n');
    await expect(readVectorFile(path)).rejects.toThrow(/announces 999999999999 rows of 200 numbers/);
  });

  it('a gzipped bomb is no project file, and is not unpacked', async () => {
    const session = openTestSession();
    const path = file('p.jsonl', gzipSync(Buffer.alloc(64 * MB, 'a')));
    await expect(unpackProject(session, { name: 'p.jsonl', path })).rejects.toThrow(/is no project file/);
  });

  it('a brat line of a million colons is refused', async () => {
    const files = [
      { name: 'a.txt', path: file('a.txt', '咳嗽') },
      { name: 'a.ann', path: file('a.ann', `R1\tof ${':'.repeat(1_000_000)}\n`) },
    ];
    await expect(readIncoming({ files })).rejects.toThrow(/a\.ann:1:1: /);
  });

  it('a gzip file of 100,000 members is one text', async () => {
    const member = gzipSync('咳');
    const bytes = Buffer.concat(Array.from({ length: 100_000 }, () => member));
    const [unpacked] = unpack('a.txt.gz', bytes);
    expect(unpacked?.bytes).toHaveLength(300_000);
  });
});

describe('what is no regular file', () => {
  it('is refused: pipes and devices may never end', async () => {
    const fifo = join(temporaryDir(), 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const path of [fifo, '/dev/zero']) {
      expect(() => sourceFile(path)).toThrow(/not a file/);
      expect(() => readFiles(givenFiles([path]))).toThrow(/not a file/);
      await expect(incoming(path)).rejects.toThrow(/not a file/);
    }
  });

  it('a file that grows while it is read is read as it was', async () => {
    const path = file('log.jsonl', '{}\n'.repeat(1000));
    const source = sourceFile(path);
    const chunks = readChunks(source, { onRead: () => appendFileSync(path, '{}\n'.repeat(1000)) });
    expect((await collect(chunks)).length).toBe(3000);
  });
});
