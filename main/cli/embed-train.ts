/** `embed word2vec|glove`: trains word vectors into a file, into the workspace, or both. */

import { rmSync } from 'node:fs';
import type { EmbeddingSettings } from '../../shared/domain/embeddings.ts';
import { message } from '../../shared/messages/message.ts';
import { type EmbeddingResult, trainWordVectors } from '../engine/embeddings/train.ts';
import { vectorStatistics, type WordVectors } from '../engine/embeddings/word-vectors.ts';
import type { RunStorage } from '../engine/train/run-types.ts';
import { CorpusMeter, nameOfFiles } from '../services/data/corpus-facts.ts';
import {
  corpusFiles,
  corpusTexts,
  graphWords,
  readUserDictionary,
} from '../services/data/embedding-corpus.ts';
import { takeRunFolder } from '../services/runs/run-folder.ts';
import { runStorage } from '../services/runs/run-storage.ts';
import type { Session } from '../services/session/session.ts';
import {
  formatOfName,
  removeCheckpoint,
  storageBeside,
  writeVectorFile,
} from '../services/vectors/vector-files.ts';
import { namedTrainingFolder } from '../services/vectors/vector-training-folder.ts';
import { refuseTaken, saveVectors } from '../services/vectors/vectors.ts';
import type { UserWord } from '../text/segmentation.ts';
import { fileKeyOf } from '../workspace/file-key.ts';
import { note, print, printJson, UsageError } from './command.ts';
import { type EmbedOptions, embedSettings, formatFlag } from './embed-flags.ts';
import { EmbedProgress } from './embed-progress.ts';
import { inWorkspace } from './embed-workspace.ts';
import { INTERRUPTED, onInterrupt } from './train.ts';

interface Plan {
  readonly settings: EmbeddingSettings;
  readonly files: readonly string[];
  /** Of the dictionary given. */
  readonly words: readonly UserWord[];
}

export async function trainVectors(
  method: EmbeddingSettings['method'],
  corpus: readonly string[],
  options: EmbedOptions,
): Promise<void> {
  const settings = embedSettings(method, options);
  const { out, name, dictionary } = options;
  if (out === undefined && name === undefined) throw new UsageError('embed needs --out FILE or --name NAME');
  if (corpus.length === 0) throw new UsageError(`embed ${method}: name texts, CORPUS…`);
  const words = dictionary === undefined ? [] : readUserDictionary(dictionary);
  const plan: Plan = { settings, files: corpusFiles(corpus), words };
  if (name !== undefined)
    return inWorkspace(options, (session) => trainIntoWorkspace(session, name, plan, options));
  if (out !== undefined) return trainIntoFile(out, plan, options);
}

async function trainIntoFile(out: string, plan: Plan, options: EmbedOptions): Promise<void> {
  const { words } = plan;
  const userWords = options['graph-names']
    ? await inWorkspace(options, async (session) => [...graphWords(session), ...words])
    : words;
  const { result } = await train(plan, userWords, storageBeside(out));
  if (result.kind === 'paused') tellPaused(result, options);
  else finish(result, options);
}

/** The checkpoint lies in the workspace, encrypted as what will come of it. */
async function trainIntoWorkspace(
  session: Session,
  name: string,
  plan: Plan,
  options: EmbedOptions,
): Promise<void> {
  refuseTaken(session, name);
  const { settings, files, words } = plan;
  const userWords = [...(options['graph-names'] ? graphWords(session) : []), ...words];
  const folder = namedTrainingFolder(session.workspace.dir, name);
  const leave = await takeRunFolder(folder);
  try {
    const { result, meter } = await train(plan, userWords, runStorage(folder, fileKeyOf(session.workspace)));
    if (result.kind === 'paused') return tellPaused(result, options);
    const { vectors, seconds } = result;
    const stored = { vectors, folded: settings.folded, userWords: settings.unit === 'word' ? userWords : [] };
    const corpus = meter.facts(nameOfFiles(files));
    saveVectors(session, name, stored, { origin: 'trained', settings, corpus, seconds });
    rmSync(folder, { recursive: true, force: true });
    finish(result, options);
  } finally {
    leave();
  }
}

async function train({ settings, files }: Plan, userWords: readonly UserWord[], storage: RunStorage) {
  const meter = new CorpusMeter();
  const stop = new AbortController();
  const release = onInterrupt(() => {
    note(message('cli.pausing'));
    stop.abort();
  });
  const progress = new EmbedProgress(settings);
  try {
    const texts = meter.measure(corpusTexts(files));
    const steps = trainWordVectors({ settings, texts, userWords, storage }, stop.signal);
    let step = await steps.next();
    for (; step.done !== true; step = await steps.next()) progress.take(step.value);
    return { result: step.value, meter };
  } finally {
    progress.end();
    release();
  }
}

type Ended<K extends EmbeddingResult['kind']> = Extract<EmbeddingResult, { kind: K }>;

function tellPaused({ checkpoint }: Ended<'paused'>, { json }: EmbedOptions): void {
  const next = checkpoint ? 'the same command goes on from here' : 'nothing had been trained yet';
  note(`paused; ${next} (已暂停，${checkpoint ? '重新运行同一命令即可继续' : '尚未开始训练'})`);
  if (json) printJson({ state: 'paused', checkpoint });
  process.exitCode = INTERRUPTED;
}

function finish({ vectors, seconds, total }: Ended<'finished'>, options: EmbedOptions): void {
  const { out, name } = options;
  if (out !== undefined) {
    writeVectorFile(out, vectors, formatFlag(options) ?? formatOfName(out));
    removeCheckpoint(out);
  }
  const rate = Math.round(total / Math.max(seconds, 1e-3));
  const where = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(out === undefined ? {} : { out }),
  };
  if (options.json) return printJson({ ...where, ...summaryOf(vectors), seconds, rate });
  print(
    `${Object.values(where).join(', ')}: ${vectors.tokens.length} vectors of ${vectors.dimension}, ${seconds.toFixed(1)} s, ${rate} a second`,
  );
}

export function summaryOf(vectors: WordVectors) {
  const { unit, dimension, tokens } = vectors;
  return { unit, dimension, tokens: tokens.length, norm: vectorStatistics(vectors).norm };
}
