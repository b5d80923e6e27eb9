/** Reads what a run trains on from the workspace: data sets, folds, encoders, vectors, knowledge, lexicon, filled texts. */
import type { AugmentedText } from '../../../shared/domain/augment-settings.ts';
import { limited, placeOf } from '../../../shared/domain/data-limits.ts';
import type { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import type { TrainingDocument } from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import type { KnowledgeSource } from '../../engine/objectives/knowledge.ts';
import type { LexiconSources } from '../../engine/tasks/lexicon-setup.ts';
import type { AnnotatedDocument } from '../../engine/tasks/pretrain/corpus.ts';
import type { NerTrainInput, RunInput, RunStorage } from '../../engine/train/run-types.ts';
import { readModelWeights } from '../../inference/model-store.ts';
import {
  readClassifiedDocuments,
  readCorpusDocuments,
  readDocuments,
  readRelatedDocuments,
} from '../data/data-store.ts';
import { dealFolds } from './cross-validation.ts';
import { readVectors } from './front-vectors.ts';
import type { TrainRequest, VectorsSource } from './process/protocol.ts';
import { augmentedTexts, augmentedWarning } from './run-augmented.ts';
import { readKnowledge } from './run-knowledge.ts';
import { graphNamesOf } from './run-lexicon.ts';
import { pretrainedFiles } from './run-pretrained.ts';
import { listedTerms } from './run-terms.ts';
import { unlabelledTexts } from './run-unlabelled.ts';

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
      request.unlabelled === undefined
        ? {}
        : { unlabelled: unlabelledTexts(request, storage), ...teacherIn(request) };
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
export async function augmentedInput(
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

function teacherIn({ teacher, workspaceDir, fileKey }: TrainRequest): { teacher?: ModelFiles } {
  if (teacher === undefined) return {};
  const { id, config, vocabulary } = teacher;
  return { teacher: { config, vocabulary, weights: readModelWeights(workspaceDir, fileKey, id) } };
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
