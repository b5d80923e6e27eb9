/** Benches of encoders on small made-up sets with two updates: a table, and a second start that trains nothing. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryDir } from '../../helpers/workspace.ts';
import { nerDocuments } from '../../main/engine/train/ner-documents.ts';
import { corpusDocuments } from '../../main/engine/train/pretrain-runs.ts';
import { relatedDocuments } from '../../main/engine/train/related-documents.ts';

const TRIPLES = [
  '肺炎\tHasSymptom\t咳嗽',
  '肺炎\tHasSymptom\t发热',
  '冠心病\tHasSymptom\t胸痛',
  '胃炎\tHasSymptom\t腹胀',
];

function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(lines.map((line) => `${line}\n`).join('')));
}

function makeSets(root: string): void {
  const json = (name: string, documents: readonly unknown[]) =>
    write(
      join(root, 'data', `${name}.jsonl.gz`),
      documents.map((document) => JSON.stringify(document)),
    );
  write(join(root, 'data', 'kg_39net', 'triples.tsv.gz'), ['head\trelation\ttail', ...TRIPLES]);
  for (const [i, name] of ['textbook_sentence', 'consultation', 'clinical_note'].entries())
    json(`corpus_zh/${name}`, corpusDocuments(20, 20 * i));
  for (const name of ['ner_cmedqaner', 'ner_yidu_s4k', 're_cmeie'])
    for (const [part, count, from] of [
      ['train', 16, 0],
      ['dev', 8, 100],
    ] as const)
      json(
        `${name}/${part}`,
        name === 're_cmeie' ? relatedDocuments(count, from) : nerDocuments(count, from),
      );
  for (const part of ['train', 'dev'])
    json(
      `tc_kuake_qic/${part}`,
      ['咳嗽吃什么药', '肺炎怎么治', '胸痛的原因', '胃炎吃什么好'].map((query, i) => ({
        query,
        label: i % 2 === 0 ? '治疗方案' : '病因分析',
      })),
    );
}

/** Runs a bench on the sets of a folder, where it keeps its results; returns what it prints. */
function bench(name: string, root: string, settings: Readonly<Record<string, string>>): string {
  const script = `import { run } from './test/bench/${name}.ts'; console.log(await run());`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: {
      ...process.env,
      ...{ MERIDIAN_TEST_DATA: root, BENCH_FOLDER: join(root, 'bench'), BENCH_STEPS: '2', BENCH_SEEDS: '1' },
      ...{ BENCH_EPOCHS: '1', BENCH_DOCUMENTS: '8', ...settings },
    },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Returns the names of the steps that are done. */
const doneIn = (root: string): string[] =>
  readFileSync(join(root, 'bench', 'done.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => z.object({ name: z.string() }).parse(JSON.parse(line)).name);

it('the bench of knowledge tells of every row, and goes on where it stopped', { tags: ['long'] }, () => {
  const root = temporaryDir();
  makeSets(root);
  const settings = { BENCH_ENCODER: 'tiny', BENCH_GRAPH_EPOCHS: '1' };
  const rows = (pattern: string, more = {}) =>
    bench('knowledge', root, { ...settings, BENCH_ROWS: pattern, ...more });
  expect(rows('^plain$', { BENCH_MINUTES: '0' })).toMatch(/^\| MLM \+ SOP \| … \| … \| … \| … \|$/m);
  const table = rows('^(plain|smedbert)$');
  expect(table).toMatch(/^\| MLM \+ SOP \| \d+\.\d \| \d+\.\d \| \d+\.\d \| \d+\.\d \|$/m);
  expect(table).toMatch(/^\| SMedBERT \| \d/m);
  const before = doneIn(root);
  expect(rows('^(plain|smedbert)$')).toBe(table);
  expect(doneIn(root)).toEqual(before);
  expect(rows('^(smedbert|neighbours-5)$')).toMatch(/^\| 5 \| \d+\.\d \|.*\n\| 10 \| \d/m);
  const added = doneIn(root).slice(before.length);
  expect(added.filter((name) => !name.startsWith('without'))).toEqual([
    'neighbours-5-1',
    ...['cmedqaner', 'yidu', 'cmeie'].map((set) => `neighbours-5-1-${set}`),
  ]);
});

it('the bench of encoders compares recipes, and goes on where it stopped', { tags: ['long'] }, () => {
  const root = temporaryDir();
  makeSets(root);
  const rows = (pattern: string) =>
    bench('encoders', root, {
      BENCH_SIZES: 'tiny',
      BENCH_HOURS: '1',
      BENCH_THREADS: '1',
      BENCH_ROWS: pattern,
    });
  const table = rows('^(rtd|stacked)$');
  expect(table).toMatch(/^\| tiny \| RTD \| 2 \| \d+\.\d \| \d+\.\d \| \d+\.\d \|$/m);
  expect(table).toMatch(/^\| tiny \| MLM, 30 %, stacked \| 2 \| \d/m);
  const before = doneIn(root);
  expect(before).toContain('stacked-tiny-2-1-half');
  expect(rows('^rtd$')).toMatch(/^\| tiny \| RTD \| 2 \|/m);
  expect(doneIn(root)).toEqual(before);
});
