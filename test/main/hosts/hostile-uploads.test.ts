/** Files made to exhaust, mislead or crash the department server, sent by somebody signed in, while a neighbour works. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { insertAccount } from '../../../main/db/repositories/accounts.ts';
import { appRoot } from '../../../main/resources.ts';
import { dbOf } from '../../../main/services/session/session.ts';
import { markStarterContent } from '../../../main/services/workspace/starter-content.ts';
import { Role } from '../../../shared/domain/account.ts';
import { Home, Program } from '../../helpers/app.ts';
import { docxOf, xlsxOf } from '../../helpers/office.ts';
import { PASSWORD, quickHash } from '../../helpers/passwords.ts';
import { written } from '../../helpers/pdf.ts';
import { greyPng } from '../../helpers/png.ts';
import { as, makeProject } from '../../helpers/projects.ts';
import { RemoteWindow } from '../../helpers/remote-window.ts';
import { openSession } from '../../helpers/session.ts';
import { writeZip } from '../../helpers/zip.ts';

const MB = 2 ** 20;
/** Most resident bytes of the server itself; files are read in other processes, which have a limit of their own. */
const MOST_MEMORY = 1024 * MB;

/** Entities that expand to 10^14 characters. */
const LAUGHS = `<!DOCTYPE x [<!ENTITY a0 "${'哈'.repeat(100)}">${Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`;
const bytes = (text: string): Buffer => Buffer.from(text);

/** A page with this content and these resources; `more` are objects from the fifth on. */
function pdf(content: string | Buffer, resources = '', more: readonly Buffer[] = [], extra = ''): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> >>`;
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page];
  const first = typeof content === 'string' ? stream('', bytes(content)) : content;
  return written([...objects.map((object) => bytes(object)), first, ...more], extra);
}
const stream = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([
    bytes(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    ...[data, bytes('\nendstream')],
  ]);
const image = (width: number, height: number, data: Buffer): Buffer =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode`,
    data,
  );
const DRAWN = '/XObject << /I 5 0 R >>';
const pages = (...kids: string[]): Uint8Array =>
  written(['<< /Type /Catalog /Pages 2 0 R >>', ...kids].map((object) => bytes(object)));

