/**
 * Training and inference of the engine beside PyTorch in the same run: steps in turns, two threads each. Without PyTorch
 * the figures of the last run that had it stand for it.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { EAGER_BACKENDS, ONNX_PROVIDERS } from '../../main/engine/runtime/executor-name.ts';
import { BARS, type BenchCase, CASES, type CaseName, EVERYWHERE, isTagger } from './engine/cases.ts';
import { type Measured, measure } from './engine/measure.ts';
import type { Command } from './engine/peer.ts';
import {
  type Figures,
  findTorch,
  lastStoredRun,
  type StoredRun,
  storedComment,
  type Torch,
  torchCommand,
} from './engine/torch.ts';

const THREADS = 2;
const STEPS = Number(process.env.BENCH_STEPS ?? 16);
/** Steps on every other executor, some of which are slow. */
const SHORT = Math.min(7, STEPS);
const ONNX = 'onnx:cpu';

interface Row {
  readonly name: CaseName;
  readonly ours: Figures;
  readonly theirs: Figures | undefined;
  readonly others: number;
}

export async function run(): Promise<string> {
  const torch = findTorch();
  const stored = torch ? undefined : lastStoredRun();
  const wanted = process.env.BENCH_CASES?.split(',');
  const rows: Row[] = [];
  for (const name of caseNames()) {
    if (wanted && !wanted.includes(name)) continue;
    rows.push(await measureCase(name, torch, stored));
    console.error(line(rows.at(-1)!));
  }
  const kept = torch ? newRun(torch, rows) : stored;
  return [
    introduction(torch, stored, rows),
    '',
    ...table(rows),
    '',
    ...startTable(rows),
    '',
    '### Every executor that works here',
    '',
    ...(await executorTable()),
    ...(kept ? ['', storedComment(kept)] : []),
  ].join('\n');
}

const caseNames = (): CaseName[] => Object.keys(CASES) as CaseName[]; // safe: the table's own keys

function meridian(executor: string, bench: BenchCase): Command {
  const program = join(import.meta.dirname, 'engine', 'meridian-peer.ts');
  return { program: process.execPath, args: [program, executor, JSON.stringify(bench), String(THREADS)] };
}

async function measureCase(
  name: CaseName,
  torch: Torch | undefined,
  stored: StoredRun | undefined,
): Promise<Row> {
  const bench = CASES[name];
  const commands = [
    meridian(ONNX, bench),
    ...(torch ? [torchCommand(torch, { ...bench, threads: THREADS })] : []),
  ];
  const { figures, others } = await measure(commands, STEPS);
  return { name, ours: figures[0]!, theirs: torch ? figures[1] : stored?.cases[name], others };
}

function newRun({ version }: Torch, rows: readonly Row[]): StoredRun {
  return {
    version,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    cases: Object.fromEntries(rows.flatMap(({ name, theirs }) => (theirs ? [[name, theirs]] : []))),
  };
}

function introduction(torch: Torch | undefined, stored: StoredRun | undefined, rows: readonly Row[]): string {
  const peer = torch
    ? `PyTorch ${torch.version} eager, fused AdamW and Adam, both in turns`
    : stored
      ? `no PyTorch here: its figures are those of ${stored.version} on ${stored.date} (${stored.machine})`
      : 'no PyTorch here, and none was ever measured';
  const others = Math.max(0, ...rows.map((row) => row.others));
  return `${THREADS} threads, medians of ${STEPS} steps or more after a warm-up with the quartiles, ${peer}. Steps are those of the training loop, dropout masks and optimizer included. Other processes took up to ${(100 * others).toFixed(0)} % of the processor meanwhile (last column); processor time is that of all threads.`;
}

function table(rows: readonly Row[]): string[] {
  return [
    '| | Meridian, ms | PyTorch, ms | Meridian, a second | ratio | wanted | processor ms, both | others |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map(line),
  ];
}

function line({ name, ours, theirs, others }: Row): string {
  const { title, bar } = BARS[name];
  const times = ({ median, low, high }: Figures) => `${ms(median)} (${ms(low)}–${ms(high)})`;
  const ratio = theirs && theirs.median / ours.median;
  const cells = [
    title,
    times(ours),
    theirs ? times(theirs) : '',
    throughput(CASES[name], ours),
    ratio ? `${ratio.toFixed(2)} ×` : '',
    bar.kind === 'ratio' ? `${bar.least} ×` : `< ${bar.most} ms`,
    theirs ? `${ms(ours.cpu)} / ${ms(theirs.cpu)}` : ms(ours.cpu),
    `${(100 * others).toFixed(0)} %`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function throughput(bench: BenchCase, { median }: Figures): string {
  const [count, unit] = isTagger(bench) ? [bench.batch, 'sentences'] : [bench.batch * bench.length, 'tokens'];
  return `${Math.round((count * 1000) / median).toLocaleString('en')} ${unit}`;
}

const ms = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));
const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`;

/** From random weights: opening the executor, drawing the weights, compiling, and the first step. */
function startTable(rows: readonly Row[]): string[] {
  const pair = (mine: string, other: string | undefined) => (other ? `${mine} / ${other}` : mine);
  return [
    'Start to the end of the first step from random weights (wanted: < 5 s), and most memory held; Meridian / PyTorch.',
    '',
    '| | executor, weights, graph, first step | from the start of the process | peak memory |',
    '|---|---:|---:|---:|',
    ...rows.map(({ name, ours, theirs }) => {
      const cells = [
        BARS[name].title,
        pair(seconds(ours.first), theirs && seconds(theirs.first)),
        pair(seconds(ours.start), theirs && seconds(theirs.start)),
        pair(gigabytes(ours.peak), theirs && gigabytes(theirs.peak)),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

async function executorTable(): Promise<string[]> {
  const rows: string[] = [];
  const names = [...ONNX_PROVIDERS.map((provider) => `onnx:${provider}`), ...EAGER_BACKENDS];
  for (const name of names) rows.push(await executorRow(name));
  return [
    `BERT 2 × 128 with 2,000 tokens, MLM, AdamW, batch 8 × 64; medians of ${SHORT} steps.`,
    '',
    '| executor | ms a step | tokens a second | first step |',
    '|---|---:|---:|---:|',
    ...rows,
  ];
}

async function executorRow(name: string): Promise<string> {
  let measured: Measured;
  try {
    measured = await measure([meridian(name, EVERYWHERE)], SHORT);
  } catch (error) {
    return `| ${name} | ${error instanceof Error ? error.message : error} | | |`;
  }
  const figures = measured.figures[0]!;
  const rate = throughput(EVERYWHERE, figures).replace(' tokens', '');
  return `| ${name} | ${ms(figures.median)} (${ms(figures.low)}–${ms(figures.high)}) | ${rate} | ${seconds(figures.first)} |`;
}
