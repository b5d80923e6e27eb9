/**
 * How long imports into an encrypted workspace take: a million synthetic triples over 300,000 entities, the starter
 * graph, and the public 39.net triples where they are. Each in a process of its own, for its peak memory.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { listSources } from '../../main/db/repositories/graph-read.ts';
import { type ImportProgress, importGraph, importStarter, undoImport } from '../../main/kg/import/index.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import type { ImportReport } from '../../shared/domain/graph.ts';
import { setPath } from '../helpers/public-data.ts';

const TRIPLES = 1_000_000;
const DISEASES = 50_000;
const ENTITIES = 300_000;
/** Triples of one disease. */
const BLOCK = 20;
/** To diseases, and to four other types. */
const RELATIONS = ['HasComplication', 'HasSymptom', 'NeedsExam', 'TreatedByDrug', 'HasFinding'];

const Result = z.object({
  triples: z.number(),
  seconds: z.number(),
  /** Longest time without a turn of the event loop, in milliseconds. */
  longest: z.number(),
  undoSeconds: z.number(),
  rss: z.number(),
});
type Result = z.infer<typeof Result>;

/** Returns a Markdown table. */
export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-kg-bench-'));
  try {
    const synthetic = join(dir, 'synthetic.tsv');
    await writeSynthetic(synthetic);
    const cases: [label: string, source: string, sliceMs: number][] = [
      ['1 M synthetic triples, 20 ms slices', synthetic, 20],
      ['1 M synthetic triples, 200 ms slices', synthetic, 200],
      ['starter graph', 'starter', 200],
    ];
    const public39net = setPath('kg_39net', 'triples.tsv.gz');
    if (existsSync(public39net)) cases.push(['39.net triples, 20 ms slices', public39net, 20]);
    const rows: string[] = [];
    for (const [label, source, sliceMs] of cases) rows.push(tableRow(label, await measure(source, sliceMs)));
    return [
      '| import | triples | seconds | triples/s | longest block, ms | undo, s | peak RSS, MB |',
      '|---|---:|---:|---:|---:|---:|---:|',
      ...rows,
      '',
    ].join('\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function tableRow(label: string, { triples, seconds, longest, undoSeconds, rss }: Result): string {
  const rate = Math.round(triples / seconds);
  return `| ${label} | ${triples} | ${seconds.toFixed(1)} | ${rate} | ${longest.toFixed(0)} | ${undoSeconds.toFixed(1)} | ${rss.toFixed(0)} |`;
}

async function measure(source: string, sliceMs: number): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    import.meta.filename,
    'measure',
    source,
    String(sliceMs),
  ]);
  return Result.parse(JSON.parse(stdout));
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
async function measureHere(source: string, sliceMs: number): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-kg-bench-'));
  mkdirSync(join(dir, 'config'));
  const workspace = Workspace.open(join(dir, 'workspace'), {
    configDir: join(dir, 'config'),
    create: 'keyfile',
  });
  try {
    const steps =
      source === 'starter'
        ? importStarter(workspace.db, { sliceMs })
        : importGraph(workspace.db, { name: source, path: source }, { format: 'triples', sliceMs });
    const { report, seconds, longest } = await drive(steps);
    const started = performance.now();
    const sourceId = listSources(workspace.db)[0]?.id ?? 0;
    for await (const _fraction of undoImport(workspace.db, sourceId, { sliceMs }));
    const undoSeconds = (performance.now() - started) / 1000;
    const rss = process.resourceUsage().maxRSS / 1024;
    return { triples: report.triples, seconds, longest, undoSeconds, rss };
  } finally {
    workspace.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function drive(
  steps: AsyncGenerator<ImportProgress, ImportReport>,
): Promise<{ report: ImportReport; seconds: number; longest: number }> {
  const started = performance.now();
  let longest = 0;
  for (let last = started; ; ) {
    const step = await steps.next();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (step.done === true) return { report: step.value, seconds: (now - started) / 1000, longest };
  }
}

if (process.argv[2] === 'measure') {
  const result = await measureHere(process.argv[3] ?? '', Number(process.argv[4]));
  process.stdout.write(JSON.stringify(result));
}
