/** A stored model's vocabulary and tokenizer out of its files. */
import { parseFrequencyVocabulary } from '../../text/frequency-vocabulary.ts';
import { tokenizeCharacters } from '../../text/unit-tokens.ts';
import { parseVocabTxt, type Vocabulary } from '../../text/vocabulary.ts';
import { type Tokenizer, wordPieceTokenizer } from '../../text/wordpiece.ts';
import type { TokenizerConfig } from '../io/model-files.ts';
import type { FrontConfig } from '../models/fronts/config.ts';

/** Tokens that the front has vectors for. */
export function rowsOf(front: FrontConfig): number {
  if (front.kind === 'bert') return front.bert.vocab_size;
  return front.kind === 'embedding' ? front.vocabSize : Number.POSITIVE_INFINITY;
}

/** How texts become tokens, and the vocabulary of these. */
export function readVocabulary(
  config: TokenizerConfig,
  text: string,
): { readonly vocabulary: Vocabulary; readonly tokenize: Tokenizer } {
  if (config.kind === 'wordpiece') {
    const vocabulary = parseVocabTxt(text);
    return { vocabulary, tokenize: wordPieceTokenizer(vocabulary, { lowerCase: config.lowerCase }) };
  }
  const vocabulary = parseFrequencyVocabulary(text);
  return { vocabulary, tokenize: (document) => tokenizeCharacters(document, vocabulary) };
}
