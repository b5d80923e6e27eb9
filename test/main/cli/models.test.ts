/** `data` and `models` of the command line as processes of their own. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportFolder } from '../../../main/engine/io/model-folder.ts';
import { DataSet, LeakageReport, ModelCard } from '../../../shared/domain/training.ts';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';
import { taggerFiles } from '../../helpers/tagger.ts';
import { classifiedDocuments } from '../engine/train/classify-runs.ts';

let home: Home;
beforeAll(() => {
  home = new Home();
  expect(cli(home, ['kg', 'import', triples()]).code).toBe(0); // a workspace without the starter graph is quick
});
afterAll(() => home.remove());

function triples(): string {
  const path = join(home.dir, 'kg.tsv');
  writeFileSync(path, 'head\trelation\ttail\n肺炎\tHAS_SYMPTOM\t发热\n');
  return path;
}
const path = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(home.dir, name), content);
  return join(home.dir, name);
};
const line = (text: string) =>
  `${JSON.stringify({ text, entities: [{ start: 0, end: 2, type: 'disease', text: text.slice(0, 2) }] })}\n`;

/** The keys that the command line prints. */
const PrintedCard = ModelCard.omit({ inUse: true }).extend({ inEditor: z.boolean() });

/** Runs a command that must succeed and parses what it prints. */
function ask<T>(schema: z.ZodType<T>, args: readonly string[]): T {
  const { code, out, err } = cli(home, [...args, '--json']);
  expect(code, err).toBe(0);
  return schema.parse(JSON.parse(out));
}

