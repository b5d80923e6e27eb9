/** A tagger made from settings and labelled documents: vocabulary, tags, windows, model and batches. */
import type { LabelledDocument, NerSettings } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { TaggerConfig } from '../../models/tagger/config.ts';
import { characterTokens, encoderTokens } from '../make-vocabulary.ts';
import { type NerFileConfig, nerReader } from './reader.ts';
import type { NerReader, NerWindow } from './windows.ts';
import { trainingWindows } from './windows.ts';

/** What a tagger reads and writes, before it has weights. */
export interface NerSetup {
  readonly config: NerFileConfig;
  /** As kept in `ModelFiles.vocabulary`. */
  readonly vocabulary: string;
  readonly reader: NerReader;
}

/** Tokens that neighbouring windows share in prediction, where texts are longer than a window. */
const PREDICTION_OVERLAP = 32;

/**
 * @throws AppError when the documents hold no entity, or the encoder named is not given
 */
export function setUpNer(
  settings: NerSettings,
  train: readonly LabelledDocument[],
  encoder: ModelFiles | undefined,
): NerSetup {
  const types = typesOf(train);
  const { tokenizer, vocabulary, size, bert } = settings.network.startsWith('bert')
    ? encoderTokens(settings, train, encoder)
    : characterTokens(settings, train);
  const length = Math.min(settings.windowLength, bert?.max_position_embeddings ?? settings.windowLength);
  const model = TaggerConfig.parse({
    front: bert
      ? { kind: 'bert', bert }
      : { kind: 'embedding', vocabSize: size, size: settings.embeddingSize },
    middle: middleOf(settings),
    head: settings.network === 'bert-fc' ? 'softmax' : 'crf',
    tags: { types, scheme: settings.scheme },
    dropout: settings.dropout,
  });
  const window = { length, overlap: Math.min(PREDICTION_OVERLAP, Math.floor(length / 4)) };
  const config: NerFileConfig = { format: 1, task: 'ner', model, tokenizer, window };
  return { config, vocabulary, reader: nerReader(config, vocabulary) };
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

function middleOf({ network, layers, hiddenSize, dropout }: NerSettings): unknown {
  const kind = (
    {
      'bigru-crf': 'bigru',
      'bilstm-crf': 'bilstm',
      'bert-lstm-crf': 'lstm',
      'bert-bilstm-crf': 'bilstm',
    } as const
  )[network as 'bilstm-crf'];
  return kind === undefined ? { kind: 'none' } : { kind, layers, hiddenSize, dropout };
}
