/** Damaged project files and archives, byte by byte: refused whole, with place and reason in both languages. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../../../main/formats/annotations/index.ts';
import { unpack } from '../../../../../main/services/annotation-files/unpack.ts';
import { zipOf } from '../../../../../main/services/annotation-files/zip-write.ts';
import { LineSealer } from '../../../../../main/services/projects/exchange/checksummed-lines.ts';
import { packProject } from '../../../../../main/services/projects/exchange/write-project.ts';
import { openDocument } from '../../../../../main/services/projects/layers.ts';
import { listProjects } from '../../../../../main/services/projects/projects.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { words } from '../../../../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../../../../shared/result.ts';
import { add, edit, makeProject, relation, span, unpackProject } from '../../../../helpers/projects.ts';
import { saying } from '../../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../../helpers/workspace.ts';
import { writeZip } from '../../../../helpers/zip.ts';

const HAN = /\p{Script=Han}/u;

/** Returns the words of the refusal. Fails on any other error, or when a language is missing. */
function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, kept } = toErrorData(error);
    expect(words(message, 'en')).toMatch(/[a-z]{2}/);
    expect(words(message, 'zh')).toMatch(HAN);
    expect(kept).toEqual(saying('Nothing was imported'));
    return `${code}: ${words(message, 'en')}`;
  }
  return 'none';
}

function packed() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, ['咳嗽发热，𠮷。', '头痛\r\n两天']);
  edit(
    session,
    openDocument(session, documents[0] ?? 0),
    add(span(1, 0, 2)),
    add(span(2, 2, 4)),
    add(relation(3, 1, 2)),
  );
  const path = join(temporaryDir(), 'p.jsonl');
  packProject(session, projectId, path);
  return readFileSync(path);
}

const lineOf = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;

/** A good file, and a workspace that damaged ones are to come into. */
function open() {
  const bytes = packed();
  const target = openTestSession();
  return {
    bytes,
    bring: (content: Uint8Array) => refused(() => unpackProject(target, { name: 'p', bytes: content })),
    nothingKept: () => {
      expect(listProjects(target)).toEqual([]);
      for (const table of ['project_document', 'layer', 'item', 'edit', 'edit_change'])
        expect(dbOf(target).raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
    },
  };
}

describe('a project file', () => {
  it('that is cut off at any byte is refused with the line where it ends', () => {
    const { bytes, bring, nothingKept } = open();
    for (let at = 0; at < bytes.length; at++) {
      const said = bring(bytes.subarray(0, at));
      const line = Number(/^bad-input: p:(\d+): /.exec(said)?.[1]);
      // Cut between two lines, the last whole one is named.
      const isBetween = at === 0 || bytes[at - 1] === 10;
      expect(line, said).toBe(isBetween ? lineOf(bytes, at) - 1 : lineOf(bytes, at));
    }
    nothingKept();
  });

  it('in which any byte is another is refused with its line', () => {
    const { bytes, bring, nothingKept } = open();
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at % 8);
      expect(bring(damaged), `byte ${at}`).toMatch(new RegExp(`^bad-input: p:${lineOf(bytes, at)}: `));
    }
    nothingKept();
  });

  /** The file with other lines, their sums made right again. */
  const resealed = (
    bytes: Buffer,
    change: (lines: Record<string, unknown>[]) => readonly unknown[],
  ): Uint8Array => {
    const sealer = new LineSealer();
    const lines = bytes
      .toString()
      .trimEnd()
      .split('\n')
      // safe: made by us
      .map((line) => (JSON.parse(line) as { data: Record<string, unknown> }).data);
    return Buffer.from(
      change(lines)
        .map((line) => sealer.line(line))
        .join(''),
    );
  };
  const nested = (depth: number): unknown => {
    let value: unknown = 1;
    for (let n = 0; n < depth; n++) value = [value];
    return value;
  };
  const ofKind = (kind: string) => (line: Record<string, unknown>) => line.kind === kind;
  const following = (lines: Record<string, unknown>[], kind: string, extra: unknown): unknown[] => {
    const at = lines.findLastIndex(ofKind(kind));
    return [...lines.slice(0, at + 1), extra, ...lines.slice(at + 1)];
  };

  it.each<[string, (lines: Record<string, unknown>[]) => readonly unknown[], RegExp]>([
    [
      'a newer version',
      ([head, ...rest]) => [{ ...head, version: 99 }, ...rest],
      /^newer-version: .*newer Meridian/,
    ],
    ['no version', ([head, ...rest]) => [{ ...head, version: 0 }, ...rest], /^bad-input: p:1: /],
    ['another kind of file', ([, ...rest]) => rest, /^bad-input: p:1: it is no project file/],
    ['two beginnings', (lines) => [lines[0], ...lines], /^bad-input: p:2: it is no project file/],
    [
      'two projects',
      (lines) => following(lines, 'project', lines[1]),
      /^bad-input: p:3: the project is there twice/,
    ],
    [
      'a document twice',
      (lines) => following(lines, 'document', lines.find(ofKind('document'))),
      /^bad-input: p:\d+: /,
    ],
    [
      'a layer twice',
      (lines) => following(lines, 'layer', lines.find(ofKind('layer'))),
      /^bad-input: p:\d+: /,
    ],
    ['an edit twice', (lines) => following(lines, 'edit', lines.find(ofKind('edit'))), /^bad-input: p:\d+: /],
    [
      'something after its end',
      (lines) => [...lines, lines[2]],
      /^bad-input: p:\d+: something follows its end/,
    ],
    ['no end', (lines) => lines.slice(0, -1), /^bad-input: p:\d+: it is cut off here/],
    ['a document less', (lines) => lines.filter((line) => line.kind !== 'document'), /^bad-input: p:\d+: /],
    ['no edits', (lines) => lines.filter((line) => line.kind !== 'edit'), /^bad-input: p:\d+: /],
    ['an unknown kind', (lines) => following(lines, 'project', { kind: 'x' }), /^bad-input: p:3: /],
    [
      'deep JSON',
      (lines) => following(lines, 'project', { kind: 'document', text: nested(3000) }),
      /^bad-input: p:3: /,
    ],
    [
      'a text for a number',
      (lines) => lines.map((line) => (line.kind === 'layer' ? { ...line, id: 'x' } : line)),
      /^bad-input: p:\d+: /,
    ],
  ])('whose sums are right but with %s is refused', (_what, change, reason) => {
    const { bytes, bring, nothingKept } = open();
    expect(bring(resealed(bytes, change))).toMatch(reason);
    nothingKept();
  });

  it('is otherwise the one that comes in', () => {
    const { bytes, bring } = open();
    expect(bring(resealed(bytes, (lines) => lines))).toBe('none');
  });
});

