/** Complete training of word vectors, from texts and settings to a table of vectors. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbeddingSettings } from '../../../shared/domain/embeddings.ts';
import type { UserWord } from '../../text/segmentation.ts';
import { physicalCores } from '../processor-cores.ts';
import type { RunStorage } from '../train/run-types.ts';
import { EmbeddingState, encodeCheckpoint, fingerprintOf, restoreCheckpoint } from './checkpoint.ts';
import { type EncodedCorpus, encodeCorpus } from './encoded-corpus.ts';
import { finite } from './finite.ts';
import { prepareGlove } from './glove.ts';
import type { Preparation } from './preparation.ts';
import { tableValues } from './row-memory.ts';
import { type EmbeddingEvent, trainBlocks } from './train-blocks.ts';
import { lineSplitter } from './vector-tokens.ts';
import type { WordVectors } from './word-vectors.ts';
import { prepareWord2Vec } from './word2vec.ts';
import { WorkerPool } from './worker-pool.ts';

const CHECKPOINT = 'checkpoint';
const CHECKPOINT_SECONDS = 60;

export interface EmbeddingInput {
  readonly settings: EmbeddingSettings;
  /** Texts with a sentence a line; read once. */
  readonly texts: AsyncIterable<string>;
  /** Words that segmentation keeps together, for unit word. */
  readonly userWords?: readonly UserWord[];
  /** Storage of the checkpoint, from which training resumes. */
  readonly storage: RunStorage;
  readonly checkpointSeconds?: number;
}

export type EmbeddingResult =
  /** The signal was aborted. `checkpoint` says whether training progress was saved. */
  | { readonly kind: 'paused'; readonly checkpoint: boolean }
  | {
      readonly kind: 'finished';
      readonly vectors: WordVectors;
      /** Time spent training, without reading. */
      readonly seconds: number;
      /** Tokens or pairs trained on, over all epochs. */
      readonly total: number;
    };

/**
 * Trains until all epochs are done or the signal is aborted. On abort the state is saved, and the same input with
 * that storage resumes. One thread gives reproducible results regardless of pauses; several threads update shared
 * rows without locks (Hogwild), so that results differ slightly.
 * @throws AppError for an empty corpus, insufficient memory, a checkpoint of another training, or vectors that are
 * not finite
 */
export async function* trainWordVectors(
  input: EmbeddingInput,
  signal: AbortSignal,
): AsyncGenerator<EmbeddingEvent, EmbeddingResult> {
  const { settings, storage } = input;
  const corpus = yield* readCorpus(input, signal);
  if (corpus === undefined) return { kind: 'paused', checkpoint: false };
  const threads = settings.threads === 0 ? physicalCores() : settings.threads;
  const preparation = yield* prepare(corpus, settings, threads, signal);
  if (preparation === undefined) return { kind: 'paused', checkpoint: false };

  const { memory, blocks, doneBefore } = preparation;
  const tables = memory.tables.map((_, table) => tableValues(memory, table));
  const fingerprint = fingerprintOf(settings, corpus);
  const saved = storage.read(CHECKPOINT);
  const state = saved
    ? restoreCheckpoint(saved, tables, fingerprint, EmbeddingState)
    : { block: 0, seconds: 0 };
  yield {
    kind: 'started',
    vocabulary: corpus.tokens.length,
    tokensRead: corpus.tokensRead,
    tokensKept: corpus.blocks.tokensBefore.at(-1)!,
    threads,
    resumedAt: doneBefore(state.block),
    total: doneBefore(blocks),
  };
  const pool = new WorkerPool(preparation.task, threads);
  try {
    const end = yield* trainBlocks(pool, preparation, state, {
      signal,
      until: blocks,
      checkpointSeconds: input.checkpointSeconds ?? CHECKPOINT_SECONDS,
      save: (now) => storage.write(CHECKPOINT, encodeCheckpoint(tables, now, fingerprint)),
    });
    if (end.block < blocks) return { kind: 'paused', checkpoint: true };
    const vectors: WordVectors = {
      unit: settings.unit,
      dimension: settings.dimension,
      tokens: corpus.tokens,
      values: finite(preparation.vectors()),
    };
    return { kind: 'finished', vectors, seconds: end.seconds, total: doneBefore(blocks) };
  } finally {
    await pool.close();
  }
}

async function* readCorpus(
  { settings, texts, userWords }: EmbeddingInput,
  signal: AbortSignal,
): AsyncGenerator<EmbeddingEvent, EncodedCorpus | undefined> {
  const split = lineSplitter(settings.unit, settings.folded, userWords ?? []);
  const steps = encodeCorpus(texts, split, settings.minCount, signal);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    yield { kind: 'reading', ...step.value };
  }
}

async function* prepare(
  corpus: EncodedCorpus,
  settings: EmbeddingSettings,
  threads: number,
  signal: AbortSignal,
): AsyncGenerator<EmbeddingEvent, Preparation | undefined> {
  if (settings.method === 'word2vec') return prepareWord2Vec(corpus, settings, threads);
  const steps = prepareGlove(corpus, settings, threads);
  while (!signal.aborted) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield { kind: 'counting', share: step.value };
    await nextTurn();
  }
  return undefined;
}
