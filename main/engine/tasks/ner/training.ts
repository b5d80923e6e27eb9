/** A tagger made from settings and labelled documents: vocabulary, tags, windows, model and batches. */
import type { LabelledDocument, NerSettings } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import { buildFrequencyVocabulary, formatFrequencyVocabulary } from '../../../text/frequency-vocabulary.ts';
import { countCharacters } from '../../../text/unit-tokens.ts';
import { formatVocabTxt, parseVocabTxt, type Vocabulary } from '../../../text/vocabulary.ts';
import { buildWordPieceVocabulary, wordCounter } from '../../../text/vocabulary-builder.ts';
import type { ModelFiles, TokenizerConfig } from '../../io/model-files.ts';
import { BERT_SIZES, type BertConfig, type BertSize, bertOfSize } from '../../models/bert/config.ts';
import { TaggerConfig } from '../../models/tagger/config.ts';
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

/** Most tokens of a WordPiece vocabulary made for an encoder with random weights. */
const MAX_VOCABULARY = 21_128;
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
    ? readEncoder(settings, train, encoder)
    : countVocabulary(settings, train);
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

interface Tokens {
  readonly tokenizer: TokenizerConfig;
  readonly vocabulary: string;
  readonly size: number;
  readonly bert?: BertConfig;
}

function countVocabulary({ minCount }: NerSettings, documents: readonly LabelledDocument[]): Tokens {
  const counts = new Map<string, number>();
  for (const { text } of documents) countCharacters(text, true, counts);
  const vocabulary = buildFrequencyVocabulary(counts, { unit: 'character', folded: true, minCount });
  return {
    tokenizer: { kind: 'character' },
    vocabulary: formatFrequencyVocabulary(vocabulary),
    size: vocabulary.size,
  };
}

function readEncoder(
  settings: NerSettings,
  documents: readonly LabelledDocument[],
  encoder: ModelFiles | undefined,
): Tokens {
  if (encoder !== undefined) {
    const { config, vocabulary } = encoder;
    if (config.task !== 'encoder')
      throw new AppError('bad-input', `${settings.encoder} is no encoder. (所选模型不是编码器)`);
    const size = parseVocabTxt(vocabulary).size;
    return { tokenizer: config.tokenizer, vocabulary, size, bert: config.model };
  }
  if (!isSize(settings.encoder)) {
    throw new AppError('not-found', `There is no encoder ${settings.encoder}. (没有此编码器)`, {
      hint: `Import one, or choose ${Object.keys(BERT_SIZES).join(', ')} for random weights. (请导入编码器，或选择随机初始化的规模)`,
    });
  }
  const vocabulary = wordPieceVocabulary(settings, documents);
  return {
    tokenizer: { kind: 'wordpiece', lowerCase: true },
    vocabulary: formatVocabTxt(vocabulary),
    size: vocabulary.size,
    bert: bertOfSize(settings.encoder, vocabulary.size),
  };
}

function isSize(name: string): name is BertSize {
  return Object.hasOwn(BERT_SIZES, name);
}

function wordPieceVocabulary({ minCount }: NerSettings, documents: readonly LabelledDocument[]): Vocabulary {
  const counts = new Map<string, number>();
  const count = wordCounter(counts);
  for (const { text } of documents) count(text);
  // No pieces longer than a character: entities often begin or end inside words such as WBC10.
  const building = buildWordPieceVocabulary(counts, { maxSize: MAX_VOCABULARY, minCount, maxPieceChars: 1 });
  for (;;) {
    const step = building.next();
    if (step.done === true) return step.value;
  }
}
