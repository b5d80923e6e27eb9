/** A tagger made from settings and labelled documents: vocabulary, tags, windows, model and batches. */
import { NETWORKS, networkConfig, type TaggerRow } from '../../../../shared/domain/networks.ts';
import type { LabelledDocument, NerSettings } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import { isEnsemble, type TaggerFile } from '../../io/model-files.ts';
import { TaggerConfig } from '../../models/tagger/config.ts';
import {
  type FrontSetup,
  type FrontSources,
  frontFrom,
  type LexiconFront,
  setUpLexiconFront,
} from '../front-setup.ts';
import { nerReader } from './reader.ts';
import type { NerReader, NerWindow } from './windows.ts';
import { trainingWindows } from './windows.ts';

/** A tagger's config and reader, before it has weights. */
export interface NerSetup extends Pick<FrontSetup, 'vocabulary' | 'initial' | 'warnings'> {
  readonly config: TaggerFile;
  readonly reader: NerReader;
}

/** Tokens that neighbouring windows share in prediction, where texts are longer than a window. */
const PREDICTION_OVERLAP = 32;

/** @throws AppError when the documents hold no entity, or what the settings name is not given */
export function setUpNer(
  settings: NerSettings,
  train: readonly LabelledDocument[],
  sources: FrontSources,
): NerSetup {
  const types = typesOf(train);
  const { network, front, lexicon, tokenizer, longest, ...parts } =
    pretrainedParts(settings, sources) ?? newParts(settings, train, sources);
  const length = Math.min(settings.windowLength, longest);
  const model = TaggerConfig.parse({
    ...network,
    front,
    lexicon,
    tags: { types, scheme: settings.scheme },
    dropout: settings.dropout,
  });
  const window = { length, overlap: Math.min(PREDICTION_OVERLAP, Math.floor(length / 4)) };
  const config: TaggerFile = { format: 1, task: 'ner', model, tokenizer, window };
  return { ...parts, config, reader: nerReader(config, parts.vocabulary) };
}

/** Parts of a tagger below its tags. */
interface TaggerParts extends LexiconFront {
  readonly network: ReturnType<typeof networkOf>;
}

function newParts(
  settings: NerSettings,
  train: readonly LabelledDocument[],
  sources: FrontSources,
): TaggerParts {
  return { ...setUpLexiconFront(settings, train, sources), network: networkOf(settings) };
}

/** Returns the parts of the tagger that the run begins with, but for the head that the settings name. */
function pretrainedParts(
  { network, dropout }: NerSettings,
  { pretrained }: FrontSources,
): TaggerParts | undefined {
  if (pretrained?.config.task !== 'ner' || isEnsemble(pretrained.config)) return undefined;
  const { lexicon, middle, dense } = pretrained.config.model;
  const { ner }: TaggerRow = NETWORKS[network];
  return {
    ...frontFrom(pretrained.config, pretrained.vocabulary),
    network: { middle: networkConfig(middle.kind, { ...middle, dropout }), head: ner.head, dense },
    lexicon,
  };
}

/** All windows of the documents; there is at least one. */
export function nerExamples(
  documents: readonly LabelledDocument[],
  { reader, config }: NerSetup,
): NerWindow[] {
  const size = { length: config.window.length, overlap: 0 };
  return documents.flatMap((document) => [...trainingWindows(document, reader, size).windows]);
}

/** Most frequent first. */
function typesOf(documents: readonly LabelledDocument[]): string[] {
  const counts = new Map<string, number>();
  for (const { entities } of documents)
    for (const { type } of entities) counts.set(type, (counts.get(type) ?? 0) + 1);
  if (counts.size === 0)
    throw new AppError('bad-input', 'training.no-entity', {}, { hint: 'hint.set-with-entities' });
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([type]) => type);
}

/** Returns the network at the sizes that the settings say, and its head, as a tagger's config has them. */
export function networkOf(settings: NerSettings) {
  const { architecture, ner }: TaggerRow = NETWORKS[settings.network];
  return {
    middle: networkConfig(architecture, { ...ner.sizes, dropout: settings.dropout }, settings),
    head: ner.head,
    dense: settings.hiddenSize === 0 ? (ner.dense ?? 0) : 0,
  };
}
