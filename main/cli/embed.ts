/** `embed word2vec|glove|neighbours|import|export` */
import type { EmbeddingSettings } from '../../shared/domain/embeddings.ts';
import type { VectorFormat } from '../engine/embeddings/files/vector-format.ts';
import type { VectorFile } from '../engine/embeddings/files/vector-table.ts';
import { type EmbeddingResult, trainWordVectors } from '../engine/embeddings/train.ts';
import { VectorIndex, vectorStatistics, type WordVectors } from '../engine/embeddings/word-vectors.ts';
import { corpusFiles, corpusTexts, graphWords, readUserDictionary } from '../services/embedding-corpus.ts';
import {
  formatOfName,
  readVectorFile,
  removeCheckpoint,
  storageBeside,
  writeVectorFile,
} from '../services/vector-files.ts';
import type { UserWord } from '../text/segmentation.ts';
import {
  type CommandOptions,
  integer,
  note,
  notFound,
  only,
  print,
  printJson,
  table,
  UsageError,
  withSession,
} from './command.ts';
import { type EmbedOptions, embedSettings, formatFlag, parseEmbed, unitOf } from './embed-flags.ts';
import { EmbedProgress } from './embed-progress.ts';
import { INTERRUPTED, onInterrupt } from './train.ts';

const NEIGHBOURS = 10;

/** `argv`: what comes after the command's name. */
export async function embed(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseEmbed(argv);
  const [action = '', ...args] = positionals;
  switch (action) {
    case 'word2vec':
    case 'glove':
      return train(action, args, values);
    case 'neighbours':
      return neighbours(args, values);
    case 'import':
      return importVectors(args, values);
    case 'export':
      return exportVectors(args, values);
    default:
      throw new UsageError(`embed ${action}: expected word2vec, glove, neighbours, import or export`);
  }
}

async function train(
  method: EmbeddingSettings['method'],
  corpus: readonly string[],
  options: EmbedOptions,
): Promise<void> {
  const settings = embedSettings(method, options);
  const out = outOf(options);
  if (corpus.length === 0) throw new UsageError(`embed ${method}: name texts, CORPUS…`);
  const texts = corpusTexts(corpusFiles(corpus));
  const userWords = await wordsToKeep(options);
  const stop = new AbortController();
  const release = onInterrupt(() => {
    note('pausing; once more ends at once (正在暂停，再按一次立即结束)');
    stop.abort();
  });
  const progress = new EmbedProgress(settings);
  try {
    const input = { settings, texts, userWords, storage: storageBeside(out) };
    const steps = trainWordVectors(input, stop.signal);
    let step = await steps.next();
    for (; step.done !== true; step = await steps.next()) progress.take(step.value);
    progress.end();
    finish(step.value, out, options);
  } finally {
    progress.end();
    release();
  }
}

function finish(result: EmbeddingResult, out: string, options: EmbedOptions): void {
  if (result.kind === 'paused') {
    const next = result.checkpoint ? 'the same command goes on from here' : 'nothing had been trained yet';
    note(`paused; ${next} (已暂停，${result.checkpoint ? '重新运行同一命令即可继续' : '尚未开始训练'})`);
    if (options.json) printJson({ state: 'paused', checkpoint: result.checkpoint });
    process.exitCode = INTERRUPTED;
    return;
  }
  const { vectors, seconds, total } = result;
  writeVectorFile(out, vectors, formatFlag(options) ?? formatOfName(out));
  removeCheckpoint(out);
  const rate = Math.round(total / Math.max(seconds, 1e-3));
  if (options.json) return printJson({ out, ...summary(vectors), seconds, rate });
  print(
    `${out}: ${vectors.tokens.length} vectors of ${vectors.dimension}, ${seconds.toFixed(1)} s, ${rate} a second`,
  );
}

/** Words that segmentation keeps together. */
async function wordsToKeep(options: EmbedOptions): Promise<UserWord[]> {
  const named = options.dictionary === undefined ? [] : readUserDictionary(options.dictionary);
  if (!options['graph-names']) return named;
  const common: CommandOptions = { ...options, starter: false, verify: false };
  return withSession(common, 'starter', async (session) => [...graphWords(session), ...named]);
}

function outOf({ out }: EmbedOptions): string {
  if (out === undefined) throw new UsageError('embed needs --out FILE');
  return out;
}

async function neighbours(args: readonly string[], options: EmbedOptions): Promise<void> {
  const [file, ...words] = args;
  if (file === undefined || words.length === 0) throw new UsageError('embed neighbours: expected FILE WORD…');
  const { vectors } = await read(file, options, formatFlag(options));
  const index = new VectorIndex(vectors);
  const count = integer(options.top, 'top', NEIGHBOURS);
  const found = words.map((word) => ({ word, neighbours: index.neighbours(word, count) }));
  if (options.json) {
    for (const { word, neighbours: near } of found) printJson({ word, neighbours: near ?? null });
  } else for (const { word, neighbours: near } of found) printNeighbours(word, near);
  if (found.every((one) => one.neighbours === undefined))
    throw notFound(`${file} has no vector of ${words.join(', ')}. (没有这些词的向量)`);
}

function printNeighbours(word: string, near: ReturnType<VectorIndex['neighbours']>): void {
  if (near === undefined) return note(`${word}: no vector (没有该词的向量)`);
  print(word);
  print(table(near.map(({ token, similarity }) => ['', token, similarity.toFixed(4)])));
}

/** Checks a file and tells what it holds; with --out it is kept in another form. */
async function importVectors(args: readonly string[], options: EmbedOptions): Promise<void> {
  const file = only(args, 'FILE');
  const { vectors, duplicates } = await read(file, options, formatFlag(options));
  const { out } = options;
  if (out !== undefined) writeVectorFile(out, vectors, formatOfName(out));
  if (options.json)
    return printJson({ ...summary(vectors), duplicates: duplicates.count, ...(out ? { out } : {}) });
  const { tokens, dimension, unit, norm } = summary(vectors);
  print(`${file}: ${tokens} vectors of ${dimension}, of ${unit}s, mean length ${norm.mean.toFixed(3)}`);
  if (out !== undefined) print(`written to ${out}`);
}

/** Writes vectors in another format. */
async function exportVectors(args: readonly string[], options: EmbedOptions): Promise<void> {
  const out = outOf(options);
  const { vectors } = await read(only(args, 'FILE'), options);
  const format = formatFlag(options) ?? formatOfName(out);
  writeVectorFile(out, vectors, format);
  if (options.json) return printJson({ out, format, ...summary(vectors) });
  print(`${out}: ${vectors.tokens.length} vectors of ${vectors.dimension} as ${format}`);
}

/** @param format told from the content unless said */
async function read(file: string, options: EmbedOptions, format?: VectorFormat): Promise<VectorFile> {
  const unit = unitOf(options);
  const found = await readVectorFile(file, {
    ...(format === undefined ? {} : { format }),
    ...(unit === undefined ? {} : { unit }),
  });
  const { count, examples } = found.duplicates;
  if (count > 0)
    note(
      `${file}: ${count} rows repeat a token and were left out: ${examples.join(' ')} (${count} 行重复，只保留首次出现)`,
    );
  return found;
}

function summary(vectors: WordVectors) {
  const { unit, dimension, tokens } = vectors;
  return { unit, dimension, tokens: tokens.length, norm: vectorStatistics(vectors).norm };
}
