/**
 * Real tokens a second of fine-tuning without padding beside Hugging Face's Trainer, in turns. Needs the public data sets
 * (`MERIDIAN_TEST_DATA`) and `MERIDIAN_BENCH_PYTHON`, a Python with torch, transformers and accelerate.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BERT_SIZES } from '../../main/engine/models/bert/config.ts';
import { haveSets } from '../helpers/public-data.ts';
import { alternate, type Command, Peer } from './engine/peer.ts';
import { findTorch, type Torch } from './engine/torch.ts';
import { examplesOf, PART, recordsOf, type UnpaddedCase } from './unpadded/case.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const STEPS = Number(process.env.BENCH_STEPS ?? 12);
const THREADS = Number(process.env.BENCH_THREADS ?? 1);
const BATCH = 16;
const LENGTH = 256;
const SETS = [
  { name: 'cMedQANER', kind: 'tags', set: 'ner_cmedqaner' },
  { name: 'CMeEE', kind: 'tags', set: 'ner_cmeee' },
  { name: 'haodf', kind: 'labels', set: 'dx_haodf_triage' },
] as const;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Real tokens a second of wall time and of processor time. */
const speedsOf = ({ tokens, times, cpu }: Peer) => ({
  wall: (1000 * sum(tokens)) / sum(times),
  processor: (1000 * sum(tokens)) / sum(cpu),
});

function commands(bench: UnpaddedCase, { python }: Torch): Map<string, Command> {
  const own = (changes: Partial<UnpaddedCase>): Command => ({
    program: process.execPath,
    args: [
      join(import.meta.dirname, 'unpadded', 'meridian-peer.ts'),
      JSON.stringify({ ...bench, ...changes }),
    ],
  });
  const trainer = (changes: Partial<UnpaddedCase>): Command => ({
    program: python,
    args: [
      join(import.meta.dirname, 'pretraining', 'trainer_peer.py'),
      JSON.stringify({ ...bench, ...changes }),
    ],
  });
  return new Map([
    ['Meridian, packed', own({})],
    ['Meridian, packed, mixed int8', own({ precision: 'mixed-int8' })],
    ['Meridian, padded', own({ packed: false })],
    ['Trainer', trainer({})],
    ['Trainer, grouped by length', trainer({ grouped: true })],
  ]);
}

/** Runs the commands in turns, after a warm-up that does not count. */
async function inTurns(commands: ReadonlyMap<string, Command>, steps: number): Promise<Map<string, Peer>> {
  const peers = new Map<string, Peer>();
  for (const [peer, command] of commands) peers.set(peer, (await Peer.start(command)).peer);
  await alternate([...peers.values()], 1, steps);
  for (const peer of peers.values()) peer.forget();
  await alternate([...peers.values()], ROUNDS, steps);
  for (const peer of peers.values()) await peer.end();
  return peers;
}

/** Texts a second of prediction beside transformers' pipeline. */
async function measurePrediction(bench: UnpaddedCase, { python }: Torch): Promise<string[]> {
  const json = JSON.stringify(bench);
  const own = join(import.meta.dirname, 'unpadded', 'predict-peer.ts');
  const other = join(import.meta.dirname, 'unpadded', 'pipeline_peer.py');
  const peers = await inTurns(
    new Map([
      ['Meridian', { program: process.execPath, args: [own, json] }],
      ['Meridian, int8', { program: process.execPath, args: [own, json, 'int8'] }],
      ['pipeline, batches of 16', { program: python, args: [other, json] }],
    ]),
    1,
  );
  const first = speedsOf(peers.get('Meridian')!);
  return [...peers].map(([name, peer]) => {
    const { wall, processor } = speedsOf(peer);
    const cells = [
      name,
      wall.toFixed(1),
      (first.wall / wall).toFixed(2),
      processor.toFixed(1),
      (first.processor / processor).toFixed(2),
    ];
    console.error(cells.join(' | '));
    return `| ${cells.join(' | ')} |`;
  });
}

