/**
 * Quality per hour of encoders from random weights: pre-trained by each recipe for the same hours on the same texts, then
 * fine-tuned on two public sets. `BENCH_HOURS` hours of pre-training, by comma, `BENCH_SIZES` sizes, `BENCH_SEEDS` seeds,
 * `BENCH_ROWS` a pattern of the recipes wanted, `BENCH_FOLDER` where workspace and results are kept: a second start goes
 * on where the first one stopped, in the middle of a training too.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setPath } from '../helpers/public-data.ts';
import { meanAndDeviation, Steps } from './knowledge/steps.ts';

const list = (name: string, fallback: string) => (process.env[name] ?? fallback).split(',');
const HOURS = list('BENCH_HOURS', '1,4');
const SIZES = list('BENCH_SIZES', 'mini,6x384');
const SEEDS = Array.from({ length: Number(process.env.BENCH_SEEDS ?? 1) }, (_, i) => String(i + 1));
const WANTED = new RegExp(process.env.BENCH_ROWS ?? '');
const THREADS = process.env.BENCH_THREADS ?? '2';
const FOLDER = process.env.BENCH_FOLDER ?? join(tmpdir(), 'meridian-bench-encoders');
/** Epochs of fine-tuning. */
const EPOCHS = process.env.BENCH_EPOCHS ?? '5';
/** Updates of each pre-training instead of hours, for a first look. */
const { BENCH_STEPS: UPDATES } = process.env;

/** Ways to pre-train; all pack texts. Layers of `stacked` are half of the encoder's for half of the hours. */
const RECIPES: readonly { readonly id: string; readonly name: string; readonly args: readonly string[] }[] = [
  { id: 'random', name: 'one update', args: ['--steps', '1'] },
  { id: 'mlm15', name: 'MLM, 15 %', args: [] },
  { id: 'mlm30', name: 'MLM, 30 %', args: ['--mask-share', '0.3'] },
  { id: 'rtd', name: 'RTD', args: ['--objective', 'rtd'] },
  { id: 'hybrid', name: 'hybrid, 30 %', args: ['--objective', 'hybrid', '--mask-share', '0.3'] },
  { id: 'stacked', name: 'MLM, 30 %, stacked', args: ['--mask-share', '0.3'] },
];
const LAYERS: Readonly<Record<string, number>> = { tiny: 2, mini: 4, '6x384': 6, small: 4, base: 12 };

const TRAIN_SIDES = ['ner_cmedqaner', 'ner_yidu_s4k'];
const CORPUS = [
  ...['textbook_sentence', 'consultation', 'clinical_note'].map((name) =>
    setPath('corpus_zh', `${name}.jsonl.gz`),
  ),
  ...TRAIN_SIDES.map((set) => setPath(set, 'train.jsonl.gz')),
];
/** Sets that encoders are fine-tuned on. */
const SETS = [
  { id: 'ner', name: 'cMedQANER, F1', folder: 'ner_cmedqaner', args: ['--network', 'bert-crf'] },
  {
    ...{ id: 'qic', name: 'KUAKE-QIC, macro F1', folder: 'tc_kuake_qic' },
    args: ['--task', 'classify', '--text', 'query', '--label', 'label', '--network', 'bert'],
  },
] as const;
const side = (folder: string, part: 'train' | 'dev') => setPath(folder, `${part}.jsonl.gz`);

export async function run(): Promise<string> {
  const needed = [...CORPUS, ...SETS.flatMap(({ folder }) => [side(folder, 'train'), side(folder, 'dev')])];
  if (needed.some((file) => !existsSync(file)))
    return 'Skipped: the public data sets are not beside the project.';
  const steps = new Steps(FOLDER);
  const rows: string[] = [];
  for (const hours of HOURS)
    for (const size of SIZES)
      for (const { id, name, args } of RECIPES.filter((recipe) => WANTED.test(recipe.id))) {
        const seeds = SEEDS.map((seed) => measured(steps, { id, args, size, hours, seed }));
        const cells = [0, ...SETS.keys()].map((_, column) =>
          meanAndDeviation(seeds.map((scores) => scores[column] ?? Number.NaN)),
        );
        rows.push(`| ${[size, name, UPDATES ?? hours, ...cells].join(' | ')} |`);
      }
  return [
    `Encoders from random weights over the same texts, packed, sequences of 128, threads: ${THREADS}, seeds: ${SEEDS.length}; then fine-tuned for ${EPOCHS} epochs, best dev score in percent. "Taken": hours from start to end of pre-training, other work on the machine included. A row of one update tells what random weights give.`,
    '',
    `| size | recipe | ${UPDATES === undefined ? 'hours' : 'updates'} | taken | ${SETS.map(({ name }) => name).join(' | ')} |`,
    `|---|---|---:|---:|${SETS.map(() => '---:').join('|')}|`,
    ...rows,
  ].join('\n');
}

interface Cell {
  readonly id: string;
  readonly args: readonly string[];
  readonly size: string;
  readonly hours: string;
  readonly seed: string;
}

/** Pre-trains and fine-tunes. Returns the hours taken, then the scores on the sets in percent. */
function measured(steps: Steps, cell: Cell): number[] {
  const { id, size, hours, seed } = cell;
  const name = [id, size, UPDATES ?? hours, seed].join('-');
  const taken = id === 'stacked' ? stacked(steps, name, cell) : pretrained(steps, name, cell, size, 1);
  const scores = SETS.map((set) => {
    const model = `${name}-${set.id}`;
    const score = steps.train(model, [
      ...[...set.args, '--encoder', name, '--seed', seed, '--epochs', EPOCHS, '--threads', THREADS],
      ...['--train', side(set.folder, 'train'), '--dev', side(set.folder, 'dev')],
      ...(process.env.BENCH_DOCUMENTS === undefined
        ? []
        : ['--train-documents', process.env.BENCH_DOCUMENTS]),
    ]);
    steps.forget(model);
    return 100 * score;
  });
  return [taken, ...scores];
}

/** Trains half of the layers for half of the time, then all of them from these. Returns the hours taken. */
function stacked(steps: Steps, name: string, cell: Cell): number {
  const layers = LAYERS[cell.size] ?? 0;
  const half = `${name}-half`;
  const depth = (count: number) => ({ ...cell, args: [...cell.args, '--encoder-layers', String(count)] });
  const first = pretrained(steps, half, depth(layers / 2), cell.size, 0.5);
  return first + pretrained(steps, name, depth(layers), half, 0.5);
}

/** Pre-trains an encoder for a part of the hours. Returns the hours taken. */
function pretrained(
  steps: Steps,
  name: string,
  { args, hours, seed }: Cell,
  encoder: string,
  part: number,
): number {
  const time =
    UPDATES === undefined
      ? ['--hours', String(part * Number(hours))]
      : ['--steps', String(Math.ceil(part * Number(UPDATES))), '--epochs', '1000'];
  const own = args.includes('--steps') ? [] : time;
  steps.train(name, [
    ...['--task', 'pretrain', '--packing', '--length', '128', '--threads', THREADS, ...args, ...own],
    ...['--seed', seed, '--encoder', encoder, '--corpus', ...CORPUS],
  ]);
  return (steps.done.get(name)?.seconds ?? Number.NaN) / 3600;
}
