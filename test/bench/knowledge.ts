/**
 * Encoders with and without knowledge at equal steps (SMedBERT, KeBioLM and their ablations), fine-tuned on parts of
 * public sets. `BENCH_STEPS` updates of each encoder, `BENCH_SEEDS` seeds, `BENCH_ROWS` a pattern of the rows wanted,
 * `BENCH_FOLDER` where workspace and results are kept: a second start goes on where the first one stopped. After
 * `BENCH_MINUTES` no training begins, and the table has `…` for what is still to come.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setPath } from '../helpers/public-data.ts';
import { ROWS, type Row, SETS, START, SWEEPS, VECTORS } from './knowledge/plan.ts';
import { meanAndDeviation, Steps, TimeIsUp } from './knowledge/steps.ts';

const STEPS = process.env.BENCH_STEPS ?? '1000';
const SEEDS = Array.from({ length: Number(process.env.BENCH_SEEDS ?? 3) }, (_, i) => i + 1);
const WANTED = new RegExp(process.env.BENCH_ROWS ?? '');
const FOLDER = process.env.BENCH_FOLDER ?? join(tmpdir(), `meridian-bench-knowledge-${STEPS}`);
const ENCODER = process.env.BENCH_ENCODER ?? 'mini';
const MINUTES = Number(process.env.BENCH_MINUTES ?? Number.POSITIVE_INFINITY);
/** Epochs of graph embeddings. */
const GRAPH_EPOCHS = process.env.BENCH_GRAPH_EPOCHS ?? '30';
/** Epochs of fine-tuning. */
const EPOCHS = process.env.BENCH_EPOCHS ?? '5';

const CORPUS = ['textbook_sentence', 'consultation', 'clinical_note'].map((name) =>
  setPath('corpus_zh', `${name}.jsonl.gz`),
);
const GRAPH = setPath('kg_39net', 'triples.tsv.gz');
const files = (folder: string) => ({
  train: setPath(folder, 'train.jsonl.gz'),
  dev: setPath(folder, 'dev.jsonl.gz'),
});

export async function run(): Promise<string> {
  const needed = [...CORPUS, GRAPH, ...SETS.flatMap(({ folder }) => Object.values(files(folder)))];
  if (needed.some((file) => !existsSync(file)))
    return 'Skipped: the public data sets are not beside the project.';
  const steps = new Steps(FOLDER, MINUTES);
  const rows = ROWS.filter(({ id }) => WANTED.test(id));
  const table = rows.map((row) =>
    tableRow(
      row,
      SEEDS.map((seed) => within(() => scoresOf(steps, row, seed))).filter((scores) => scores !== undefined),
    ),
  );
  const sweeps = SWEEPS.flatMap(({ title, main, rows }) => {
    const wanted = rows.filter(({ id }) => WANTED.test(id));
    if (wanted.length === 0) return [];
    const all = [...wanted, { ...ROWS[1]!, value: main }].toSorted((a, b) => a.value - b.value);
    return [
      '',
      ...sweepTable(
        title,
        all.flatMap((row) => {
          const scores = within(() => scoresOf(steps, row, 1));
          return scores === undefined ? [] : [[row.value, scores] as const];
        }),
      ),
    ];
  });
  const seconds = [...steps.done.values()].reduce((sum, done) => sum + done.seconds, 0);
  return [
    `\`BENCH_STEPS=${STEPS} BENCH_SEEDS=${SEEDS.length} npm run bench -- knowledge\`: encoders of size ${ENCODER}, batches of 16 × 128 tokens. All rows of a seed go on from the same plain encoder of ${STEPS} updates with MLM + SOP, for ${STEPS} updates more. Graph of 39.net with the starter graph. Fine-tuned for ${EPOCHS} epochs on the first ${SETS.map(({ documents }) => process.env.BENCH_DOCUMENTS ?? documents).join(', ')} documents of the sets; best dev score in percent, mean ± sd over the seeds. ${(seconds / 3600).toFixed(1)} hours together.`,
    '',
    `| | 1 / perplexity on held-out texts | ${SETS.map(({ name }) => name).join(' | ')} |`,
    `|---|---:|${SETS.map(() => '---:').join('|')}|`,
    ...table,
    ...sweeps,
  ].join('\n');
}

