/** The knowledge bench on small made-up sets with two updates: a table, and a second start that trains nothing. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
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
}

it('tells of every row, and goes on where it stopped', { tags: ['long'] }, () => {
  const root = temporaryDir();
  makeSets(root);
  const script = `import { run } from './test/bench/knowledge.ts'; console.log(await run());`;
  const bench = (rows: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '..', '..', '..'),
      env: {
        ...process.env,
        ...{
          MERIDIAN_TEST_DATA: root,
          BENCH_FOLDER: join(root, 'bench'),
          BENCH_ROWS: rows,
          BENCH_STEPS: '2',
        },
        ...{
          BENCH_SEEDS: '1',
          BENCH_ENCODER: 'tiny',
          BENCH_EPOCHS: '1',
          BENCH_GRAPH_EPOCHS: '1',
          BENCH_DOCUMENTS: '8',
        },
      },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout;
  };
  const done = () =>
    readFileSync(join(root, 'bench', 'done.jsonl'), 'utf8')
      .trim()
      .split('\n');
  const table = bench('^(plain|smedbert)$');
  expect(table).toMatch(/^\| MLM \+ SOP \| \d+\.\d \| \d+\.\d \| \d+\.\d \| \d+\.\d \|$/m);
  expect(table).toMatch(/^\| SMedBERT \| \d/m);
  const before = done();
  expect(bench('^(plain|smedbert)$')).toBe(table);
  expect(done()).toEqual(before);
  const more = bench('^(smedbert|neighbours-5)$');
  expect(more).toMatch(/^\| 5 \| \d+\.\d \|.*\n\| 10 \| \d/m);
  const added = done()
    .slice(before.length)
    .map((line) => JSON.parse(line).name as string);
  expect(added.filter((name) => !name.startsWith('without'))).toEqual([
    'neighbours-5-1',
    ...['cmedqaner', 'yidu', 'cmeie'].map((set) => `neighbours-5-1-${set}`),
  ]);
});
