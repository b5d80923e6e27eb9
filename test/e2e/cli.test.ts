/** The command line as people and scripts meet it: streams, exit codes, JSON, errors. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSamples } from '../../main/services/workspace/starter-content.ts';
import { Diagnosis } from '../../shared/domain/diagnosis.ts';
import { ImportReport, KgStats } from '../../shared/domain/graph.ts';
import { Mention } from '../../shared/domain/mention.ts';
import { Home } from '../helpers/app.ts';
import { cli, cliProcess, type Ran, type RunOptions } from '../helpers/cli.ts';

const Linked = z.object({
  id: z.string(),
  text: z.string().optional(),
  entities: z.array(Mention.omit({ cue: true, alternatives: true })),
});
const Ranked = Diagnosis.extend({ id: z.string() });

let home: Home;
const run = (args: readonly string[], options: RunOptions = {}): Ran => cliProcess(home, args, options);
/** For preparation and second looks, where the process is not what is tested. */
const quickly = (args: readonly string[], options: RunOptions = {}): Ran => cli(home, args, options);
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(home.dir, name);
  writeFileSync(path, content);
  return path;
};
const jsonLines = (out: string): unknown[] =>
  out
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

beforeAll(() => {
  home = new Home();
  const first = run(['kg', 'stats', '--json']);
  expect(first.code, first.err).toBe(0);
});
afterAll(() => home.remove());

describe('results', () => {
  it('kg stats --json is the graph by the contract, on standard output alone', () => {
    const { code, out, err } = run(['kg', 'stats', '--json']);
    expect(code).toBe(0);
    expect(err).toBe('');
    const stats = KgStats.parse(JSON.parse(out));
    expect(stats.entities).toBeGreaterThan(1000);
    expect(Object.values(stats.types).reduce((a, b) => a + b, 0)).toBe(stats.entities);
    expect(Object.values(stats.relations).reduce((a, b) => a + b, 0)).toBe(stats.triples);
    expect(quickly(['kg', 'stats']).out).toContain(`entities ${stats.entities}`);
  });

  it('link reads text from standard input and marks what is denied', () => {
    const text = '患者胸痛3小时，伴大汗，否认发热。';
    const { code, out } = run(['link', '-', '--json'], { input: text });
    expect(code).toBe(0);
    const [line] = jsonLines(out).map((value) => Linked.parse(value));
    for (const { start, end, text: words } of line?.entities ?? [])
      expect(text.slice(start, end)).toBe(words);
    const assertions = new Map(line?.entities.map((entity) => [entity.text, entity.assertion]));
    expect(assertions.get('胸痛')).toBe('present');
    expect(assertions.get('发热')).toBe('negated');
  });

  it('gives the composed text of section fields, to which the offsets belong', () => {
    const record = { id: 'r𠮷', 主诉: '胸痛😀3小时', 现病史: '伴大汗、恶心\n否认发热。', 年龄: 58 };
    const { code, out } = run(['link', '-', '--json'], { input: `${JSON.stringify(record)}\n` });
    expect(code).toBe(0);
    const [line] = jsonLines(out).map((value) => Linked.parse(value));
    expect(line?.id).toBe('r𠮷');
    expect(line?.text).toContain('主诉：胸痛😀3小时');
    expect(line?.entities.length).toBeGreaterThanOrEqual(4);
    for (const { start, end, text } of line?.entities ?? []) expect(line?.text?.slice(start, end)).toBe(text);
  });

  it('reads gzipped JSON lines, tells refused lines and goes on', () => {
    const path = file(
      'records.jsonl.gz',
      gzipSync('{"id":1,"text":"胸痛"}\n{broken\n[1]\n{"id":4,"text":"咳嗽"}\n'),
    );
    const { code, out, err } = run(['link', path, '--json']);
    expect(code).toBe(0);
    expect(jsonLines(out).map((value) => Linked.parse(value).id)).toEqual(['1', '4']);
    expect(err).toMatch(/records\.jsonl\.gz:2: refused/);
    expect(err).toMatch(/records\.jsonl\.gz:3: refused/);
    expect(err).toContain('2 documents, 4 characters');
  });

  it('diagnose --json is a diagnosis by the contract, best first', () => {
    const [sample] = readSamples();
    const { code, out } = run(['diagnose', '-', '--json', '--top', '3'], { input: sample?.text ?? '' });
    expect(code).toBe(0);
    const [ranked] = jsonLines(out).map((value) => Ranked.parse(value));
    expect(ranked?.candidates.length).toBeGreaterThanOrEqual(3); // diseases that the record names come on top
    expect(ranked?.candidates[0]?.entity.name).toContain('心肌梗死');
    const scores = ranked?.candidates.map(({ score }) => score) ?? [];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { spans, entity } of ranked?.candidates[0]?.for ?? []) {
      expect(spans.length, entity.name).toBeGreaterThan(0);
    }
  });

  it('demo writes a report that needs nothing but itself', () => {
    const out = join(home.dir, 'report.html');
    const { code } = run(['demo', '--out', out]);
    expect(code).toBe(0);
    const html = readFileSync(out, 'utf8');
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=/i);
    expect(html.match(/<mark class="t-/g)?.length).toBeGreaterThan(500);
    for (const { title } of readSamples()) expect(html).toContain(title);
  });
});

