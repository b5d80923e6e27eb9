/**
 * Seconds and memory of an update at the size of the papers: 12 layers, H 768, 512 sequences of 512 tokens by
 * accumulation, with and without entities. `BENCH_STEPS` updates after the first one, `BENCH_PART` sequences at once,
 * `BENCH_ENTITIES` of the graph. An update takes about half an hour on two cores.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BERT_SIZES } from '../../main/engine/models/bert/config.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';
import { Peer } from './engine/peer.ts';
import type { PretrainingCase } from './pretraining/case.ts';

const STEPS = Number(process.env.BENCH_STEPS ?? 1);
const BATCH = Number(process.env.BENCH_BATCH ?? 512);
const PART = Number(process.env.BENCH_PART ?? 8);
const LENGTH = Number(process.env.BENCH_LENGTH ?? 512);
const ENTITIES = Number(process.env.BENCH_ENTITIES ?? 100_000);
const THREADS = Number(process.env.BENCH_THREADS ?? 2);
const ENCODER = process.env.BENCH_ENCODER === 'tiny' ? 'tiny' : 'base';
const PEER = join(import.meta.dirname, 'pretraining', 'meridian-peer.ts');

const CASES: Readonly<Record<string, PretrainingCase['graph']>> = {
  MLM: undefined,
  'SMedBERT, MLM + SOP + MNeM': { model: 'smedbert', entities: ENTITIES },
  'KeBioLM, sampled linking, MLM + SOP': { model: 'kebiolm', entities: ENTITIES },
};

export async function run(): Promise<string> {
  const source = setPath('corpus_zh', 'textbook.jsonl.gz');
  if (!existsSync(source)) return 'Skipped: the public data sets are not beside the project.';
  const folder = mkdtempSync(join(tmpdir(), 'meridian-full-size-'));
  try {
    const corpus = join(folder, 'corpus.jsonl');
    writeFileSync(corpus, gzipLines(source).join('\n'));
    const rows: string[] = [];
    for (const [name, graph] of Object.entries(CASES))
      rows.push(await measure(name, { folder, corpus, graph }));
    const { layers, width, heads } = BERT_SIZES[ENCODER];
    return [
      `${layers} layers, H ${width}, ${heads} heads; updates of ${BATCH} sequences of at most ${LENGTH} tokens, ${PART} at once, AdamW, dropout 0.1, threads: ${THREADS}; graph of ${ENTITIES.toLocaleString('en')} made-up entities of width 200, 10 neighbours each, a mention every 20 characters. Means of ${STEPS} updates after the first. Load of the machine at the end: ${loadavg()[0]!.toFixed(1)}.`,
      '',
      '| | seconds an update | processor seconds | first update, compilation included | real tokens a second | most memory |',
      '|---|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Input extends Pick<PretrainingCase, 'graph' | 'corpus'> {
  readonly folder: string;
}

async function measure(name: string, { folder, corpus, graph }: Input): Promise<string> {
  const bench: PretrainingCase = {
    ...{ encoder: ENCODER, ...BERT_SIZES[ENCODER], length: LENGTH, batch: PART, maskShare: 0.15 },
    ...{ accumulation: BATCH / PART, threads: THREADS, packing: false, grouped: false, corpus, graph },
    sequences: join(folder, 'sequences.jsonl'),
    vocabulary: join(folder, 'vocab.txt'),
  };
  const { peer, ready } = await Peer.start({
    program: process.execPath,
    args: [PEER, JSON.stringify(bench)],
  });
  await peer.run(STEPS);
  await peer.end();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / 1000;
  const cells = [
    (sum(peer.times) / STEPS).toFixed(1),
    (sum(peer.cpu) / STEPS).toFixed(1),
    (ready.first / 1000).toFixed(1),
    Math.round((1000 * sum(peer.tokens)) / sum(peer.times)),
    `${(peer.peak / 2 ** 30).toFixed(1)} GiB`,
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}
