/** Seconds a training step of StaResGRU-CNN at the paper's size, beside PyTorch where a Python with torch is found. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Command, Peer, type Ready } from './engine/peer.ts';
import { type NetworkCase, PAPER_SIZE } from './networks/case.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Texts computed at once; gradients of smaller parts are added up. */
const PART = Number(process.env.BENCH_PART ?? PAPER_SIZE.batch);
/** One thread as well: threads that wait actively for one another suffer most on a machine with other work. */
const THREADS = [2, 1];

const here = (file: string) => join(import.meta.dirname, 'networks', file);

/** A Python with torch: $BENCH_PYTHON, or those on the path. */
function findTorch(): string | undefined {
  const candidates = [process.env.BENCH_PYTHON, 'python3', 'python'].filter((name) => name !== undefined);
  return candidates.find((name) => {
    if (name.includes('/') && !existsSync(name)) return false;
    return spawnSync(name, ['-c', 'import torch']).status === 0;
  });
}

interface Measured {
  readonly name: string;
  readonly peer: Peer;
  readonly ready: Ready;
}

async function start(name: string, command: Command): Promise<Measured> {
  return { name, ...(await Peer.start(command)) };
}

/** Both in turn, so that they see the same moods of the machine. */
async function measure(commands: readonly (readonly [string, Command])[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, command] of commands) measured.push(await start(name, command));
  for (let round = 0; round < ROUNDS; round++) for (const { peer } of measured) await peer.run(1);
  for (const { peer } of measured) await peer.end();
  return measured;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

function row({ name, peer, ready }: Measured): string {
  const [best, middle, worst] = [Math.min(...peer.times), median(peer.times), Math.max(...peer.times)];
  const cells = [
    name,
    `${seconds(middle)} (${seconds(best)} to ${seconds(worst)})`,
    seconds(median(peer.cpu)),
    seconds(ready.first),
    `${(peer.peak / 2 ** 30).toFixed(1)} GiB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

async function compare(bench: NetworkCase, torch: string | undefined): Promise<string[]> {
  const json = JSON.stringify(bench);
  const before = loadavg()[0]!;
  const measured = await measure([
    ['Meridian, onnx:cpu', { program: process.execPath, args: [here('meridian-peer.ts'), json] }],
    ...(torch === undefined
      ? []
      : [['PyTorch', { program: torch, args: [here('torch_peer.py'), json] }] as const]),
  ]);
  const [own, other] = measured;
  const ratio = (of: (peer: Peer) => readonly number[]) =>
    other === undefined ? '' : (median(of(other.peer)) / median(of(own!.peer))).toFixed(2);
  return [
    '',
    `### ${bench.threads} ${bench.threads === 1 ? 'thread' : 'threads'}`,
    '',
    '| | seconds a step, median (range) | processor seconds | first step, compilation included | most memory |',
    '|---|---:|---:|---:|---:|',
    ...measured.map(row),
    '',
    other === undefined
      ? 'No Python with torch was found.'
      : `PyTorch takes ${ratio(({ times }) => times)} times as long, ${ratio(({ cpu }) => cpu)} times the processor time. Load of the machine before: ${before.toFixed(1)}, after: ${loadavg()[0]!.toFixed(1)}.`,
  ];
}

export async function run(): Promise<string> {
  const { layers, hidden, dense, labels, embedding, batch, length } = PAPER_SIZE;
  const torch = findTorch();
  const sections: string[] = [];
  for (const threads of THREADS)
    sections.push(...(await compare({ ...PAPER_SIZE, part: PART, threads }, torch)));
  return [
    `One training step (gradients and Adam) of StaResGRU-CNN as a text classifier: ${layers} BiGRU layers of ${hidden} units a direction, residual connections, dense ${dense}, ${labels} labels, character vectors of ${embedding}; batch ${batch} in parts of ${PART}, ${length} tokens without padding; ${ROUNDS} steps of each in turn. Meridian's GRU resets before the recurrent product, as the paper's; PyTorch's nn.GRU after it.`,
    ...sections,
  ].join('\n');
}