describe('kg import', () => {
  const TSV = [
    'head\trelation\ttail\ttail_type',
    '测试病甲\tHasSymptom\t测试症一\tsymptom',
    '测试病甲\tHasSymptom\t测试症二\tsymptom',
    '测试病甲\tSameAs\t测试病甲别名',
    '测试病乙\tTreatedByDrug\t测试药一\tdrug',
    '测试病甲\tHasSymptom\t测试症一\tsymptom',
    '只有一列',
  ].join('\n');

  it('gives a new workspace exactly what the file holds', () => {
    const workspace = join(home.dir, 'imported');
    const path = file('small.tsv', TSV);
    const { code, out } = run(['kg', 'import', path, '--workspace', workspace, '--json']);
    expect(code).toBe(0);
    const report = ImportReport.parse(JSON.parse(out));
    expect(report).toMatchObject({ rows: 6, triples: 4, newEntities: 5, newNames: 6, merged: 1 });
    expect(report.refused.map(({ count, examples }) => [count, examples[0]?.line])).toEqual([[1, 7]]);
    const stats = KgStats.parse(
      JSON.parse(quickly(['kg', 'stats', '--workspace', workspace, '--json']).out.trim()),
    );
    expect(stats).toMatchObject({ entities: 5, names: 6, triples: 4 });
    expect(stats.types).toEqual({ disease: 2, symptom: 2, drug: 1 });
    expect(quickly(['kg', 'search', '测试病甲别名', '-w', workspace]).out).toContain('测试病甲');
    expect(quickly(['kg', 'undo', '1', '-w', workspace]).code).toBe(0);
    expect(JSON.parse(quickly(['kg', 'stats', '-w', workspace, '--json']).out)).toMatchObject({
      entities: 0,
    });
  });

  it('refuses a binary file in one line and leaves the graph as it was', () => {
    const before = quickly(['kg', 'stats', '--json']).out;
    const { code, err } = run(['kg', 'import', file('x.bin', new Uint8Array([0, 1, 2, 255, 254, 0]))]);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(quickly(['kg', 'stats', '--json']).out).toBe(before);
  });
});

