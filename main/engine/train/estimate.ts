/** Estimates what a run needs from the shapes of its model and its data, before anything is trained. */
import type { TextSettings } from '../../../shared/domain/classification.ts';
import type { DataShape, RunEstimate } from '../../../shared/domain/estimate.ts';
import { frontRead } from '../../../shared/domain/front-settings.ts';
import { EntityType } from '../../../shared/domain/graph.ts';
import { learnsParents } from '../../../shared/domain/hierarchy-settings.ts';
import { LexiconSettings, lexiconReads } from '../../../shared/domain/lexicon-settings.ts';
import {
  classifierRow,
  isNestedTagger,
  linearMethod,
  networkConfig,
} from '../../../shared/domain/networks.ts';
import { EncoderSize, type NerSettings } from '../../../shared/domain/training.ts';
import {
  LABELLED_COPIES,
  studentEpochs,
  TEACHERS,
  teachersToTrain,
} from '../../../shared/domain/unlabelled-settings.ts';
import { memberSettings } from '../../../shared/run-settings.ts';
import { isEnsemble, isNetworkModel, type ModelFileConfig } from '../io/model-files.ts';
import { sizeOf } from '../layers/params.ts';
import { bertOfSize } from '../models/bert/config.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import { type Model, parameterCount } from '../models/model.ts';
import { TaggerConfig } from '../models/tagger/config.ts';
import { CRF } from '../models/tagger/heads.ts';
import { tagger } from '../models/tagger/model.ts';
import { TextClassifierConfig } from '../models/text-classifier/config.ts';
import { textClassifier } from '../models/text-classifier/model.ts';
import { networkOf } from '../tasks/ner/training.ts';
import { trainingBuckets } from './data-order.ts';

/** Tables of vectors that the settings name. */
interface TableShape {
  readonly tokens: number;
  readonly dimension: number;
}

export interface EstimateInput {
  readonly settings: NerSettings | TextSettings;
  readonly data: DataShape;
  readonly vectors?: TableShape & { readonly unit: 'character' | 'word' };
  readonly lexiconVectors?: TableShape;
  /** Lengths of the texts without labels. */
  readonly unlabelled?: ArrayLike<number>;
  /** Config of the model that the run begins with. */
  readonly pretrained?: ModelFileConfig;
}

/**
 * Speed of training on two cores with AVX-512: multiply-adds a second, seconds that a token takes besides, and seconds
 * before the first step. Fitted to measured runs of taggers and classifiers.
 */
const MULTIPLY_ADDS = { encoder: 45e9, other: 80e9 } as const;
const SECONDS_A_TOKEN = 4e-6;
const START_SECONDS = 8;
/** Seconds that a span head takes for a pair of a start and an end, with one label. */
const SECONDS_A_SPAN = 6e-9;
/** Seconds that a CRF takes for a pair of tags at a token. */
const SECONDS_A_TRANSITION = 2e-10;
/** Multiply-adds of a weight for each token: forwards, gradients of inputs and of weights. */
const PASSES = 3;
/** Bytes of the program, of a weight with gradient and two moments, and of what a unit of a layer keeps for a token. */
const PROGRAM_BYTES = 450e6;
const BYTES_A_WEIGHT = 16;
const BYTES_A_UNIT = { encoder: 32, other: 64 } as const;
/** Bytes that a span head keeps for a pair of a start and an end, with one label. */
const BYTES_A_SPAN = 24;
/** Different n-grams of a character of text, and seconds a label and character of linear classifiers. */
const NGRAMS_A_CHARACTER = 0.25;
const LINEAR_SECONDS = 2.5e-7;

/** Estimates a run on the reference computer; its models are trained one after another. */
export function estimateRun(input: EstimateInput): RunEstimate {
  const { settings } = input;
  const levels = settings.task !== 'ner' && learnsParents(settings) ? 2 : 1;
  const models = [
    ...teachersOf(input).map(estimateOne),
    ...Array.from({ length: levels }, () => memberSettings(settings))
      .flat()
      .map((own) => estimateOne(studentOf({ ...input, settings: own }))),
  ];
  return {
    parameters: sum(models.map(({ parameters }) => parameters)),
    memoryBytes: Math.max(...models.map(({ memoryBytes }) => memoryBytes)),
    seconds: sum(models.map(({ seconds }) => seconds)),
  };
}

