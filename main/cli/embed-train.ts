/** `embed word2vec|glove`: trains word vectors into a file, into the workspace, or both. */
import type { EmbeddingSettings } from '../../shared/domain/embeddings.ts';
import { message } from '../../shared/messages/message.ts';
import { corpusFiles, graphWords, readUserDictionary } from '../services/data/embedding-corpus.ts';
import type { Session } from '../services/session/session.ts';
import {
  type EmbeddingResult,
  type TrainingPlan,
  type TrainingWatch,
  trainBeside,
  trainIntoWorkspace,
} from '../services/vectors/train-vectors.ts';
import {
  formatOfName,
  removeCheckpoint,
  summaryOf,
  writeVectorFile,
} from '../services/vectors/vector-files.ts';
import { expected, needed, note, print, printJson, withSession } from './command.ts';
import { type EmbedOptions, embedSettings, formatFlag } from './embed-flags.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { EmbedProgress } from './progress.ts';

export async function trainVectors(
  method: EmbeddingSettings['method'],
  corpus: readonly string[],
  options: EmbedOptions,
): Promise<void> {
  const settings = embedSettings(method, options);
  const { out, name, dictionary } = options;
  needed(out ?? name, 'embed', '--out FILE | --name NAME');
  if (corpus.length === 0) throw expected(`embed ${method}`, 'CORPUS…');
  const words = dictionary === undefined ? [] : readUserDictionary(dictionary);
  const files = corpusFiles(corpus);
  const planIn = (session: Session): TrainingPlan => ({
    settings,
    files,
    userWords: [...(options['graph-names'] ? graphWords(session) : []), ...words],
  });
  if (name !== undefined)
    return withSession(options, 'starter', (session) =>
      follow(options, settings, (watch) => trainIntoWorkspace(session, name, planIn(session), watch)),
    );
  if (out === undefined) return;
  const plan = options['graph-names']
    ? await withSession(options, 'starter', async (session) => planIn(session))
    : { settings, files, userWords: words };
  await follow(options, settings, (watch) => trainBeside(out, plan, watch));
}

/** Trains with progress on standard error, and tells how it ended. */
async function follow(
  options: EmbedOptions,
  settings: EmbeddingSettings,
  train: (watch: TrainingWatch) => Promise<EmbeddingResult>,
): Promise<void> {
  const stop = new AbortController();
  const release = onInterrupt(() => {
    note(message('cli.pausing'));
    stop.abort();
  });
  const progress = new EmbedProgress(settings);
  let result: EmbeddingResult;
  try {
    result = await train({ signal: stop.signal, onEvent: (event) => progress.take(event) });
  } finally {
    progress.end();
    release();
  }
  if (result.kind === 'paused') tellPaused(result, options);
  else finish(result, options);
}

type Ended<K extends EmbeddingResult['kind']> = Extract<EmbeddingResult, { kind: K }>;

function tellPaused({ checkpoint }: Ended<'paused'>, { json }: EmbedOptions): void {
  note(message(checkpoint ? 'vectors.paused' : 'vectors.paused-untrained'));
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
    message('cli.vectors-trained', {
      where: Object.values(where),
      vectors: vectors.tokens.length,
      dimension: vectors.dimension,
      seconds: seconds.toFixed(1),
      rate,
    }),
  );
}
