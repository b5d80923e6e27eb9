/**
 * Real tokens a second of packed pre-training beside Hugging Face's Trainer with padding, in turns. `BENCH_CORPUS` names
 * a file of JSON lines with `text`, `MERIDIAN_BENCH_PYTHON` a Python with torch, transformers and accelerate.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BERT_SIZES } from '../../main/engine/models/bert/config.ts';
import { alternate, type Command, Peer } from './engine/peer.ts';
import { findTorch } from './engine/torch.ts';
import type { PretrainingCase } from './pretraining/case.ts';
import { writeSequences } from './pretraining/corpus.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const STEPS = Number(process.env.BENCH_STEPS ?? 3);
const THREADS = Number(process.env.BENCH_THREADS ?? 2);
/** All peers are in memory at once: with 64 sequences a batch each of them takes 3 GiB. */
const BATCH = 16;
const here = (file: string) => join(import.meta.dirname, 'pretraining', file);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const speedOf = ({ tokens, times }: Peer) => (1000 * sum(tokens)) / sum(times);
const perProcessorSecond = ({ tokens, cpu }: Peer) => (1000 * sum(tokens)) / sum(cpu);

/** Each peer in turn, after a warm-up that does not count. */
async function measure(commands: ReadonlyMap<string, Command>): Promise<Map<string, Peer>> {
  const peers = new Map<string, Peer>();
  for (const [name, command] of commands) peers.set(name, (await Peer.start(command)).peer);
  await alternate([...peers.values()], 1, 1);
  for (const peer of peers.values()) peer.forget();
  await alternate([...peers.values()], ROUNDS, STEPS);
  for (const peer of peers.values()) await peer.end();
  return peers;
}

function rows(encoder: PretrainingCase['encoder'], peers: ReadonlyMap<string, Peer>): string[] {
  const own = [...peers.values()][0]!;
  return [...peers].map(([name, peer]) => {
    const cells = [
      `${encoder === 'mini' ? '4 × 256' : '6 × 384'}, ${name}`,
      Math.round(speedOf(peer)),
      (speedOf(own) / speedOf(peer)).toFixed(2),
      Math.round(perProcessorSecond(peer)),
      (perProcessorSecond(own) / perProcessorSecond(peer)).toFixed(2),
      `${(peer.peak / 2 ** 30).toFixed(1)} GiB`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

export async function run(): Promise<string> {
  const { BENCH_CORPUS: corpus } = process.env;
  const torch = findTorch();
  if (corpus === undefined || torch === undefined)
    return 'Needs BENCH_CORPUS and a Python with torch, transformers and accelerate.';
  const folder = mkdtempSync(join(tmpdir(), 'meridian-pretraining-'));
  const before = loadavg()[0]!;
  const table: string[] = [];
  try {
    for (const encoder of ['mini', '6x384'] as const) {
      const bench: PretrainingCase = {
        ...{ encoder, ...BERT_SIZES[encoder], length: 128, batch: BATCH, maskShare: 0.15, threads: THREADS },
        ...{ packing: true, grouped: false, corpus },
        sequences: join(folder, 'sequences.jsonl'),
        vocabulary: join(folder, 'vocab.txt'),
      };
      writeSequences(bench);
      const own: Command = {
        program: process.execPath,
        args: [here('meridian-peer.ts'), JSON.stringify(bench)],
      };
      const other = (changes: Partial<PretrainingCase>): Command => ({
        program: torch.python,
        args: [here('trainer_peer.py'), JSON.stringify({ ...bench, ...changes })],
      });
      const peers = await measure(
        new Map([
          ['Meridian, packed', own],
          ['Trainer, padded', other({})],
          ['Trainer, padded, grouped by length', other({ grouped: true })],
        ]),
      );
      table.push(...rows(encoder, peers));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [
    `Masked language modelling (15 %), threads: ${THREADS}, AdamW, dropout 0.1, batches of ${BATCH} × 128 tokens, ${ROUNDS} × ${STEPS} updates of each in turn; PyTorch ${torch.version}. Both read the same sequences; tokens are real ones, padding left out. Load of the machine before: ${before.toFixed(1)}, after: ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| | tokens a second | packed is faster | tokens a processor second | packed is faster | most memory |',
    '|---|---:|---:|---:|---:|---:|',
    ...table,
  ].join('\n');
}