/** Returns the taggers that mark texts without labels; each learns from four fifths of the labelled ones. */
function teachersOf(input: EstimateInput): EstimateInput[] {
  const [settings] = memberSettings(input.settings);
  if (input.unlabelled === undefined || settings?.task !== 'ner' || input.settings.task !== 'ner') return [];
  if (teachersToTrain(input.settings) === 0) return [];
  const lengths = Array.from(input.data.lengths).filter((_, text) => text % TEACHERS !== 0);
  return Array.from({ length: TEACHERS }, () => ({ ...input, settings, data: { ...input.data, lengths } }));
}

/** Returns the input with the texts without labels beside the labelled ones, as if all were marked. */
function studentOf(input: EstimateInput): EstimateInput {
  const { settings, data, unlabelled } = input;
  if (unlabelled === undefined) return input;
  const labelled = Array.from(data.lengths);
  const lengths = [
    ...Array.from({ length: LABELLED_COPIES }, () => labelled).flat(),
    ...Array.from(unlabelled),
  ];
  const epochs = studentEpochs(settings.epochs, labelled.length, unlabelled.length);
  return { ...input, settings: { ...settings, epochs }, data: { ...data, lengths } };
}

function estimateOne(input: EstimateInput): RunEstimate {
  const { settings, data } = input;
  if (linearMethod(settings.network) !== undefined) return linearEstimate(settings, data);
  const model = settings.task === 'ner' ? taggerOf(settings, input) : classifierOf(settings, input);
  const { total } = parameterCount(model);
  const layers = model.params.filter(({ name, shape }) => shape.length > 1 && !isTable(name));
  const weights = layers.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  const units = layers.reduce((sum, { shape }) => sum + shape.at(-1)!, 0);
  const kind = frontRead(settings) === 'encoder' ? 'encoder' : 'other';
  const { tokens, largest, spans } = batchTokens(settings, data.lengths, model.packs === true);
  const pairs = settings.task === 'ner' && isNestedTagger(settings.network) ? data.labels : 0;
  const passes = (settings.rDrop > 0 ? 2 : 1) * (settings.adversarialNorm > 0 ? 2 : 1);
  const pairsOfTags = model.params.find(({ name }) => name === `${CRF}.transitions`)?.shape ?? [0];
  const secondsAToken =
    SECONDS_A_TOKEN + (PASSES * weights) / MULTIPLY_ADDS[kind] + SECONDS_A_TRANSITION * sizeOf(pairsOfTags);
  const secondsAnEpoch = tokens * secondsAToken + SECONDS_A_SPAN * pairs * spans.all;
  return {
    parameters: total,
    memoryBytes:
      PROGRAM_BYTES +
      BYTES_A_WEIGHT * total +
      passes * (BYTES_A_UNIT[kind] * units * largest + BYTES_A_SPAN * pairs * spans.largest),
    seconds: START_SECONDS + settings.epochs * passes * secondsAnEpoch,
  };
}

const isTable = (name: string): boolean => /(table|words|bigrams|embeddings?)\b.*weight$/i.test(name);

function linearEstimate(
  { epochs: _, ...settings }: NerSettings | TextSettings,
  data: DataShape,
): RunEstimate {
  const characters = sum(data.lengths);
  const most =
    'maxFeatures' in settings && settings.maxFeatures > 0 ? settings.maxFeatures : Number.POSITIVE_INFINITY;
  const parameters = Math.min(most, Math.round(NGRAMS_A_CHARACTER * characters)) * data.labels;
  return {
    parameters,
    memoryBytes: PROGRAM_BYTES / 2 + BYTES_A_WEIGHT * parameters + 100 * characters,
    seconds: 1 + LINEAR_SECONDS * characters * data.labels,
  };
}

/** Share of rows that several texts share which is no padding. */
const FILLED = 0.97;

/**
 * Returns the tokens, and the pairs of tokens, of an epoch and of the largest batch, padding included.
 * @param packs whether texts share rows; a batch then has about as many tokens as any other
 */
