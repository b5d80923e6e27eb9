/** A tagger made from settings and labelled documents: vocabulary, tags, windows, model and batches. */
import type { z } from 'zod';
import type { LabelledDocument, NerNetwork, NerSettings } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import { TAGGING_NETWORKS } from '../../models/networks/catalogue.ts';
import { TaggerConfig } from '../../models/tagger/config.ts';
import { type FrontSetup, type FrontSources, setUpFront } from '../front-setup.ts';
import { sizesOf } from '../network-sizes.ts';
import { type NerFileConfig, nerReader } from './reader.ts';
import type { NerReader, NerWindow } from './windows.ts';
import { trainingWindows } from './windows.ts';

/** What a tagger reads and writes, before it has weights. */
export interface NerSetup extends Pick<FrontSetup, 'vocabulary' | 'initial' | 'warnings'> {
  readonly config: NerFileConfig;
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
  const { front, tokenizer, longest, ...others } = setUpFront(settings, train, sources);
  const length = Math.min(settings.windowLength, longest);
  const model = TaggerConfig.parse({
    ...networkOf(settings),
    front,
    tags: { types, scheme: settings.scheme },
    dropout: settings.dropout,
  });
  const window = { length, overlap: Math.min(PREDICTION_OVERLAP, Math.floor(length / 4)) };
  const config: NerFileConfig = { format: 1, task: 'ner', model, tokenizer, window };
  return { ...others, config, reader: nerReader(config, others.vocabulary) };
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
  if (counts.size === 0) {
    throw new AppError('bad-input', 'The training set holds no entity. (训练集中没有实体标注)', {
      hint: 'Choose a set with labelled entities. (请选择带实体标注的数据集)',
    });
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([type]) => type);
}

type NetworkConfig = Pick<z.input<typeof TaggerConfig>, 'middle' | 'head' | 'dense'>;

/** Those of the paper, at its sizes, and others. */
const NETWORKS: Readonly<Record<NerNetwork, NetworkConfig>> = {
  'bilstm-crf': TAGGING_NETWORKS['bilstm-crf'].settings,
  'bigru-crf': { middle: { kind: 'bigru' }, head: 'crf' },
  'staresgru-cnn-crf': TAGGING_NETWORKS['staresgru-cnn-crf'].settings,
  'cnn-lstm': TAGGING_NETWORKS['cnn-lstm'].settings,
  bilstm: TAGGING_NETWORKS.bilstm.settings,
  bigru: TAGGING_NETWORKS.bigru.settings,
  'bert-fc': { middle: { kind: 'none' }, head: 'softmax' },
  'bert-crf': { middle: { kind: 'none' }, head: 'crf' },
  'bert-lstm-crf': { middle: { kind: 'lstm' }, head: 'crf' },
  'bert-bilstm-crf': { middle: { kind: 'bilstm' }, head: 'crf' },
};

/** At the sizes of the paper where the settings say 0; a size that the network does not have is left out. */
function networkOf(settings: NerSettings): NetworkConfig {
  const { network, hiddenSize } = settings;
  const { middle, head, dense = 0 } = NETWORKS[network];
  return {
    middle: { ...middle, ...sizesOf(settings), dropout: settings.dropout } as typeof middle, // safe: parsed by the caller
    head,
    dense: hiddenSize === 0 ? dense : 0,
  };
}
