/** A classifier made from settings and labelled texts: vocabulary, labels, weights of labels, model. */
import type { ClassifiedDocument, TextSettings } from '../../../../shared/domain/classification.ts';
import { LexiconSettings } from '../../../../shared/domain/lexicon-settings.ts';
import { type Architecture, classifierRow, networkConfig } from '../../../../shared/domain/networks.ts';
import { PairSettings } from '../../../../shared/domain/pairs.ts';
import { isOfKind, taskRow } from '../../../../shared/domain/tasks.ts';
import { AppError } from '../../../../shared/result.ts';
import type { FrontConfig } from '../../models/fronts/config.ts';
import { hasMentionStates } from '../../models/networks/registry.ts';
import { TextClassifierConfig } from '../../models/text-classifier/config.ts';
import {
  type FrontSetup,
  type FrontSources,
  frontFrom,
  type LexiconFront,
  setUpLexiconFront,
} from '../front-setup.ts';
import { readMarked } from '../relation/pair-text.ts';
import { uncalibrated } from './calibration.ts';
import { requireGrades } from './contrast.ts';
import { type ClassifyFileConfig, type ClassifyReader, classifyReader } from './reader.ts';

/** A classifier's config and reader, before it has weights. */
export interface ClassifySetup extends Pick<FrontSetup, 'vocabulary' | 'initial' | 'warnings'> {
  /** Calibration and thresholds are still to be fitted. */
  readonly config: ClassifyFileConfig;
  readonly reader: ClassifyReader;
}

/** Units between the features of a pair and the labels. */
const PAIR_UNITS = 128;
const FOCAL_GAMMA = 2;
const MOST_WEIGHT = 20;

/** @throws AppError when there are fewer than two labels, or what the settings name is not given */
export function setUpClassify(
  settings: TextSettings,
  train: readonly ClassifiedDocument[],
  sources: FrontSources,
): ClassifySetup {
  const counts = labelCounts(train);
  const mode = modeOf(settings, train);
  const { network, front, lexicon, tokenizer, longest, ...parts } =
    pretrainedParts(settings, sources) ?? newParts(settings, train, sources);
  const labels = [...counts.keys()];
  const model = TextClassifierConfig.parse({
    ...network,
    front,
    lexicon,
    mentions: isOfKind('relations', settings.task) && hasMentionStates(network.body.kind),
    ...pairsOf(settings, labels, network.body.kind, front.kind),
    labels,
    mode,
    dropout: settings.dropout,
    loss: lossOf(settings, [...counts.values()], { texts: train.length, mode }),
  });
  const config: ClassifyFileConfig = {
    format: 1,
    task: settings.task,
    model,
    tokenizer,
    reading: { length: Math.min(settings.length, longest), keep: settings.keep },
    calibration: uncalibrated(mode, labels.length),
    thresholds: mode === 'single' ? [] : labels.map(() => 0.5),
  };
  return { ...parts, config, reader: classifyReader(config, parts.vocabulary) };
}

/**
 * Returns how the model of a run reads pairs; networks without states of tokens to match compare whole texts.
 * @throws AppError for one sequence of both texts without an encoder, and for vectors where labels are no grades
 */
function pairsOf(
  settings: TextSettings,
  labels: readonly string[],
  body: Architecture,
  front: FrontConfig['kind'],
): object {
  const parsed = PairSettings.safeParse(settings);
  if (!parsed.success) return {};
  const { pairReading, vectorPooling, temperature } = parsed.data;
  if (pairReading === 'joint' && front !== 'bert')
    throw new AppError('bad-request', 'training.joint-pairs', {}, { hint: 'hint.read-pairs-apart' });
  if (pairReading === 'vectors') {
    requireGrades(labels);
    return { pairs: 'vectors', vectorPooling, temperature, dense: 0 };
  }
  const isMatched = pairReading === 'matched' && hasMentionStates(body);
  return pairReading === 'joint'
    ? { pairs: 'joint' }
    : { pairs: isMatched ? 'matched' : 'apart', dense: PAIR_UNITS };
}

/** Parts of a classifier below its labels. */
interface ClassifierParts extends LexiconFront {
  /** Fields of the model's config. */
  readonly network: Readonly<Record<string, unknown>> & { readonly body: { readonly kind: Architecture } };
}

function newParts(
  settings: TextSettings,
  train: readonly ClassifiedDocument[],
  sources: FrontSources,
): ClassifierParts {
  const { architecture, texts } = classifierRow(settings.network);
  const { sizes, ...others } = texts;
  const body = networkConfig(architecture, sizes, settings);
  const read = isOfKind('relations', settings.task) ? train.map(asRead) : train;
  const words = LexiconSettings.parse(body.kind === 'cls' ? {} : settings);
  return {
    ...setUpLexiconFront({ ...settings, ...words }, read, sources),
    network: { frontDropout: settings.dropout, ...others, body },
  };
}

const asRead = ({ text }: ClassifiedDocument) => ({ text: readMarked(text).text });

/** Returns the parts of the classifier that the run begins with. */
function pretrainedParts(
  { network, dropout }: TextSettings,
  { pretrained }: FrontSources,
): ClassifierParts | undefined {
  if (pretrained === undefined || !('reading' in pretrained.config)) return undefined;
  const { body, dense, spatial, lexicon } = pretrained.config.model;
  const { frontDropout = dropout } = classifierRow(network).texts;
  return {
    ...frontFrom(pretrained.config, pretrained.vocabulary),
    network: { body, dense, spatial, frontDropout },
    lexicon,
  };
}

/** Texts of each label, most frequent first. */
export function labelCounts(train: readonly ClassifiedDocument[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { labels } of train) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  if (counts.size < 2)
    throw new AppError(
      'bad-input',
      'training.one-label',
      { labels: counts.size },
      { hint: 'hint.set-with-two-labels' },
    );
  return new Map([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

/** Diagnoses of which no text has two are told apart as classes. */
export function modeOf({ task }: TextSettings, train: readonly ClassifiedDocument[]): 'single' | 'multiple' {
  const isSeveral = train.some(({ labels }) => labels.length > 1);
  if (taskRow(task)?.several === true) return isSeveral ? 'multiple' : 'single';
  if (isSeveral)
    throw new AppError('bad-input', 'training.several-labels', {}, { hint: 'hint.train-with-diagnose' });
  return 'single';
}

export function lossOf(
  { weighting }: TextSettings,
  counts: readonly number[],
  { texts, mode }: { readonly texts: number; readonly mode: 'single' | 'multiple' },
): TextClassifierConfig['loss'] {
  if (weighting === 'focal') return { focal: FOCAL_GAMMA };
  if (weighting === 'none') return { focal: 0 };
  const weight = (count: number) =>
    mode === 'single' ? texts / (counts.length * count) : Math.max(1, texts - count) / count;
  return { focal: 0, weights: counts.map((count) => Math.min(MOST_WEIGHT, weight(count))) };
}