function batchTokens(settings: NerSettings | TextSettings, lengths: ArrayLike<number>, packs: boolean) {
  const longest = settings.task === 'ner' ? settings.windowLength : settings.length;
  const buckets = trainingBuckets(settings, longest);
  const counts = buckets.map(() => 0);
  for (let i = 0; i < lengths.length; i++)
    for (const length of settings.task === 'ner'
      ? windows(lengths[i]!, longest)
      : [Math.min(lengths[i]!, longest)])
      counts[buckets.findIndex((bucket) => length <= bucket.length)]!++;
  const used = buckets.flatMap(({ batch, length }, i) =>
    counts[i] === 0 ? [] : [{ tokens: batch * length, length, batches: Math.ceil(counts[i]! / batch) }],
  );
  // classifiers read no more than the first tokens of a text
  const most = settings.task === 'ner' ? Number.POSITIVE_INFINITY : longest;
  const real = sum(Array.from(lengths, (length) => Math.min(length, most)));
  const mean = Math.min(longest, real / Math.max(1, lengths.length));
  if (packs)
    return {
      tokens: real / FILLED,
      largest: Math.max(longest, Math.min(settings.batchTokens, settings.batchSize * mean)),
      spans: { all: 0, largest: 0 },
    };
  return {
    tokens: sum(used.map(({ tokens, batches }) => batches * tokens)),
    largest: Math.max(0, ...used.map(({ tokens }) => tokens)),
    spans: {
      all: sum(used.map(({ tokens, length, batches }) => batches * tokens * length)),
      largest: Math.max(0, ...used.map(({ tokens, length }) => tokens * length)),
    },
  };
}

function* windows(length: number, longest: number): Generator<number> {
  for (let left = length; left > 0; left -= longest) yield Math.min(left, longest);
}

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, one) => total + one, 0);

const labelNames = (count: number): string[] => Array.from({ length: Math.max(2, count) }, (_, i) => `${i}`);

function taggerOf(settings: NerSettings, input: EstimateInput): Model {
  return tagger(
    TaggerConfig.parse({
      ...networkOf(settings),
      front: frontOf(input),
      lexicon: lexiconOf(settings, input),
      ...partsOf(input, 'ner'),
      tags: { types: labelNames(input.data.labels), scheme: settings.scheme },
      dropout: settings.dropout,
    }),
  );
}

function lexiconOf(settings: LexiconSettings, { lexiconVectors, data }: EstimateInput) {
  const { graph, vectors } = lexiconReads(settings);
  const { bigramSize } = settings;
  if (!graph && !vectors && bigramSize === 0) return undefined;
  return {
    types: graph ? EntityType.options.length : 0,
    ...(lexiconVectors === undefined
      ? {}
      : { words: { vocabSize: lexiconVectors.tokens, size: lexiconVectors.dimension } }),
    ...(bigramSize === 0 ? {} : { bigrams: { vocabSize: 10 * data.characters, size: bigramSize } }),
  };
}

function classifierOf(settings: TextSettings, input: EstimateInput): Model {
  const { architecture, texts } = classifierRow(settings.network);
  const { sizes, ...others } = texts;
  return textClassifier(
    TextClassifierConfig.parse({
      ...others,
      body: networkConfig(architecture, sizes, settings),
      front: frontOf(input),
      lexicon: architecture === 'cls' ? undefined : lexiconOf(LexiconSettings.parse(settings), input),
      ...partsOf(input, 'texts'),
      labels: labelNames(input.data.labels),
      mode: 'single',
    }),
  );
}

/** Returns the parts of a model that come from the one that the run begins with; its head stays that of the settings. */
function partsOf({ pretrained }: EstimateInput, task: 'ner' | 'texts'): object {
  if (pretrained === undefined || pretrained.task === 'encoder' || isEnsemble(pretrained)) return {};
  if (pretrained.task === 'ner') {
    const { front, lexicon, middle, dense } = pretrained.model;
    return task === 'ner' ? { front, lexicon, middle, dense } : {};
  }
  if (task === 'ner' || !isNetworkModel(pretrained)) return {};
  const { front, lexicon, body, dense, spatial } = pretrained.model;
  return { front, lexicon, body, dense, spatial };
}

function frontOf({ settings, data, vectors, pretrained }: EstimateInput): FrontConfig {
  const table = { vocabSize: data.characters + 2, size: settings.embeddingSize, frozen: false };
  if (frontRead(settings) === 'encoder') {
    const size = EncoderSize.safeParse(settings.encoder);
    const bert =
      pretrained?.task === 'encoder'
        ? pretrained.model
        : bertOfSize(size.success ? size.data : 'mini', data.characters + 5);
    return { kind: 'bert', bert, frozen: settings.freezeEncoder, lastLayers: 1 };
  }
  if (settings.front !== 'vectors' || vectors === undefined) return { kind: 'embedding', ...table };
  const own = { vocabSize: vectors.tokens, size: vectors.dimension, frozen: settings.freezeVectors };
  if (vectors.unit === 'character') return { kind: 'embedding', ...own };
  return settings.characterVectors ? { kind: 'embedding', ...table, words: own } : { kind: 'words', ...own };
}