describe('failures', () => {
  const oneLine = ({ err }: Ran): string => {
    const lines = err.trim().split('\n');
    expect(lines, err).toHaveLength(1);
    expect(lines[0]).toMatch(/^meridian: \S/);
    expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+|node:internal/);
    return lines[0] ?? '';
  };

  it('exit with 2 on wrong use', () => {
    for (const args of [
      [],
      ['nothing'],
      ['__proto__'],
      ['link'],
      ['link', '-', '--unknown'],
      ['diagnose', '-', '--top', 'many'],
      ['kg', 'fly'],
      ['docs', 'export', '1'],
      ['kg', 'search', '痛', '--type', 'nonsense'],
    ]) {
      // Arguments are read in the same way by a process and by the thread.
      const { code, err, out } = args.length < 2 ? run(args) : quickly(args);
      expect(code, args.join(' ')).toBe(2);
      expect(err).toContain('Try --help');
      expect(out).toBe('');
    }
    expect(run(['--help'])).toMatchObject({ code: 0, err: '' });
  });

  it('exit with 1 and say in one readable line what happened', () => {
    const missing = run(['link', join(home.dir, 'missing.txt')]);
    expect(missing.code).toBe(1);
    expect(oneLine(missing)).toContain('missing.txt');
    const binary = run(['link', file('scan.txt', new Uint8Array([137, 80, 78, 71, 0, 1]))]);
    expect(binary.code).toBe(1);
    expect(oneLine(binary)).toContain('scan.txt');
    expect(run(['link', '-'], { input: '' }).code).toBe(1);
    const empty = join(home.dir, 'empty');
    mkdirSync(empty);
    const folder = run(['link', empty]);
    expect(folder.code).toBe(1);
    oneLine(folder);
    expect(oneLine(quickly(['kg', 'show', '没有这个实体']))).toContain('没有这个实体');
    expect(oneLine(quickly(['workspace', 'restore', 'nothing.db']))).toContain('nothing.db');
    const folderMissing = quickly(['demo', '--out', join(home.dir, 'none', 'r.html')]);
    expect(oneLine(folderMissing)).toMatch(/There is no .*none\.$/m);
    expect(oneLine(quickly(['demo', '--out', empty]))).not.toContain('EISDIR');
  });

  it('make no workspace at a mistyped path that is only read', () => {
    const typo = join(home.dir, 'typo');
    for (const command of [
      ['docs', 'list'],
      ['audit', 'verify'],
      ['models', 'list'],
      ['project', 'list'],
      ['project', 'stats', 'x'],
      ['workspace', 'info'],
      ['workspace', 'key', 'keyfile'],
      ['workspace', 'export-key', '--out', join(home.dir, 'key.json')],
      ['embed', 'list'],
      ['embed', 'delete', 'x'],
      ['models', 'unuse'],
      ['models', 'delete', 'x'],
      ['data', 'delete', 'x'],
      ['people', 'reset-password', 'x', '--password-file', file('password.txt', 'one long passphrase')],
      ['kg', 'search', 'x'],
    ]) {
      const ran = quickly([...command, '--workspace', typo], {
        env: { MERIDIAN_NEW_PASSPHRASE: 'one long passphrase', MERIDIAN_PASSWORD: 'one long passphrase' },
      });
      expect(ran.code, command.join(' ')).toBe(1);
      expect(oneLine(ran)).toContain('typo');
      expect(existsSync(typo)).toBe(false);
    }
  });

  it('show a stack with --debug', () => {
    const { code, err } = run(['link', join(home.dir, 'missing.txt'), '--debug']);
    expect(code).toBe(1);
    expect(err).toMatch(/\bat .*(read-stream\.ts|dist.main.*\.js):\d+/);
  });

  it('a closed pipe is none', () => {
    const lines = Array.from({ length: 10 }, () => readSamples().map(({ text }) => JSON.stringify({ text })));
    const path = file('many.jsonl', lines.flat().join('\n'));
    const { code, out, err } = run(['link', path, '--json'], { pipe: '| head -1' });
    expect(code, err).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('EPIPE');
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk is named', () => {
    expect(quickly(['docs', 'import', file('a.txt', '胸痛3小时')]).code).toBe(0);
    const full = run(['docs', 'export', '--out', '/dev/full']);
    expect(full.code).toBe(1);
    expect(full.err).toMatch(/disk is full/);
    expect(run(['docs', 'export', '--out', '/dev/full', '--lang', 'zh']).err).toContain('磁盘已满');
  });
});

describe('a workspace with a passphrase', () => {
  it('opens by MERIDIAN_PASSPHRASE or --passphrase-file and not otherwise', () => {
    const workspace = join(home.dir, 'locked');
    const env = { MERIDIAN_PASSPHRASE: '正确的口令 horse' };
    const made = run(['kg', 'import', file('w.txt', '测试词甲\n测试词乙\n'), '-w', workspace], { env });
    expect(made.code, made.err).toBe(0);
    const search = ['kg', 'search', '测试词甲', '-w', workspace];
    expect(run(search, { env }).out).toContain('测试词甲');
    const without = run(search);
    expect(without.code).toBe(1);
    expect(without.out).toBe('');
    const wrong = run(search, { env: { MERIDIAN_PASSPHRASE: 'wrong horse' } });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/passphrase/i);
    const phrase = file('phrase.txt', '正确的口令 horse\n');
    expect(run([...search, '--passphrase-file', phrase]).code).toBe(0);
  });
});
