/** Trains a run in any process: reads its data from the workspace and leaves the model in the run's folder. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AugmentedText } from '../../../shared/domain/augment-settings.ts';
import { limited, placeOf } from '../../../shared/domain/data-limits.ts';
import type { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import type { RunReport, TrainingDocument } from '../../../shared/domain/training.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import type { KnowledgeSource } from '../../engine/objectives/knowledge.ts';
import type { LexiconSources } from '../../engine/tasks/lexicon-setup.ts';
import type { AnnotatedDocument } from '../../engine/tasks/pretrain/corpus.ts';
import type {
  NerTrainInput,
  RunEvent,
  RunInput,
  RunResult,
  RunStorage,
} from '../../engine/train/run-types.ts';
import { readModelWeights } from '../../inference/model-store.ts';
import { leakageBetween } from '../data/data-sets.ts';
import {
  readClassifiedDocuments,
  readCorpusDocuments,
  readDocuments,
  readRelatedDocuments,
} from '../data/data-store.ts';
import { dealFolds } from './cross-validation.ts';
import { readVectors } from './front-vectors.ts';
import {
  FINISHED_WEIGHTS,
  type TrainOutcome,
  type TrainRequest,
  type VectorsSource,
} from './process/protocol.ts';
import { augmentedTexts, augmentedWarning } from './run-augmented.ts';
import { takeRunFolder } from './run-folder.ts';
import { readKnowledge } from './run-knowledge.ts';
import { graphNamesOf } from './run-lexicon.ts';
import { measureCell } from './run-measured.ts';
import { pretrainedFiles } from './run-pretrained.ts';
import { runStorage } from './run-storage.ts';
import { listedTerms } from './run-terms.ts';
import { unlabelledTexts } from './run-unlabelled.ts';

/** Signature of the engine's `trainRun`, which is loaded on demand; tests pass another. */
export type TrainRun = (input: RunInput, signal: AbortSignal) => AsyncGenerator<RunEvent, RunResult>;

const engineTrainRun = async (): Promise<TrainRun> => (await import('../../engine/train/run.ts')).trainRun;

/**
 * Trains as the request describes. Yields to the event loop after each event, so that messages and signals arrive.
 * Aborting the signal pauses the run.
 */
export async function* work(
  request: TrainRequest,
  signal: AbortSignal,
  train?: TrainRun,
): AsyncGenerator<RunEvent, TrainOutcome> {
  const leave = await takeRunFolder(request.folder);
  try {
    const { fileKey } = request;
    const storage = runStorage(request.folder, fileKey);
    const { input: own, devPlace } = await inputOf(request, fileKey, storage);
    const augmented = await augmentedInput(request, own, storage, signal);
    if (augmented === undefined) return { kind: 'paused', step: 0 };
    const { input, warnings } = augmented;
    const steps = (train ?? (await engineTrainRun()))(input, signal);
    const result = yield* withTurns(steps, [...leakageWarnings(own), ...warnings]);
    if (result.kind === 'paused') return result;
    const { config, vocabulary, weights } = result.model;
    if (request.keepModel) storage.write(FINISHED_WEIGHTS, weights);
    const report = inWholeSet(result.report, devPlace);
    const measured = request.measured === true ? await measureCell(request, result.model, input) : undefined;
    return {
      ...{ kind: 'finished', best: result.best, report, config, vocabulary },
      ...(measured === undefined ? {} : { measured }),
    };
  } finally {
    leave();
  }
}

/** Size of the cache, more than the data sets and embeddings of an experiment. */
const MOST = 8;
/** Cache of inputs shared by the runs of one process: data sets, encoders, vectors. */
class InputCache {
  /** Inputs by name, least recently used first. */
  readonly #kept = new Map<string, unknown>();