/** Files of records by name, each with the reason for which it is refused; `opened` for those that do no harm. */
const RECORDS: readonly (readonly [name: string, content: () => Uint8Array, outcome: string])[] = [
  [
    'outside.docx',
    () => docxOf('&e;', { 'word/styles.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x/>' }),
    'documents.unreadable-docx',
  ],
  ['deep.docx', () => docxOf('<w:tbl><w:tr><w:tc>'.repeat(20_000)), 'documents.unreadable-docx'],
  [
    'laughs.xlsx',
    () =>
      xlsxOf(
        { a: [['text'], ['x']] },
        { 'xl/sharedStrings.xml': `${LAUGHS}<sst><si><t>&a12;</t></si></sst>` },
      ),
    'tables.unreadable-office',
  ],
  [
    'bomb.xlsx',
    () =>
      xlsxOf(
        { a: [['text']] },
        { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(8_000_000)}</sst>` },
      ),
    'files.too-large-unpacked',
  ],
  [
    'far.xlsx',
    () =>
      xlsxOf(
        { a: [['text']] },
        {
          'xl/worksheets/sheet1.xml':
            '<worksheet><sheetData><row><c r="ZZZZZZZZ1"/></row></sheetData></worksheet>',
        },
      ),
    'tables.unreadable-office',
  ],
  ['huge.png', () => greyPng(100_000, 100_000, deflateSync('')), 'documents.picture-too-large'],
  ['most.png', () => greyPng(0xffffffff, 0xffffffff, deflateSync('')), 'documents.picture-too-large'],
  ['none.png', () => greyPng(0, 0, deflateSync('')), 'documents.unreadable-picture'],
  ['empty.png', () => greyPng(8000, 8000, deflateSync('')), 'documents.unreadable-picture'],
  [
    'cut.png',
    () => greyPng(1000, 1000, deflateSync(Buffer.alloc(1001 * 1000))).subarray(0, 100),
    'documents.unreadable-picture',
  ],
  [
    'lies.jpg',
    () => Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffd9', 'hex'),
    'documents.picture-too-large',
  ],
  ['loop.pdf', () => pages('<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>'), 'documents.unreadable-pdf'],
  [
    'loops.pdf',
    () =>
      pages('<< /Type /Pages /Count 9 /Kids [3 0 R] >>', '<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>'),
    'documents.unreadable-pdf',
  ],
  ['count.pdf', () => pages('<< /Type /Pages /Count 2000000000 /Kids [] >>'), 'documents.pdf-without-text'],
  ['before.pdf', () => pdf(' ', '', [], '/Prev 0'), 'documents.pdf-without-text'],
  [
    'own-length.pdf',
    () => pdf(bytes('<< /Length 4 0 R >>\nstream\n \nendstream')),
    'documents.pdf-without-text',
  ],
  [
    'image.pdf',
    () =>
      pdf('q 595 0 0 842 0 0 cm /I Do Q', DRAWN, [image(100_000, 100_000, deflateSync(Buffer.alloc(1000)))]),
    'documents.pdf-without-text',
  ],
  ['deep.json', () => bytes('['.repeat(5_000_000)), 'system.about'],
  ['proto.json', () => bytes('{"__proto__":{"text":"a"},"text":"咳嗽"}'), 'opened'],
  ['bomb.txt.gz', () => gzipSync(Buffer.alloc(300 * MB, 'a')), 'files.ratio-too-high'],
  ['cut.txt.gz', () => gzipSync('咳嗽'.repeat(1000)).subarray(0, 30), 'graph.damaged-gzip'],
  ['separators.hl7', () => bytes(`MSH|^~\\&|${'|'.repeat(500_000)}\rPID|${'^&~\\'.repeat(100_000)}`), ''],
  ['../../../../evil.txt', () => bytes('咳嗽'), 'opened'],
  ['a\u0000b.txt', () => bytes('咳嗽'), 'opened'],
  ['a\ud800.txt', () => bytes('咳嗽'), 'opened'],
  ['lone.json', () => bytes('{"text":"\\ud800咳嗽\\u0000"}'), ''],
];

const config = (more: object): Buffer =>
  bytes(
    JSON.stringify({
      ...{
        model_type: 'bert',
        hidden_size: 8,
        num_hidden_layers: 1,
        num_attention_heads: 2,
        intermediate_size: 16,
      },
      ...{ vocab_size: 5, max_position_embeddings: 16, type_vocab_size: 2, ...more },
    }),
  );
const tensors = (header: string): Buffer => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  return Buffer.concat([length, bytes(header)]);
};
const model = (weights: Uint8Array, more: object = {}, file = 'model.safetensors') => ({
  'config.json': config(more),
  ...{ 'vocab.txt': bytes('[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]'), [file]: weights },
});

type Files = Readonly<Record<string, Uint8Array>>;
/** Uploads with the method that reads them, its further input, and the code of its refusal. */
const UPLOADS: readonly (readonly [method: string, input: object, files: () => Files, code: string])[] = [
  ['projects.import', {}, () => ({ 'a.zip': nested(2) }), 'too-large'],
  [
    'projects.import',
    {},
    () => ({ 'a.zip': zip({ size: 10, content: Buffer.alloc(100 * MB) }) }),
    'bad-input',
  ],
  ['projects.import', {}, () => ({ 'a.zip': zip({ size: 0xfffffff0 }) }), 'too-large'],
  ['projects.import', {}, () => ({ 'a.zip': zip({ name: '../../evil.txt' }) }), 'bad-input'],
  ['projects.import', {}, () => ({ 'a.zip': zip({ name: 'a\u0000.txt' }) }), 'bad-input'],
  ['projects.import', {}, () => ({ 'a.zip': zip({}).subarray(0, 60) }), 'bad-input'],
  ['projects.import', {}, () => ({ 'a.xmi': bytes(`${LAUGHS}<xmi:XMI>&a12;</xmi:XMI>`) }), 'bad-input'],
  ['projects.previewTable', {}, () => ({ 'a.xlsx': RECORDS[3]![1]() }), 'too-large'],
  ['models.import', { name: 'm' }, () => model(tensors('{}'), { num_hidden_layers: 1e9 }), 'bad-input'],
  ['models.import', { name: 'm' }, () => model(tensors('{"a":'.repeat(200_000))), 'bad-input'],
  [
    'models.import',
    { name: 'm' },
    () => model(tensors('{"a":{"dtype":"F32","shape":[4294967296],"data_offsets":[0,17179869184]}}')),
    'bad-input',
  ],
  [
    'models.import',
    { name: 'm' },
    () =>
      model(
        writeZip([{ name: 'a/data.pkl', content: bytes('cos\nsystem\n(S"id"\ntR.') }]),
        {},
        'pytorch_model.bin',
      ),
    'bad-input',
  ],
  ['vectors.import', { name: 'v' }, () => ({ 'v.txt': bytes('999999999999 200\na 1\n') }), 'bad-input'],
  ['phrases.import', { name: 'p' }, () => ({ 'p.tsv': phrases() }), 'too-large'],
  [
    'datasets.import',
    { name: 'd', task: 'ner' },
    () => ({ 'd.jsonl': bytes(`{"text":${'['.repeat(MB)}`) }),
    'bad-input',
  ],
  ['projects.unpack', {}, () => ({ 'p.meridian.jsonl': gzipSync(Buffer.alloc(300 * MB, 'a')) }), 'bad-input'],
  ['projects.unpack', {}, () => ({ 'p.meridian.jsonl': bytes(`{"kind":${'['.repeat(MB)}`) }), 'bad-input'],
];
const SINGLE = new Set(['vectors.import', 'phrases.import', 'datasets.import', 'projects.unpack']);

const zip = (part: { name?: string; size?: number; content?: Uint8Array }): Uint8Array =>
  writeZip([{ name: 'a.txt', content: bytes('咳嗽'), deflate: true, ...part }]);
const nested = (depth: number): Uint8Array =>
  writeZip(
    Array.from({ length: 15 }, (_, n) => ({
      name: depth === 0 ? `${n}.txt` : `${n}.zip`,
      content: depth === 0 ? bytes('咳嗽'.repeat(50_000)) : nested(depth - 1),
      deflate: true,
    })),
  );
const phrases = (): Buffer => bytes(Array.from({ length: 400_000 }, (_, n) => `phrase\t词${n}`).join('\n'));

/** Serves a workspace as a program, with a project of somebody who may do everything. */
async function served() {
  const home = new Home();
  onTestFinished(() => home.remove());
  const session = openSession(home.workspace, join(home.dir, 'config', 'meridian'), 'lead');
  const password = quickHash(PASSWORD);
  for (const name of ['attacker', 'neighbour'])
    insertAccount(dbOf(session), {
      name,
      roles: [...Role.options],
      password,
      mustChange: false,
      createdBy: 'a',
    });
  markStarterContent(session);
  const { projectId } = makeProject(as(session, 'attacker'), ['文']);
  session.workspace.close();
  const command = [process.execPath, join(appRoot, 'main', 'cli.ts'), 'serve', '--lang', 'en'];
  const server = new Program([...command, '--address', '127.0.0.1', '--port', '0'], home.env);
  onTestFinished(() => server.end('SIGTERM'));
  const origin = await server.printed(/at (https:\/\/127\.0\.0\.1:\d+)\//);
  const attacker = await RemoteWindow.signedIn(origin, 'attacker');
  const neighbour = await RemoteWindow.signedIn(origin, 'neighbour');
  return { home, server, attacker, neighbour, projectId };
}

const opening = (window: RemoteWindow, name: string, content: Uint8Array, ticket?: string) =>
  window.ask('docs.import', { files: [{ name, base64: Buffer.from(content).toString('base64') }], ticket });

async function upload(window: RemoteWindow, files: Files): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const { uploadId } = await window.ask('files.open', { name, bytes: content.length });
    for (let at = 0; at < content.length; at += 4 * MB) {
      const base64 = Buffer.from(content.subarray(at, at + 4 * MB)).toString('base64');
      await window.ask('files.append', { uploadId, base64 });
    }
    ids.push(uploadId);
  }
  return ids;
}

/** Ids of messages in a reply's error or refusal. */
const reasons = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"id":"([\w.-]+)"/g)].map(([, id]) => id ?? '');

describe.skipIf(process.platform !== 'linux')('files of an attacker', () => {
  it('each get a clear error or do no harm; nothing is written elsewhere and memory stays', {
    tags: ['long'],
    timeout: 300_000,
  }, async () => {
    const { home, server, attacker, neighbour, projectId } = await served();
    for (const [name, make, outcome] of RECORDS) {
      const opened = opening(attacker, name, make());
      expect(await neighbour.code('projects.list', {})).toBe('ok');
      const { created, refused } = await opened;
      const told = refused.length === 0 ? ['opened'] : reasons(refused);
      expect(created.length + refused.length, name).toBe(1);
      if (outcome !== '') expect(told, name).toContain(outcome);
      expect(told, name).not.toContain('background.stopped');
    }
    for (const [method, input, make, code] of UPLOADS) {
      const files = make();
      const uploadIds = await upload(attacker, files);
      const given = SINGLE.has(method) ? { uploadId: uploadIds[0] } : { uploadIds };
      const project = method.startsWith('projects.') ? { projectId } : {};
      const answered = attacker.code(method, { ...input, ...given, ...project });
      expect(await neighbour.code('projects.list', {})).toBe('ok');
      expect(`${method} ${Object.keys(files)} ${await answered}`).toBe(
        `${method} ${Object.keys(files)} ${code}`,
      );
    }
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024).toBeLessThan(MOST_MEMORY);
    const everywhere = [home.dir, ...readdirSync(home.dir, { recursive: true })].map(String);
    expect(everywhere.filter((path) => /evil/.test(path))).toEqual([]);
    for (const path of ['/evil.txt', '/tmp/evil.txt']) expect(existsSync(path)).toBe(false);
  });

  it('of names that are too long for a folder are taken under names of our own', {
    timeout: 120_000,
  }, async () => {
    const { attacker } = await served();
    for (const name of [`a.${'b'.repeat(400)}`, '\u0000', '../../../x', '\ud800.zip', 'CON', '.'.repeat(500)])
      expect(`${name} ${await attacker.code('files.open', { name, bytes: 1 })}`).toBe(`${name} ok`);
    expect(await attacker.code('files.open', { name: 'x'.repeat(501), bytes: 1 })).toBe('bad-request');
    expect(await attacker.code('files.open', { name: 'x', bytes: -1 })).toBe('bad-request');
  });

  it('that take long hold up nobody else', { tags: ['long'], timeout: 300_000 }, async () => {
    const { attacker, neighbour } = await served();
    const drawn = 'q 595 0 0 842 0 0 cm /I Do Q\n'.repeat(50);
    const slow = pdf(drawn, DRAWN, [image(8000, 8000, deflateSync(Buffer.alloc(64_000_000)))]);
    const ended: string[] = [];
    const attacks = [1, 2, 3].map((n) =>
      opening(attacker, `${n}.pdf`, slow, `${n}`).then(
        () => ended.push('attack'),
        () => ended.push('attack'),
      ),
    );
    const { created } = await opening(neighbour, 'honest.txt', bytes('咳嗽三天'));
    ended.push('honest');
    expect(created).toHaveLength(1);
    expect(ended).toEqual(['honest']);
    for (const ticket of ['1', '2', '3']) await attacker.ask('requests.cancel', { ticket });
    await Promise.all(attacks);
  });
});