describe('data', () => {
  it('imports, lists, compares and deletes', () => {
    const train = path('train.jsonl.gz', gzipSync(line('肺炎') + line('头痛')));
    const [set] = ask(z.array(DataSet), ['data', 'import', train]);
    expect(set).toMatchObject({
      documents: 2,
      types: { disease: 2 },
      name: expect.stringMatching(/\/train$/),
    });
    const [named] = ask(z.array(DataSet), [
      'data',
      'import',
      path('dev.jsonl', line('头 痛')),
      '--name',
      'dev',
    ]);
    expect(named?.name).toBe('dev');
    expect(ask(z.array(DataSet), ['data', 'list'])).toEqual([set, named]);
    for (const which of [set!.name, train])
      expect(ask(LeakageReport, ['data', 'leakage', which, 'dev'])).toEqual({
        documents: 1,
        leaked: 1,
        examples: [0],
      });
    ask(z.object({ deleted: z.string() }), ['data', 'delete', 'dev']);
    expect(ask(z.array(DataSet), ['data', 'list'])).toEqual([set]);
  });

  it('fails clearly: broken lines, unknown names, wrong use', () => {
    const broken = cli(home, [
      'data',
      'import',
      path('broken.jsonl', `${line('肺炎')}{"text":"x"}\n`),
      '--name',
      'b',
    ]);
    expect([broken.code, broken.out]).toEqual([1, '']);
    expect(broken.err).toMatch(/broken\.jsonl, line 2: entities/);
    expect(cli(home, ['data', 'delete', 'none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('none'),
    });
    expect(cli(home, ['data', 'leakage', 'one']).code).toBe(2);
    expect(cli(home, ['data', 'sort']).code).toBe(2);
  });
});

describe('models', () => {
  it('makes an encoder from a corpus, exports it for others and reads it back', () => {
    const corpus = path('corpus.jsonl', '{"text":"患者 WBC 升高"}\n{"text":"患者 WBC 正常"}\n');
    const init = [
      'models',
      'init',
      '--size',
      'tiny',
      '--vocab-size',
      '200',
      '--name',
      'enc',
      '--corpus',
      corpus,
      corpus,
    ];
    expect(ask(PrintedCard, init)).toMatchObject({ name: 'enc', task: 'encoder', network: 'bert 2×128' });
    const out = join(home.dir, 'exported');
    ask(z.object({ path: z.literal(out) }), ['models', 'export', 'enc', '--out', out]);
    expect(readdirSync(out).sort()).toEqual([
      'card.json',
      'config.json',
      'model.safetensors',
      'tokenizer_config.json',
      'vocab.txt',
    ]);
    expect(ask(PrintedCard, ['models', 'import', out, '--name', 'enc2']).parameters).toBe(
      ask(PrintedCard, ['models', 'show', 'enc']).parameters,
    );
    expect(cli(home, ['models', 'import', out, '--name', 'enc2']).err).toMatch(/another model named enc2/);
    expect(cli(home, ['models', 'use', 'enc']).err).toMatch(/encoder/);
    expect(cli(home, ['models', 'init', '--size', 'huge', '--name', 'x', corpus]).code).toBe(2);
  });

  it('imports a tagger, uses it, renames and deletes it', () => {
    const folder = join(home.dir, 'tagger');
    const files = taggerFiles('bilstm-crf');
    const card: ModelCard = {
      id: 1,
      name: 'x',
      task: 'ner',
      network: 'bilstm-crf',
      labels: ['disease', '药物'],
      parameters: 1,
      bytes: 1,
      createdAt: '2024-01-01T00:00:00.000Z',
      metrics: { f1: 0.5 },
      useInt8: false,
      inUse: false,
      version: '0',
    };
    expect(cli(home, ['models', 'import', folder]).err).toMatch(/no folder/);
    mkdirSync(folder);
    for (const [name, chunks] of exportFolder(files, card)) path(`tagger/${name}`, Buffer.concat(chunks));
    const imported = ask(PrintedCard, ['models', 'import', folder]);
    expect(imported).toMatchObject({ name: 'tagger', createdAt: card.createdAt, metrics: { f1: 0.5 } });
    expect(ask(PrintedCard, ['models', 'use', 'tagger']).inEditor).toBe(true);
    expect(ask(PrintedCard, ['models', 'rename', 'tagger', 'other'])).toMatchObject({
      name: 'other',
      inEditor: true,
    });
    expect(cli(home, ['models', 'show', 'other', '--lang', 'zh']).out).toMatch(
      /^编号: \d+\n名称: other\n任务: 实体识别\n来历: 导入\n网络: bilstm-crf\n参数量: \d+\n[\s\S]*^使用中: 是\n使用 int8: 否\n/m,
    );
    expect(cli(home, ['models', 'list', '--lang', 'zh']).out).toMatch(/other +实体识别 .* 编辑器 /);
    expect(cli(home, ['models', 'list']).out).toMatch(/other +ner +bilstm-crf +\d+ +0\.5000 +editor/);
    expect(ask(z.array(PrintedCard), ['models', 'unuse'])).toMatchObject([
      { name: 'other', inEditor: false },
    ]);
    expect(ask(z.object({ deleted: z.string() }), ['models', 'delete', 'other'])).toEqual({
      deleted: 'other',
    });
    expect(cli(home, ['models', 'show', 'other'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no model named other'),
    });
  });
});

describe('models ensemble', () => {
  it('averages trained models, needs them no more, and goes through a folder', () => {
    const texts = (from: number, count: number) =>
      classifiedDocuments(count, { from })
        .map(({ text, labels: [label] }) => `${JSON.stringify({ text, label })}\n`)
        .join('');
    const [train, dev] = [path('texts.jsonl', texts(0, 54)), path('texts-dev.jsonl', texts(1001, 27))];
    for (const network of ['linear-svm', 'nb-svm']) {
      const args = ['train', '--task', 'classify', '--train', train, '--dev', dev, '--network', network];
      const { code, err } = cli(home, [...args, '--out', network]);
      expect(code, err).toBe(0);
    }
    const made = ask(PrintedCard, ['models', 'ensemble', 'both', 'linear-svm', 'nb-svm']);
    expect(made).toMatchObject({ network: 'linear-svm + nb-svm', task: 'classify' });
    expect(made.members?.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
    expect(made.metrics.accuracy).toBeGreaterThan(0.9);
    for (const name of ['linear-svm', 'nb-svm']) expect(cli(home, ['models', 'delete', name]).code).toBe(0);
    const folder = join(home.dir, 'both-folder');
    expect(cli(home, ['models', 'export', 'both', '--out', folder]).code).toBe(0);
    expect(ask(PrintedCard, ['models', 'import', folder, '--name', 'again'])).toMatchObject({
      network: made.network,
      members: made.members,
      metrics: made.metrics,
    });
    const [own, again] = ['both', 'again'].map((name) =>
      ask(z.looseObject({ accuracy: z.number() }), ['evaluate', '--model', name, '--data', dev]),
    );
    expect(again!.accuracy).toBe(own!.accuracy);
    expect(own!.accuracy).toBeGreaterThan(0.9);
    expect(cli(home, ['models', 'use', 'both']).code).toBe(0);
    for (const args of [['x'], ['both', 'again'], ['x', 'nobody']])
      expect(cli(home, ['models', 'ensemble', ...args]).code).not.toBe(0);
  });
});