  /** Returns the cached value of the name, or makes and caches it. A name always stands for the same content. */
  once<Value>(name: string, make: () => Value): Value {
    const value = this.#kept.has(name) ? (this.#kept.get(name) as Value) : make(); // safe: one maker a name
    this.#kept.delete(name);
    this.#kept.set(name, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}

/** Inputs shared by the runs of a series in this process. */
const shared = new InputCache();

export interface ReadInput {
  readonly input: RunInput;
  /** Returns the index in the whole dev set of a dev document of the run. */
  readonly devPlace: (number: number) => number;
}

/** Reads what the request describes; the storage keeps what may change in the workspace before the run is resumed. */
export async function inputOf(
  request: TrainRequest,
  fileKey: Uint8Array | null,
  storage: RunStorage,
): Promise<ReadInput> {
  const { settings, executor, devName, workspaceDir } = request;
  const pretrained = pretrainedIn(request, storage);
  const vectors = await vectorsOf(request, request.vectors);
  const lexicon = await lexiconOf(request, storage);
  const others = {
    executor,
    devName,
    storage,
    ...(pretrained === undefined ? {} : { pretrained }),
    ...(vectors === undefined ? {} : { vectors }),
    ...(lexicon === undefined ? {} : { lexicon }),
  };
  const part = <Document>({ train, dev }: Sets<Document>) => ({
    train: limited(train, settings.trainDocuments),
    dev: limited(dev, settings.devDocuments),
  });
  const devPlaceIn =
    ({ dev, places }: Sets<unknown>) =>
    (number: number) => {
      const place = placeOf(number, dev.length, settings.devDocuments);
      return places?.[place] ?? place;
    };
  if (settings.task === 'ner') {
    const sets = setsOf(request, (sha256) => readDocuments(workspaceDir, fileKey, sha256));
    const unlabelled =
      request.unlabelled === undefined ? {} : { unlabelled: unlabelledTexts(request, storage) };
    return { input: { ...others, ...unlabelled, settings, ...part(sets) }, devPlace: devPlaceIn(sets) };
  }
  if (settings.task === 'pretrain') {
    const read = setsOf(request, (sha256) => readCorpusDocuments(workspaceDir, fileKey, sha256));
    // With one corpus for both, the engine splits off the dev share.
    const own = { ...read, dev: request.dev === request.train ? [] : read.dev };
    const { sets, knowledge } = await withKnowledge(request, settings, storage, own);
    const input = { ...others, ...(knowledge === undefined ? {} : { knowledge }), settings, ...part(sets) };
    return { input, devPlace: devPlaceIn(read) };
  }
  if (settings.task === 'relation') {
    const sets = setsOf(request, (sha256) => readRelatedDocuments(workspaceDir, fileKey, sha256));
    return { input: { ...others, settings, ...part(sets) }, devPlace: devPlaceIn(sets) };
  }
  const sets = setsOf(request, (sha256) => readClassifiedDocuments(workspaceDir, fileKey, sha256));
  if (settings.task === 'normalisation') {
    const terms = request.terms === undefined ? {} : { terms: listedTerms(request.terms, storage) };
    return { input: { ...others, ...terms, settings, ...part(sets) }, devPlace: devPlaceIn(sets) };
  }
  return { input: { ...others, settings, ...part(sets) }, devPlace: devPlaceIn(sets) };
}

/**
 * Returns the input with filled texts beside those of the training set, which runs of a series with one seed share;
 * `undefined` when the signal is aborted.
 */
async function augmentedInput(
  request: TrainRequest,
  input: RunInput,
  storage: RunStorage,
  signal: AbortSignal,
): Promise<{ readonly input: RunInput; readonly warnings: readonly Message[] } | undefined> {
  const { settings } = request;
  if (input.settings.task !== 'ner' || settings.task !== 'ner' || settings.augment === undefined)
    return { input, warnings: [] };
  const own = input as NerTrainInput; // safe: its settings are those of a tagger
  const { augment, augmentShare, augmentRejected, seed, trainDocuments } = settings;
  const [fold, encoder] = [request.fold?.number, request.augment?.id];
  const key = [
    'augmented',
    request.train,
    fold,
    trainDocuments,
    encoder,
    augmentShare,
    augmentRejected,
    seed,
  ];
  const shared = once(request, JSON.stringify(key), (): { texts?: AugmentedText[] | undefined } => ({}));
  shared.texts ??= await augmentedTexts({ ...request, settings }, storage, own.train, signal);
  if (shared.texts === undefined) return undefined;
  const copies = shared.texts.map(({ id, text, entities }) => ({ id, text, entities }));
  return {
    input: { ...own, train: [...own.train, ...copies] },
    warnings: [augmentedWarning(augment, shared.texts)],
  };
}

interface Sets<Document> {
  readonly train: readonly Document[];
  readonly dev: readonly Document[];
  /** Cross-validation: indices of the dev documents in the set that was dealt into folds. */
  readonly places?: readonly number[];
}

function setsOf<Document extends TrainingDocument>(
  request: TrainRequest,
  read: (sha256: string) => readonly Document[],
): Sets<Document> {
  const one = (sha256: string) => once(request, `data ${sha256}`, () => read(sha256));
  const { fold } = request;
  if (fold === undefined) return { train: one(request.train), dev: one(request.dev) };
  const all = one(request.train);
  const folds = once(request, `folds ${request.train}`, () => dealFolds(all, fold.count));
  const places = [...all.keys()].filter((i) => folds[i] === fold.number);
  return {
    train: all.filter((_, i) => folds[i] !== fold.number),
    dev: places.map((i) => all[i]!),
    places,
  };
}

/** Reads once for all runs of a series. */
function once<Value>({ series, workspaceDir }: TrainRequest, name: string, read: () => Value): Value {
  return series === undefined ? read() : shared.once(`${workspaceDir} ${series} ${name}`, read);
}

function pretrainedIn(request: TrainRequest, storage: RunStorage): ModelFiles | undefined {
  const { pretrained, workspaceDir, fileKey } = request;
  if (pretrained === undefined) return undefined;
  return pretrainedFiles(pretrained, storage, (id) =>
    once(request, `model ${id}`, () => readModelWeights(workspaceDir, fileKey, id)),
  );
}

async function vectorsOf(
  request: TrainRequest,
  vectors: VectorsSource | undefined,
): Promise<StoredVectors | undefined> {
  if (vectors === undefined) return undefined;
  const { workspaceDir, fileKey } = request;
  const read = () => readVectors(vectors, workspaceDir, fileKey);
  return vectors.kind === 'stored' ? once(request, `vectors ${vectors.id}`, read) : read();
}

/** Corpora with mentions, and the graph, for encoders that read entities. */
async function withKnowledge(
  request: TrainRequest,
  settings: PretrainSettings,
  storage: RunStorage,
  sets: Sets<AnnotatedDocument>,
): Promise<{ readonly sets: Sets<AnnotatedDocument>; readonly knowledge?: KnowledgeSource }> {
  if (request.knowledge === undefined) return { sets };
  const { workspaceDir, fileKey, knowledge } = request;
  const vectors = await vectorsOf(request, knowledge.vectors);
  const input = { settings, graph: knowledge.graph, vectors, storage, workspaceDir, fileKey };
  const corpora = [
    { sha256: request.train, documents: sets.train },
    ...(sets.dev.length === 0 ? [] : [{ sha256: request.dev, documents: sets.dev }]),
  ];
  const { source, annotated } = readKnowledge(input, corpora);
  return { sets: { train: annotated[0]!, dev: annotated[1] ?? [] }, knowledge: source };
}

async function lexiconOf(request: TrainRequest, storage: RunStorage): Promise<LexiconSources | undefined> {
  if (request.lexicon === undefined) return undefined;
  const { graph, vectors: source } = request.lexicon;
  const vectors = await vectorsOf(request, source);
  return {
    ...(graph === undefined ? {} : { names: graphNamesOf(graph, storage) }),
    ...(vectors === undefined ? {} : { vectors }),
  };
}

/** Passes events on and adds warnings to the first one. */
async function* withTurns(
  steps: AsyncGenerator<RunEvent, RunResult>,
  warnings: readonly Message[],
): AsyncGenerator<RunEvent, RunResult> {
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return step.value;
      const event = step.value;
      yield event.kind === 'started' ? { ...event, warnings: [...warnings, ...event.warnings] } : event;
      await nextTurn();
    }
  } finally {
    // Releases the run's resources when the consumer stops early.
    await steps.return({ kind: 'paused', step: 0 });
  }
}

