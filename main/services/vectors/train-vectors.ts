/** Training of word vectors in this process, as the command line does it. */
import { rmSync } from 'node:fs';
import type { EmbeddingSettings } from '../../../shared/domain/embeddings.ts';
import { type EmbeddingResult, trainWordVectors } from '../../engine/embeddings/train.ts';
import type { EmbeddingEvent } from '../../engine/embeddings/train-blocks.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import type { UserWord } from '../../text/segmentation.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { CorpusMeter, nameOfFiles } from '../data/corpus-facts.ts';
import { corpusTexts } from '../data/embedding-corpus.ts';
import { takeRunFolder } from '../runs/run-folder.ts';
import { runStorage } from '../runs/run-storage.ts';
import type { Session } from '../session/session.ts';
import { storageBeside } from './vector-files.ts';
import { namedTrainingFolder } from './vector-training-folder.ts';
import { refuseTaken, saveVectors } from './vectors.ts';

export type { EmbeddingEvent, EmbeddingResult };

export interface TrainingPlan {
  readonly settings: EmbeddingSettings;
  readonly files: readonly string[];
  /** Words that segmentation keeps together. */
  readonly userWords: readonly UserWord[];
}

export interface TrainingWatch {
  /** Aborting it pauses; the same plan resumes from the checkpoint. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: EmbeddingEvent) => void;
}

/** Trains with the checkpoint beside the file `out`, which the caller writes. */
export const trainBeside = async (
  out: string,
  plan: TrainingPlan,
  watch: TrainingWatch,
): Promise<EmbeddingResult> => (await train(plan, storageBeside(out), watch)).result;

/** Trains into the registry; the checkpoint lies in the workspace, encrypted. Throws `conflict` when the name is taken. */
export async function trainIntoWorkspace(
  session: Session,
  name: string,
  plan: TrainingPlan,
  watch: TrainingWatch,
): Promise<EmbeddingResult> {
  refuseTaken(session, name);
  const { settings, files, userWords } = plan;
  const folder = namedTrainingFolder(session.workspace.dir, name);
  const leave = await takeRunFolder(folder);
  try {
    const { result, meter } = await train(plan, runStorage(folder, fileKeyOf(session.workspace)), watch);
    if (result.kind === 'paused') return result;
    const { vectors, seconds } = result;
    const stored = { vectors, folded: settings.folded, userWords: settings.unit === 'word' ? userWords : [] };
    const corpus = meter.facts(nameOfFiles(files));
    saveVectors(session, name, stored, { origin: 'trained', settings, corpus, seconds });
    rmSync(folder, { recursive: true, force: true });
    return result;
  } finally {
    leave();
  }
}

async function train(
  { settings, files, userWords }: TrainingPlan,
  storage: RunStorage,
  { signal, onEvent }: TrainingWatch,
): Promise<{ result: EmbeddingResult; meter: CorpusMeter }> {
  const meter = new CorpusMeter();
  const texts = meter.measure(corpusTexts(files));
  const steps = trainWordVectors({ settings, texts, userWords, storage }, signal);
  let step = await steps.next();
  for (; step.done !== true; step = await steps.next()) onEvent(step.value);
  return { result: step.value, meter };
}
