/**
 * From the start of the browser host to its printed address, the first and later times, the memory of its processes,
 * and `link` of a short text by the command line with all public graphs imported. From the build, on Linux.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBuilt } from '../../main/bundle.ts';
import { SMALL_YOUNG_SPACE } from '../../main/processes/entries.ts';
import { appRoot } from '../../main/resources.ts';
import { readSamples } from '../../main/services/workspace/starter-content.ts';
import { Home, Program } from '../helpers/app.ts';
import { descendants } from '../helpers/proc.ts';
import { setPath } from '../helpers/public-data.ts';
import { used, Window } from './versions.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SHORT_TEXT = 250;

interface Start {
  /** Milliseconds until the address. */
  readonly wall: number;
  readonly cpu: number;
}

export async function run(): Promise<string> {
  if (!isBuilt('all')) return 'Not measured: run npm run build first.';
  const home = new Home();
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, NODE_ENV: _test, ...env } = home.env;
  try {
    const first = await start(env, async () => undefined);
    const again: Start[] = [];
    for (let round = 0; round < ROUNDS; round++) again.push(await start(env, async () => undefined));
    const memory: string[] = [];
    await start(env, async (pid, address) => {
      const window = await Window.open(address);
      const [{ text = '' } = {}] = readSamples();
      await window.ask('text.annotate', { text });
      await sleep(1000);
      memory.push(memoryRow('after the highlights of the dictionary', pid));
      await window.ask('diagnosis.rank', { text, top: 10 });
      await window.ask('text.predict', { text });
      await window.ask('diagnosis.predict', { text });
      await sleep(1000);
      memory.push(memoryRow('after suggestions and both starter models', pid));
      window.close();
    });
    return [
      '| from its start until | wall, ms | processor, ms |',
      '|---|---:|---:|',
      `| browser host, first start: address | ${first.wall.toFixed(0)} | ${first.cpu.toFixed(0)} |`,
      startRow(`browser host, later starts: address (median of ${ROUNDS})`, again),
      ...linkRows(env),
      '',
      '| resident memory of browser host and engine | host, MB | engine, MB | both, without counting shared pages twice |',
      '|---|---:|---:|---:|',
      ...memory,
    ].join('\n');
  } finally {
    home.remove();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const startRow = (what: string, starts: readonly Start[]): string =>
  `| ${what} | ${median(starts.map(({ wall }) => wall)).toFixed(0)} | ${median(starts.map(({ cpu }) => cpu)).toFixed(0)} |`;

async function start(
  env: NodeJS.ProcessEnv,
  then: (pid: number, address: string) => Promise<void>,
): Promise<Start> {
  const began = performance.now();
  const host = new Program(
    [process.execPath, SMALL_YOUNG_SPACE, join(appRoot, 'dist', 'main', 'index.js')],
    env,
  );
  try {
    const address = await host.printed(/(http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]+)/);
    const found = { wall: performance.now() - began, cpu: used(host.pid) };
    await sleep(1500); // the engine reads its tables
    await then(host.pid, address);
    return found;
  } finally {
    await host.end('SIGTERM');
  }
}

function memoryRow(when: string, pid: number): string {
  const processes = [pid, ...descendants(pid).map((child) => child.pid)];
  const [host = 0, engine = 0] = processes.map((one) => megabytes(one, 'Rss'));
  const shared = processes.reduce((sum, one) => sum + megabytes(one, 'Pss'), 0);
  return `| ${when} | ${host.toFixed(0)} | ${engine.toFixed(0)} | ${shared.toFixed(0)} |`;
}

/** @param what `Rss`, or `Pss`, in which a page that several processes share counts by parts */
function megabytes(pid: number, what: 'Rss' | 'Pss'): number {
  const found = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(
    readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'),
  );
  return Number(found?.[1]) / 1024;
}

/** `link` as a program of its own, from the second run on. */
function linkRows(env: NodeJS.ProcessEnv): string[] {
  const graphs = ['disease.csv.gz', 'triples.tsv.gz'].map((name) => setPath('kg_39net', name));
  const cli = (...args: string[]) =>
    spawnSync(
      'bash',
      [
        '-c',
        'TIMEFORMAT="cpu %R %U %S"; time "$@" >/dev/null',
        'bash',
        process.execPath,
        join(appRoot, 'dist', 'main', 'cli.js'),
        ...args,
      ],
      { env, encoding: 'utf8' },
    );
  for (const graph of graphs) if (existsSync(graph)) cli('kg', 'import', graph);
  const file = join(env.HOME ?? '', 'short.txt');
  writeFileSync(file, readSamples()[0]?.text.slice(0, SHORT_TEXT) ?? '');
  const runs = Array.from({ length: ROUNDS + 1 }, () => {
    const [, wall, user, system] =
      /cpu ([\d.]+) ([\d.]+) ([\d.]+)/.exec(cli('link', file, '--json').stderr) ?? [];
    return { wall: 1000 * Number(wall), cpu: 1000 * (Number(user) + Number(system)) };
  });
  const imported = graphs.every((graph) => existsSync(graph))
    ? 'starter graph and both files of 39.net'
    : 'starter graph';
  return [
    startRow(
      `\`link\` of ${SHORT_TEXT} characters, ${imported}: its end (median of ${ROUNDS})`,
      runs.slice(1),
    ),
  ];
}