async function measure(name: string, bench: UnpaddedCase, torch: Torch): Promise<string[]> {
  const peers = await inTurns(commands(bench, torch), STEPS);
  const packed = speedsOf([...peers.values()][0]!);
  return [...peers].map(([title, peer]) => {
    const { wall, processor } = speedsOf(peer);
    const cells = [
      `${name}, ${title}`,
      Math.round(sum(peer.tokens) / peer.tokens.length),
      Math.round(wall),
      (packed.wall / wall).toFixed(2),
      Math.round(processor),
      (packed.processor / processor).toFixed(2),
      `${(peer.peak / 2 ** 30).toFixed(1)} GiB`,
    ];
    console.error(cells.join(' | '));
    return `| ${cells.join(' | ')} |`;
  });
}

export async function run(): Promise<string> {
  const torch = findTorch();
  const wanted = process.env.BENCH_CASES?.split(',');
  const sets = SETS.filter(({ name }) => wanted?.includes(name) ?? true);
  if (
    torch === undefined ||
    !haveSets(
      sets.map(({ set }) => set),
      'unpadded',
    )
  )
    return 'Needs the public data sets and a Python with torch, transformers and accelerate.';
  const folder = mkdtempSync(join(tmpdir(), 'meridian-unpadded-'));
  const encoder = process.env.BENCH_ENCODER === 'base' ? 'base' : 'mini';
  const before = loadavg()[0]!;
  const rows: string[] = [];
  const predicted: string[] = [];
  try {
    for (const { name, kind, set } of sets) {
      const data = { kind, set, encoder, batch: BATCH, length: LENGTH } as const;
      const { examples, vocabulary, labels } = examplesOf(data);
      const bench: UnpaddedCase = {
        ...{
          ...data,
          ...BERT_SIZES[encoder],
          labels,
          threads: THREADS,
          packed: true,
          grouped: false,
          precision: 'float32',
        },
        examples: join(folder, `${set}.jsonl`),
        vocabulary: join(folder, `${set}.txt`),
      };
      writeFileSync(bench.examples, examples.map((example) => JSON.stringify(example)).join('\n'));
      writeFileSync(bench.vocabulary, vocabulary);
      rows.push(...(await measure(name, bench, torch)));
    }
    const [{ kind, set }] = SETS;
    const data = { kind, set, encoder, batch: BATCH, length: LENGTH } as const;
    const { vocabulary, labels } = examplesOf(data);
    const bench: UnpaddedCase = {
      ...{ ...data, ...BERT_SIZES[encoder], labels, threads: THREADS },
      ...{ packed: true, grouped: false, precision: 'float32' },
      examples: join(folder, 'records.jsonl'),
      vocabulary: join(folder, 'records.txt'),
    };
    writeFileSync(
      bench.examples,
      recordsOf(data)
        .map((text) => JSON.stringify(text))
        .join('\n'),
    );
    writeFileSync(bench.vocabulary, vocabulary);
    predicted.push(...(await measurePrediction(bench, torch)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [
    `Fine-tuning of BERT ${encoder === 'mini' ? '4 × 256' : '12 × 768'}, threads: ${THREADS}, AdamW (fused in PyTorch), dropout 0.1, about ${BATCH} texts of at most ${LENGTH} tokens an update; ${ROUNDS} × ${STEPS} updates of each in turn, a slice of an epoch; PyTorch ${torch.version}. Tokens are real ones, padding left out. Load of the machine before: ${before.toFixed(1)}, after: ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| | tokens an update | tokens a second | packed is faster | tokens a processor second | packed is faster | most memory |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    `Prediction of ${SETS[0].name}'s records by the same tagger, ${ROUNDS} × ${PART} of each in turn:`,
    '',
    '| | texts a second | Meridian is faster | texts a processor second | Meridian is faster |',
    '|---|---:|---:|---:|---:|',
    ...predicted,
  ].join('\n');
}