describe('an archive', () => {
  const files = [
    { name: '甲.txt', bytes: Buffer.from('左下肢乏力，咳嗽三天。'.repeat(4)) },
    { name: '甲.ann', bytes: Buffer.from('T1\t症状 6 8\t咳嗽\n') },
  ];
  const zip = zipOf(files);
  const plain = (bytes: Uint8Array) =>
    unpack('a.zip', bytes).map(({ name, bytes: content }) => [name, Buffer.from(content).toString()]);
  const whole = plain(zip);

  it('that is cut off at any byte is refused by name', () => {
    for (let at = 0; at < zip.length; at++)
      expect(refused(() => plain(zip.subarray(0, at)))).toMatch(/^bad-input: a\.zip/);
  });

  it('in which any bit is another is refused by name, or nothing of its files is altered', () => {
    let refusals = 0;
    for (let at = 0; at < zip.length * 8; at++) {
      const damaged = Buffer.from(zip);
      damaged[at >> 3]! ^= 1 << (at & 7);
      let got: unknown;
      const said = refused(() => {
        got = plain(damaged);
      });
      if (said !== 'none') refusals++;
      // Names carry no checksum; contents do.
      else expect(got).toSatisfy((read: string[][]) => read.every(([, text], i) => text === whole[i]?.[1]));
    }
    expect(refusals).toBeGreaterThan(zip.length * 4);
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'two entries of one name',
      writeZip([
        { name: 'a.txt', content: Buffer.from('x') },
        { name: 'a.txt', content: Buffer.from('y') },
      ]),
      /two entries are named "a\.txt"/,
    ],
    [
      'a wrong checksum',
      writeZip([{ name: 'b.txt', content: Buffer.from('x'), crc: 7 }]),
      /"b\.txt" is damaged: its checksum/,
    ],
    [
      'a size that is not so',
      writeZip([{ name: 'c.txt', content: Buffer.from('xyz'), size: 2 }]),
      /"c\.txt"/,
    ],
    [
      'a name that leads out',
      writeZip([{ name: '../d.txt', content: Buffer.from('x') }]),
      /leads out of the archive/,
    ],
    [
      'a password',
      writeZip([{ name: 'e.txt', content: Buffer.from('x'), flags: 1 }]),
      /"e\.txt" is encrypted/,
    ],
  ])('with %s is refused by the entry', (_what, bytes, reason) => {
    expect(refused(() => plain(bytes))).toMatch(reason);
  });
});

describe('JSON that is nested without end', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  it.each(FORMATS.map(({ id, read }) => [id, read] as const))(
    '%s: is refused or read, and ends nothing',
    (_id, read) => {
      for (const text of [
        deep(200_000),
        `{"text":"咳嗽","entities":${deep(100_000)}}`,
        `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      ]) {
        try {
          read([{ name: 'deep.json', bytes: Buffer.from(text) }]);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(toErrorData(error).message).toEqual(saying(HAN, 'zh'));
        }
      }
    },
  );
});