/** Returns what the work gives, or `undefined` when the time was up before it was whole. */
function within<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TimeIsUp) return undefined;
    throw error;
  }
}

/** Sizes of entity vectors by their model. */
const SIZES: Readonly<Record<string, string>> = { [VECTORS.smedbert]: '200', [VECTORS.kebiolm]: '100' };

/** Imports the graph, and trains the vectors of its entities that a row begins with. */
function prepare(steps: Steps, { args }: Row): void {
  steps.once('graph', ['kg', 'import', GRAPH, '--format', 'triples']);
  const name = args.find((_, i) => args[i - 1] === '--entity-vectors');
  if (name === undefined) return;
  const settings = ['--dim', SIZES[name]!, '--epochs', GRAPH_EPOCHS];
  steps.once(`vectors ${name}`, ['embed', name, '--name', name, ...settings]);
}

/** Pre-trains and fine-tunes a row with a seed. Returns its score on held-out texts, then those on the sets. */
function scoresOf(steps: Steps, row: Row, seed: number): number[] {
  prepare(steps, row);
  const start = `start-${seed}`;
  const settings = ['--task', 'pretrain', '--batch-size', '16', '--length', '128', '--epochs', '1000'];
  const pretrain = ({ id, args }: Row, encoder: string) =>
    steps.train(`${id}-${seed}`, [
      ...[...settings, '--steps', STEPS, '--seed', String(seed), '--encoder', encoder, ...lastOf(args)],
      ...['--corpus', ...CORPUS],
    ]);
  pretrain(START, ENCODER);
  const heldOut = pretrain(row, start);
  const scores = SETS.map(({ id, folder, args, documents }) => {
    const name = `${row.id}-${seed}-${id}`;
    const { train, dev } = files(folder);
    const score = steps.train(name, [
      ...[...args, '--encoder', `${row.id}-${seed}`, '--seed', String(seed), '--epochs', EPOCHS],
      ...[
        '--train-documents',
        process.env.BENCH_DOCUMENTS ?? String(documents),
        '--train',
        train,
        '--dev',
        dev,
      ],
    ]);
    steps.forget(name);
    return score;
  });
  return [heldOut, ...scores];
}

/** Keeps the last one of options that are given twice. */
function lastOf(args: readonly string[]): string[] {
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i += 2) values.set(args[i]!, args[i + 1]!);
  return [...values].flat();
}

/** Means over the seeds that are whole, whose number stands beside the name where some are missing. */
function tableRow({ name }: Row, seeds: readonly (readonly number[])[]): string {
  if (seeds.length === 0) return `| ${[name, '…', ...SETS.map(() => '…')].join(' | ')} |`;
  const cells = seeds[0]!.map((_, column) => meanAndDeviation(seeds.map((scores) => 100 * scores[column]!)));
  const some = seeds.length < SEEDS.length ? ` (${seeds.length} of ${SEEDS.length} seeds)` : '';
  return `| ${[`${name}${some}`, ...cells].join(' | ')} |`;
}

const sweepTable = (
  title: string,
  rows: readonly (readonly [value: number, scores: readonly number[]])[],
): string[] => [
  `| ${title}, SMedBERT, seed 1 | held-out texts | ${SETS.map(({ name }) => name).join(' | ')} |`,
  `|---:|---:|${SETS.map(() => '---:').join('|')}|`,
  ...rows.map(
    ([value, scores]) => `| ${[value, ...scores.map((score) => (100 * score).toFixed(1))].join(' | ')} |`,
  ),
];