/** Warns of dev texts that are also in the training set. */
function leakageWarnings({ train, dev, settings }: RunInput): Message[] {
  if (settings.task === 'pretrain') return []; // equal texts are found when the corpus is read
  const { documents, leaked } = leakageBetween(train, dev);
  if (leaked === 0) return [];
  return [message('training.leaked', { leaked, documents })];
}

/** Renumbers the documents of errors by their place in the whole dev set. */
function inWholeSet(report: RunReport, devPlace: (number: number) => number): RunReport {
  const moved = <Error extends { readonly document: number }>(errors: readonly Error[]): Error[] =>
    errors.map((error) => ({ ...error, document: devPlace(error.document) }));
  if (report.task === 'ner') return { ...report, errors: moved(report.errors) };
  return 'errors' in report ? { ...report, errors: moved(report.errors) } : report;
}

/** Returns the weights that a finished run left in its folder. @throws AppError `corrupt` when they are missing */
export function finishedWeights(folder: string, fileKey: Uint8Array | null): ModelFiles['weights'] {
  const bytes = runStorage(folder, fileKey).read(FINISHED_WEIGHTS);
  if (bytes !== undefined) return [bytes];
  throw new AppError(
    'corrupt',
    'runs.weights-gone',
    {},
    { kept: 'runs.checkpoint-is', hint: 'hint.resume-writes-again' },
  );
}
