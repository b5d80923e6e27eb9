/**
 * Triples a second of graph embeddings beside PyKEEN's, in turns, and MRR after equal epochs; and a graph of 300,000
 * entities. `MERIDIAN_BENCH_PYTHON` names a Python with torch and pykeen.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { splitTriples } from '../../main/engine/embeddings/graph/split.ts';
import { distinctTriples, type GraphSize, type Triples } from '../../main/engine/embeddings/graph/triples.ts';
import { RandomStream } from '../../main/engine/layers/random.ts';
import { GraphEmbeddingSettings, MODEL_DEFAULTS } from '../../shared/domain/graph-embeddings.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';
import { findTorch } from './engine/torch.ts';
import type { GraphCase } from './graph-vectors/case.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Epochs of a turn, and of the training whose vectors are ranked. */
const EPOCHS = 2;
const RANKED_EPOCHS = Number(process.env.BENCH_EPOCHS ?? 20);
const THREADS = Number(process.env.BENCH_THREADS ?? 2);
const here = (file: string) => join(import.meta.dirname, 'graph-vectors', file);

const Figures = z.object({
  seconds: z.number(),
  /** Processor seconds of all threads. */
  cpu: z.number(),
  peak: z.number(),
  mrr: z.number().optional(),
  hits10: z.number().optional(),
});
type Figures = z.infer<typeof Figures>;

interface Graph extends GraphSize {
  readonly folder: string;
  readonly trained: number;
}

const settingsOf = (model: 'transe' | 'rotate'): GraphEmbeddingSettings =>
  GraphEmbeddingSettings.parse({ ...MODEL_DEFAULTS[model], model, dimension: 200, threads: THREADS });

export async function run(): Promise<string> {
  const file = setPath('kg_39net', 'triples.tsv.gz');
  if (!existsSync(file)) return 'Skipped: the public data sets are not beside the project.';
  const python = findTorch()?.python;
  const folder = mkdtempSync(join(tmpdir(), 'meridian-bench-'));
  try {
    const graph = writeGraph(folder, readGraph(file), settingsOf('transe'));
    const rows = (['transe', 'rotate'] as const).flatMap((model) => compare(model, graph, python));
    return [
      `Dimension 200, batches of 2,048 triples, 16 Bernoulli negatives without known triples, Adam, ${THREADS} threads; ${graph.trained.toLocaleString('en')} training triples of 39.net, ${graph.entities.toLocaleString('en')} entities. Triples a second: medians of ${ROUNDS} trainings of ${EPOCHS} epochs in turn; MRR and Hits@10 on the same 2 % after ${RANKED_EPOCHS} epochs, no setting tuned.${python === undefined ? ' No Python with PyKEEN was found.' : ''}`,
      '',
      '| | triples a second | ratio | triples a processor second | ratio | most memory | MRR | Hits@10 |',
      '|---|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
      '',
      largeGraph(folder),
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readGraph(file: string): { triples: Triples; size: GraphSize } {
  const [entities, relations] = [new Map<string, number>(), new Map<string, number>()];
  const numberOf = (numbers: Map<string, number>, name: string): number => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  const rows = gzipLines(file).slice(1);
  const numbers = rows.map((row) => {
    const [head = '', relation = '', tail = ''] = row.split('\t');
    return [numberOf(entities, head), numberOf(relations, relation), numberOf(entities, tail)];
  });
  const [heads, names, tails] = [0, 1, 2].map((column) => Int32Array.from(numbers, (row) => row[column]!));
  const size = { entities: entities.size, relations: relations.size };
  return { triples: distinctTriples({ heads: heads!, relations: names!, tails: tails! }, size), size };
}

function writeGraph(
  folder: string,
  { triples, size }: { triples: Triples; size: GraphSize },
  settings: GraphEmbeddingSettings,
): Graph {
  const parts = { all: triples, ...splitTriples(triples, size, settings) };
  for (const [name, { heads, relations, tails }] of Object.entries(parts)) {
    const lines = Array.from(heads, (head, at) => `${head}\t${relations[at]}\t${tails[at]}\n`);
    writeFileSync(join(folder, name), lines.join(''));
  }
  return { ...size, folder, trained: parts.train.heads.length };
}

type Peer = (bench: GraphCase) => Figures;
const meridian: Peer = (bench) => figuresOf(process.execPath, here('meridian-peer.ts'), bench);
const pykeen =
  (python: string): Peer =>
  (bench) =>
    figuresOf(python, here('pykeen_peer.py'), bench);

function figuresOf(program: string, script: string, bench: GraphCase): Figures {
  const { status, stdout, stderr } = spawnSync(program, [script, JSON.stringify(bench)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr.slice(-2000));
  return Figures.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

function compare(model: 'transe' | 'rotate', { folder, trained, ...size }: Graph, python?: string): string[] {
  const peers = new Map<string, Peer>([
    ['Meridian', meridian],
    ...(python === undefined ? [] : [['PyKEEN', pykeen(python)] as const]),
  ]);
  const bench = (epochs: number, ranks: boolean): GraphCase => ({
    ...size,
    folder,
    settings: { ...settingsOf(model), epochs },
    ranks,
  });
  const turns = new Map<string, Figures[]>(Array.from(peers.keys(), (name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, peer] of peers) turns.get(name)!.push(peer(bench(EPOCHS, false)));
  const speeds = new Map(
    Array.from(turns, ([name, all]) => {
      const speed = (measure: 'seconds' | 'cpu') =>
        (EPOCHS * trained) / median(all.map((figures) => figures[measure]));
      return [name, { clock: speed('seconds'), processor: speed('cpu') }];
    }),
  );
  const own = speeds.get('Meridian')!;
  return Array.from(peers, ([name, peer]) => {
    const { clock, processor } = speeds.get(name)!;
    const ranked = peer(bench(RANKED_EPOCHS, true));
    const cells = [
      `${model === 'transe' ? 'TransE, L2, margin 1' : 'RotatE, self-adversarial, margin 6'}, ${name}`,
      ...[clock, own.clock / clock, processor, own.processor / processor].map((value, at) =>
        at % 2 === 0 ? Math.round(value).toLocaleString('en') : value.toFixed(2),
      ),
      `${(ranked.peak / 2 ** 30).toFixed(1)} GiB`,
      ranked.mrr?.toFixed(3),
      ranked.hits10?.toFixed(3),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

/** One epoch on a random graph of 300,000 entities and 4 million triples. */
function largeGraph(folder: string): string {
  const size = { entities: 300_000, relations: 20 };
  const random = new RandomStream({ seed: 1, purpose: 'bench/graph' });
  const column = (below: number) => Int32Array.from({ length: 4e6 }, () => random.below(below));
  const triples = {
    heads: column(size.entities),
    relations: column(size.relations),
    tails: column(size.entities),
  };
  const { trained } = writeGraph(folder, { triples, size }, { ...settingsOf('transe'), heldOut: 0 });
  const settings = { ...settingsOf('transe'), epochs: 1 };
  const { seconds, peak } = meridian({ ...size, folder, settings, ranks: false });
  return `A random graph of ${size.entities.toLocaleString('en')} entities and ${trained.toLocaleString('en')} triples, TransE as above: ${Math.round(seconds)} seconds an epoch, most memory ${(peak / 2 ** 30).toFixed(1)} GiB.`;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
