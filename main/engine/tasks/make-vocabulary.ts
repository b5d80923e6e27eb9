/** Chooses the vocabulary of a new model: the characters of its texts, or that of its encoder. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { countCharacters } from '../../text/character-tokenizer.ts';
import { splitEntities } from '../../text/entity-section.ts';
import { buildFrequencyVocabulary, formatFrequencyVocabulary } from '../../text/frequency-vocabulary.ts';
import { formatVocabTxt, parseVocabTxt, type Vocabulary } from '../../text/vocabulary.ts';
import { buildWordPieceVocabulary, wordCounter } from '../../text/vocabulary-builder.ts';
import type { ModelFiles, TokenizerConfig } from '../io/model-files.ts';
import { BERT_SIZES, type BertConfig, type BertSize, bertOfSize } from '../models/bert/config.ts';

/** Most tokens of a WordPiece vocabulary made for an encoder with random weights. */
const MAX_VOCABULARY = 21_128;

type Texts = readonly { readonly text: string }[];

export interface TokenSettings {
  /** A size, or the name of the encoder given. */
  readonly encoder: string;
  /** Rarer characters are read as unknown. */
  readonly minCount: number;
}

export interface Tokens {
  readonly tokenizer: TokenizerConfig;
  readonly vocabulary: string;
  readonly size: number;
}

export interface EncoderTokens extends Tokens {
  readonly bert: BertConfig;
}

export function characterTokens({ minCount }: Pick<TokenSettings, 'minCount'>, documents: Texts): Tokens {
  const counts = new Map<string, number>();
  for (const { text } of documents) countCharacters(text, true, counts);
  const vocabulary = buildFrequencyVocabulary(counts, { unit: 'character', folded: true, minCount });
  return {
    tokenizer: { kind: 'character' },
    vocabulary: formatFrequencyVocabulary(vocabulary),
    size: vocabulary.size,
  };
}

/**
 * Those of the encoder given, or of one made for the texts.
 * @throws AppError when the settings name an encoder that is not given
 */
export function encoderTokens(
  settings: TokenSettings,
  documents: Texts,
  encoder: ModelFiles | undefined,
): EncoderTokens {
  if (encoder !== undefined) {
    const { config, vocabulary } = encoder;
    if (config.task !== 'encoder')
      throw new AppError('bad-input', 'models.no-encoder', { name: settings.encoder });
    const size = parseVocabTxt(splitEntities(vocabulary).vocabulary).size;
    return { tokenizer: config.tokenizer, vocabulary, size, bert: config.model };
  }
  if (!isSize(settings.encoder))
    throw new AppError(
      'not-found',
      'models.encoder-not-found',
      { name: settings.encoder },
      { hint: message('hint.import-encoder', { sizes: Object.keys(BERT_SIZES).join(', ') }) },
    );
  const vocabulary = wordPieceVocabulary(settings, documents);
  return {
    tokenizer: { kind: 'wordpiece', lowerCase: true },
    vocabulary: formatVocabTxt(vocabulary),
    size: vocabulary.size,
    bert: bertOfSize(settings.encoder, vocabulary.size),
  };
}

const isSize = (name: string): name is BertSize => Object.hasOwn(BERT_SIZES, name);

function wordPieceVocabulary({ minCount }: TokenSettings, documents: Texts): Vocabulary {
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
