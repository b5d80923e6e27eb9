/** Words a second of word2vec, beside gensim where a Python with gensim is found; and whole trainings. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trainWordVectors } from '../../main/engine/embeddings/train.ts';
import { lineSplitter } from '../../main/engine/embeddings/vector-tokens.ts';
import { VectorIndex, type WordVectors } from '../../main/engine/embeddings/word-vectors.ts';
import { corpusFiles, corpusTexts } from '../../main/services/data/embedding-corpus.ts';
import { EmbeddingSettings, type VectorUnit } from '../../shared/domain/embeddings.ts';
import { PRINT_ONLY } from '../helpers/print-only.ts';
import { setPath } from '../helpers/public-data.ts';
import { alternate, type Command, Peer } from './engine/peer.ts';
import type { VectorCase } from './word-vectors/case.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const here = (file: string) => join(import.meta.dirname, 'word-vectors', file);
const WORDS = ['糖尿病', '阿司匹林', '肺', '咳嗽', '糖', '咳'];

export async function run(): Promise<string> {
  const corpus = setPath('corpus_zh');
  if (!existsSync(corpus)) return 'Skipped: the public data sets are not beside the project.';
  const folder = mkdtempSync(join(tmpdir(), 'meridian-bench-'));
  try {
    const speed = await speedTable(corpus, folder);
    const { rows, neighbours } = await trainings(corpus);
    return [...speed, '', ...rows, '', PRINT_ONLY, ...neighbours].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A Python with gensim: $BENCH_PYTHON, or those on the path. */
function findGensim(): string | undefined {
  const candidates = [process.env.BENCH_PYTHON, 'python3', 'python'].filter((name) => name !== undefined);
  return candidates.find((name) => {
    if (name.includes('/') && !existsSync(name)) return false;
    return spawnSync(name, ['-c', 'import gensim']).status === 0;
  });
}

/** The first tokens of the corpus in a file, a line a sentence. */
async function writeTokens(
  corpus: string,
  unit: VectorUnit,
  file: string,
  tokens: number,
): Promise<Pick<VectorCase, 'file' | 'tokens'>> {
  const split = lineSplitter(unit, true, []);
  const lines: string[] = [];
  let written = 0;
  for await (const text of corpusTexts(corpusFiles([corpus]))) {
    for (const line of text.split(/[\n\r]+/)) {
      const sentence = [...split(line)];
      if (sentence.length > 0) lines.push(`${sentence.join(' ')}\n`);
      written += sentence.length;
    }
    if (written >= tokens) break;
  }
  writeFileSync(file, lines.join(''));
  return { file, tokens: written };
}

async function speedTable(corpus: string, folder: string): Promise<string[]> {
  const file = (name: string) => join(folder, name);
  const words = await writeTokens(corpus, 'word', file('words'), 1_500_000);
  const characters = await writeTokens(corpus, 'character', file('characters'), 1_500_000);
  const someWords = await writeTokens(corpus, 'word', file('some-words'), 300_000);
  const cases: VectorCase[] = [
    { name: 'CBOW, words, 50', ...words, dimension: 50, skipGram: false },
    { name: 'CBOW, characters, 50', ...characters, dimension: 50, skipGram: false },
    { name: 'CBOW, words, 300', ...words, dimension: 300, skipGram: false },
    { name: 'skip-gram, words, 50', ...someWords, dimension: 50, skipGram: true },
  ];
  const gensim = findGensim();
  const rows: string[] = [];
  for (const one of cases) rows.push(await speedRow(one, gensim));
  return [
    `Word2vec by one thread: window 5, 5 negative samples, sample 0.001, least count 5. Words a second of processor time and of the clock, medians of ${ROUNDS} epochs in turn${gensim === undefined ? '; no Python with gensim was found' : '; gensim reads its corpus_file, its fastest way'}.`,
    '',
    '| | Meridian, processor | gensim, processor | ratio | Meridian, clock | gensim, clock |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
  ];
}

async function speedRow(one: VectorCase, gensim: string | undefined): Promise<string> {
  const json = JSON.stringify(one);
  const commands: Command[] = [
    { program: process.execPath, args: [here('meridian-peer.ts'), json] },
    ...(gensim === undefined ? [] : [{ program: gensim, args: [here('gensim_peer.py'), json] }]),
  ];
  const peers: Peer[] = [];
  for (const command of commands) peers.push((await Peer.start(command)).peer);
  await alternate(peers, ROUNDS, 1);
  for (const peer of peers) await peer.end();
  const speed = (milliseconds: readonly number[]) => (1000 * one.tokens) / median(milliseconds);
  const [own, other] = peers;
  const cells = [
    one.name,
    count(speed(own!.cpu)),
    other === undefined ? '' : count(speed(other.cpu)),
    other === undefined ? '' : (speed(own!.cpu) / speed(other.cpu)).toFixed(2),
    count(speed(own!.times)),
    other === undefined ? '' : count(speed(other.times)),
  ];
  return `| ${cells.join(' | ')} |`;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const count = (value: number) => Math.round(value).toLocaleString('en');

/** Whole trainings with the default settings, reading and segmentation included. */
async function trainings(corpus: string): Promise<{ rows: string[]; neighbours: string[] }> {
  const rows = [
    'Whole trainings with the default settings (dimension 50; word2vec 5 epochs, GloVe 15), on all cores.',
    '',
    '| | tokens | vectors | reading, s | training, s | tokens or pairs/s |',
    '|---|---:|---:|---:|---:|---:|',
  ];
  const neighbours: string[] = [];
  for (const method of ['word2vec', 'glove'] as const) {
    for (const unit of ['character', 'word'] as const) {
      const { vectors, row } = await trainWhole(EmbeddingSettings.parse({ method, unit }), corpus);
      rows.push(`| CMed-${method === 'glove' ? 'GloVe' : 'Word2Vec'}, ${unit}s | ${row}`);
      neighbours.push(`${method}, ${unit}s`, ...neighbourLines(vectors));
    }
  }
  return { rows, neighbours };
}

async function trainWhole(
  settings: EmbeddingSettings,
  corpus: string,
): Promise<{ vectors: WordVectors; row: string }> {
  const texts = corpusTexts(corpusFiles([corpus]));
  const storage = { read: () => undefined, write: () => undefined };
  const start = performance.now();
  const steps = trainWordVectors({ settings, texts, storage }, new AbortController().signal);
  let [tokens, reading] = [0, 0];
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) {
      if (value.kind !== 'finished') throw new Error('nobody paused the training');
      const { vectors, seconds, total } = value;
      const cells = [tokens, vectors.tokens.length, reading, seconds, total / seconds];
      return { vectors, row: `${cells.map(count).join(' | ')} |` };
    }
    if (value.kind !== 'started') continue;
    tokens = value.tokensRead;
    reading = (performance.now() - start) / 1000;
  }
}

function neighbourLines(vectors: WordVectors): string[] {
  const index = new VectorIndex(vectors);
  return WORDS.flatMap((word) => {
    const near = index.neighbours(word, 10);
    if (near === undefined) return [];
    return [
      `  ${word}: ${near.map(({ token, similarity }) => `${token} ${similarity.toFixed(2)}`).join('  ')}`,
    ];
  });
}
