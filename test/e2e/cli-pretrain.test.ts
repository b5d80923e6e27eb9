/** Pre-training on the command line, and a tagger on the encoder that comes of it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRoot } from '../../main/resources.ts';
import { PretrainSample } from '../../shared/domain/pretrain-sample.ts';
import { PretrainReport } from '../../shared/domain/pretraining.ts';
import { Home } from '../helpers/app.ts';
import { cli, type Ran, type RunOptions } from '../helpers/cli.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';
import { corpusDocuments } from '../main/engine/train/pretrain-runs.ts';

const Outcome = z.object({ run: z.number(), model: z.string(), report: PretrainReport });
const SMALL =
  '--encoder tiny --length 32 --batch-size 8 --learning-rate 2e-3 --dev-share 0.15 --min-count 1'.split(' ');

let home: Home;
let corpus: string;
const run = (args: readonly string[], options?: RunOptions): Ran => cli(home, args, options);
function file(name: string, content: string | Uint8Array): string {
  const path = join(home.dir, name);
  writeFileSync(path, content);
  return path;
}
const lines = (records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

beforeAll(() => {
  home = new Home();
  corpus = file('corpus.jsonl', lines([...corpusDocuments(60), ...corpusDocuments(5)]));
});
afterAll(() => home.remove());

describe('pre-training on the command line', () => {
  it('makes an encoder that taggers build on, and a folder of it', () => {
    const book = file(
      'book.txt',
      corpusDocuments(20, 500)
        .map(({ text }) => text)
        .join('\n'),
    );
    const shown = ['train', '--task', 'pretrain', '--corpus', corpus, ...SMALL, '--samples', '2'];
    const samples = run([...shown, '--json']);
    expect(samples.code, samples.err).toBe(0);
    expect(z.array(PretrainSample).parse(JSON.parse(samples.out))).toHaveLength(2);
    expect(run(shown).out).toMatch(/^\[CLS\] .*\[MASK\]\{.\}.* \[SEP\]$/m);
    const trained = run([
      'train',
      '--task',
      'pretrain',
      '--corpus',
      corpus,
      book,
      ...SMALL,
      '--pair',
      'sop',
      '--epochs',
      '4',
      '--out',
      'mine',
      '--json',
    ]);
    expect(trained.code, trained.err).toBe(0);
    expect(trained.err).toMatch(/epoch 0\/4: dev loss \d\.\d+/);
    expect(trained.err).toMatch(/warning: 5 of 66 texts stand in the corpus already/);
    const { model, report } = Outcome.parse(JSON.parse(trained.out));
    expect(model).toBe('mine');
    const before = Number(/epoch 0\/4: dev loss (\d\.\d+)/.exec(trained.err)?.[1]);
    expect(report.loss).toBeLessThan(before - 0.4);
    expect(report.corpus).toMatchObject({ documents: 61, duplicates: 5 });
    expect(report.pairAccuracy).toBeDefined();

    const more = run([
      'train',
      '--task',
      'pretrain',
      '--corpus',
      corpus,
      '--encoder',
      'mine',
      '--length',
      '32',
      '--steps',
      '2',
      '--out',
      'more',
    ]);
    expect(more.code, more.err).toBe(0);
    expect(more.out).toMatch(/encoder more, best after epoch .*\ndev loss \d\.\d+, perplexity/);
    expect(run(['models', 'show', 'mine']).out).toMatch(/corpus: \{"documents":61/);
    expect(run(['runs', 'list']).out).toMatch(/mine +finished +tiny/);
    expect(run(['runs', 'show', '1']).out).toMatch(/dev loss .*\npairs: accuracy/);
    const html = join(home.dir, 'report.html');
    expect(run(['runs', 'report', '1', '--out', html]).code).toBe(0);
    expect(readFileSync(html, 'utf8')).toMatch(/困惑度 perplexity/);

    const [train, dev] = [
      file('train.jsonl', lines(nerDocuments(24))),
      file('dev.jsonl', lines(nerDocuments(6, 900))),
    ];
    const tagger = run([
      'train',
      '--train',
      train,
      '--dev',
      dev,
      '--network',
      'bert-crf',
      '--encoder',
      'mine',
      '--epochs',
      '1',
      '--out',
      'tagger',
    ]);
    expect(tagger.code, tagger.err).toBe(0);
    const folder = join(home.dir, 'exported');
    expect(run(['models', 'export', 'mine', '--out', folder]).code).toBe(0);
    for (const name of ['config.json', 'vocab.txt', 'model.safetensors'])
      expect(existsSync(join(folder, name))).toBe(true);
  });

  it('has an encoder read the knowledge graph, and says before the start what is missing', () => {
    const edges = ['肺炎\tHasSymptom\t咳嗽', '冠心病\tHasSymptom\t胸痛', '高血压\tHasSymptom\t头晕'];
    const own = join(home.dir, 'knowing');
    const train = (args: string) =>
      run([...`train -w ${own} --task pretrain --corpus ${corpus} --steps 2 ${args}`.split(' '), ...SMALL]);
    expect(
      run(['kg', 'import', file('graph.tsv', `head\trelation\ttail\n${edges.join('\n')}\n`), '-w', own]).code,
    ).toBe(0);
    const without = train('--model smedbert');
    expect(without.code).not.toBe(0);
    expect(without.err).toMatch(/smedbert needs vectors of the graph’s entities/);
    const named = train('--model embert --corruption-rate 0.5 --out embert --json');
    expect(named.code, named.err).toBe(0);
    const { report: names } = Outcome.parse(JSON.parse(named.out));
    expect(names.consistencyLoss).toBeGreaterThan(0);
    expect(names.pairLoss).toBeGreaterThan(0); // next sentences, as recommended for it
    const embedded = run(`embed transe --name kg --dim 8 --epochs 2 --held-out 0 -w ${own}`.split(' '));
    expect(embedded.code, embedded.err).toBe(0);
    for (const model of ['smedbert', 'kebiolm']) {
      const trained = train(`--model ${model} --entity-vectors kg --out ${model} --json`);
      expect(trained.code, trained.err).toBe(0);
      const { report } = Outcome.parse(JSON.parse(trained.out));
      expect(report.corpus.mentions).toBeGreaterThan(10);
      expect(report[model === 'smedbert' ? 'neighboursLoss' : 'linkingLoss']).toBeGreaterThan(0);
    }
  });

  it('goes on after it was killed, as if it had not been', { tags: ['long'] }, async () => {
    const long = [
      'train',
      '--task',
      'pretrain',
      '--corpus',
      corpus,
      ...SMALL,
      '--epochs',
      '12',
      '--checkpoint-minutes',
      '0.01',
    ];
    const straight = run([...long, '--out', 'straight', '--json']);
    expect(straight.code, straight.err).toBe(0);
    await killedAfterCheckpoint([...long, '--out', 'killed']);
    expect(run(['runs', 'show', 'killed']).out).toMatch(/state: interrupted/);
    const resumed = run(['train', '--resume', 'killed', '--json']);
    expect(resumed.code, resumed.err).toBe(0);
    expect(resumed.err).toMatch(/going on from step [1-9]/);
    expect(Outcome.parse(JSON.parse(resumed.out)).report).toEqual(
      Outcome.parse(JSON.parse(straight.out)).report,
    );
  });

  it('says what does not fit', () => {
    const pretrain = ['train', '--task', 'pretrain'];
    const wrong: [string[], number, RegExp][] = [
      [pretrain, 2, /needs --corpus PATH/],
      [[...pretrain, '--corpus', corpus, '--train', corpus], 2, /--train does not go with --task pretrain/],
      [
        ['train', '--train', corpus, '--dev', corpus, '--corpus', corpus],
        2,
        /--corpus .* belongs to --task pretrain/,
      ],
      [[...pretrain, '--corpus', join(home.dir, 'nowhere')], 1, /There is no file .*nowhere/],
      [[...pretrain, '--corpus', file('empty.txt', '')], 1, /There is no text in/],
      [
        [...pretrain, '--corpus', file('binary.txt', new Uint8Array([0, 1, 2, 255, 0]))],
        1,
        /not a text file/,
      ],
      [[...pretrain, '--corpus', file('one.txt', '咳嗽。')], 1, /single short text/],
      [[...pretrain, '--corpus', corpus, '--out', 'mini'], 1, /cannot be named mini: that is a size/],
      [[...pretrain, '--corpus', corpus, '--encoder', 'nobody'], 1, /There is no encoder nobody/],
      [[...pretrain, '--corpus', corpus, '--pair', 'both'], 2, /--pair/],
      [[...pretrain, '--corpus', corpus, '--packing', '--pair', 'sop'], 1, /Packing does not go with pairs/],
      [['train', '--resume', '1', '--corpus', corpus], 2, /--corpus cannot change/],
    ];
    for (const [args, status, message] of wrong) {
      const { code, out, err } = run(args);
      expect(err, args.join(' ')).toMatch(message);
      expect([code, out]).toEqual([status, '']);
    }
  });
});

/** Kills the command in its second epoch or later: the checkpoint of an epoch comes after what it says of dev. */
async function killedAfterCheckpoint(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(appRoot, 'main', 'cli.ts'), ...args], {
    env: { ...home.env, MERIDIAN_PASSPHRASE: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (/epoch ([2-9]|1\d)\/12: dev/.test(text)) child.kill('SIGKILL');
  });
  await new Promise((ended) => child.once('exit', ended));
  expect(child.signalCode).toBe('SIGKILL');
}
