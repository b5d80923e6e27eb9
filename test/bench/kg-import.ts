/**
 * Imports into an encrypted workspace, and the time until the engine has read the graph: two million synthetic triples
 * over 300,000 entities, grouped by head and in random order, the starter graph, and the public 39.net triples where
 * they are. Each in a process of its own, for its peak memory.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { listSources } from '../../main/db/repositories/graph-read.ts';
import { GraphLinker } from '../../main/inference/graph-linker.ts';
import { importGraph, importStarter, undoImport } from '../../main/kg/import/index.ts';
import { spawnNode } from '../../main/processes/spawn-node.ts';
import { BackgroundProcesses } from '../../main/services/background/processes.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import { setPath } from '../helpers/public-data.ts';

const TRIPLES = 2_000_000;
const DISEASES = 50_000;
const ENTITIES = 300_000;
/** Triples of one disease. */
const BLOCK = 40;
/** To diseases, and to four other types. */
const RELATIONS = ['HasComplication', 'HasSymptom', 'NeedsExam', 'TreatedByDrug', 'HasFinding'];

const Result = z.object({
  triples: z.number(),
  seconds: z.number(),
  /** Longest processor time without a turn of the event loop, in milliseconds. */
  longest: z.number(),
  undoSeconds: z.number(),
  undoLongest: z.number(),
  /** Processor time in which the engine reads the graph, in seconds. */
  readySeconds: z.number(),
  /** Processor time of the import, in seconds. */
  cpuSeconds: z.number(),
  rss: z.number(),
});
type Result = z.infer<typeof Result>;

/** Returns a Markdown table. */
export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-kg-bench-'));
  try {
    const synthetic = join(dir, 'synthetic.tsv');
    await writeSynthetic(synthetic);
    const shuffled = join(dir, 'shuffled.tsv');
    writeShuffled(synthetic, shuffled);
    const cases: [label: string, source: string][] = [
      ['2 M synthetic triples, grouped by head', synthetic],
      ['2 M synthetic triples, in random order', shuffled],
      ['starter graph', 'starter'],
    ];
    const public39net = setPath('kg_39net', 'triples.tsv.gz');
    if (existsSync(public39net)) cases.push(['39.net triples', public39net]);
    const table39net = setPath('kg_39net', 'disease.csv.gz');
    if (existsSync(table39net)) cases.push(['39.net CSV', table39net]);
    const rows: string[] = [];
    for (const [label, source] of cases) {
      rows.push(tableRow(label, await measure(source)));
      console.error(rows.at(-1));
    }
    return [
      '| import | triples | seconds | processor, s | longest block, ms | engine reads it, processor s | undo, s | longest block, ms | peak RSS, MB |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
      '',
      'Blocks are processor time of the main thread between two turns of its event loop: beside other work they last longer by as much as the machine is busy. The write-ahead log is copied in a background process.',
      '',
    ].join('\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function tableRow(label: string, result: Result): string {
  const { triples, seconds, cpuSeconds, longest, readySeconds, undoSeconds, undoLongest, rss } = result;
  const [took, cpu, ready, undo] = [seconds, cpuSeconds, readySeconds, undoSeconds].map((s) => s.toFixed(1));
  return `| ${label} | ${triples} | ${took} | ${cpu} | ${longest.toFixed(0)} | ${ready} | ${undo} | ${undoLongest.toFixed(0)} | ${rss.toFixed(0)} |`;
}

async function measure(source: string): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, 'measure', source]);
  return Result.parse(JSON.parse(stdout));
}

/** Writes the rows in random order, the same on every machine. */
function writeShuffled(from: string, to: string): void {
  const [header = '', ...rows] = readFileSync(from, 'utf8').trimEnd().split('\n');
  const random = generator(11);
  for (let i = rows.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [rows[i], rows[j]] = [rows[j]!, rows[i]!];
  }
  writeFileSync(to, `${[header, ...rows].join('\n')}\n`);
}

/** Names of three to eight characters from a few hundred, each of one type, in rows grouped by head as crawls are. */
async function writeSynthetic(file: string): Promise<void> {
  const random = generator(7);
  const names = new Set<string>();
  while (names.size < ENTITIES) {
    const length = 3 + Math.floor(random() * 6);
    let name = '';
    for (let i = 0; i < length; i++)
      name += String.fromCharCode(0x4e00 + Math.floor(random() * random() * 900));
    names.add(name);
  }
  const all = [...names];
  const perTail = (ENTITIES - DISEASES) / (RELATIONS.length - 1);
  const out = createWriteStream(file);
  out.write('head\trelation\ttail\n');
  for (let row = 0; row < TRIPLES; ) {
    let block = '';
    const head = row / BLOCK;
    for (let i = 0; i < BLOCK; i++, row++) {
      const kind = i % RELATIONS.length;
      const first = kind === 0 ? 0 : DISEASES + (kind - 1) * perTail;
      const range = kind === 0 ? DISEASES : perTail;
      // The first two rows of a relation go through all tails in turn, the others to common ones.
      const step = Math.floor(i / RELATIONS.length);
      const place =
        kind > 0 && step < 2 ? (2 * head + step) % range : Math.floor(random() * random() * range);
      const tail = first + place;
      block += `${all[head]}\t${RELATIONS[kind]}\t${all[tail]}\n`;
    }
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** A small linear congruential generator: the same file on every machine. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** In the child process. */
async function measureHere(source: string): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-kg-bench-'));
  mkdirSync(join(dir, 'config'));
  const workspace = Workspace.open(join(dir, 'workspace'), {
    configDir: join(dir, 'config'),
    create: 'keyfile',
  });
  const background = new BackgroundProcesses(
    () => spawnNode('background'),
    () => ({ databaseFile: workspace.databaseFile, key: workspace.key }),
  );
  const checkpoint = () => background.run('checkpoint', {});
  try {
    const steps =
      source === 'starter'
        ? importStarter(workspace.db, {})
        : importGraph(workspace.db, { name: source, path: source }, { format: 'auto', checkpoint });
    const before = process.cpuUsage();
    const { report, seconds, longest } = await drive(steps);
    const { user, system } = process.cpuUsage(before);
    const rss = process.resourceUsage().maxRSS / 1024;
    const loading = process.cpuUsage();
    GraphLinker.load(workspace.db);
    const loaded = process.cpuUsage(loading);
    const readySeconds = (loaded.user + loaded.system) / 1e6;
    const sourceId = listSources(workspace.db)[0]?.id ?? 0;
    const undone = await drive(undoImport(workspace.db, sourceId, { checkpoint }));
    const cpuSeconds = (user + system) / 1e6;
    const [undoSeconds, undoLongest] = [undone.seconds, undone.longest];
    const { triples } = report;
    return { triples, seconds, cpuSeconds, longest, readySeconds, undoSeconds, undoLongest, rss };
  } finally {
    await background.stop();
    workspace.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function drive<Report>(
  steps: AsyncGenerator<unknown, Report>,
): Promise<{ report: Report; seconds: number; longest: number }> {
  const started = performance.now();
  let longest = 0;
  for (;;) {
    const before = process.threadCpuUsage();
    const step = await steps.next();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    if (step.done === true)
      return { report: step.value, seconds: (performance.now() - started) / 1000, longest };
  }
}

if (process.argv[2] === 'measure') {
  const result = await measureHere(process.argv[3] ?? '');
  process.stdout.write(JSON.stringify(result));
}
