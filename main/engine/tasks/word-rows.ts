/** Maps the tokens of a text to rows of a model's word table. */
import { fold } from '../../text/folding.ts';
import { loadSegmenter, type Segmenter, type UserWord } from '../../text/segmentation.ts';
import type { TokenSequence } from '../../text/tokens.ts';
import { UNK, type Vocabulary } from '../../text/vocabulary.ts';
import { NO_ROW, type RowLookup, rowsOfWords } from '../embeddings/align.ts';
import { vectorToken } from '../embeddings/vector-tokens.ts';

export type WordRows = (text: string, tokens: TokenSequence) => Int32Array;

/** Ids of tokens as `VectorIndex` looks up rows: as written, else folded and without white space. */
function vocabularyLookup(vocabulary: Vocabulary): RowLookup {
  return { rowOf: (token) => vocabulary.id(token) ?? vocabulary.id(fold(vectorToken(token))) };
}

/** Tokens of words that are unknown have the row of [UNK]. The dictionary is loaded with the first text. */
export function wordRows(vocabulary: Vocabulary, userWords: readonly UserWord[]): WordRows {
  const unknown = vocabulary.requireId(UNK);
  const lookup = vocabularyLookup(vocabulary);
  const segmenter = lazySegmenter(userWords);
  return (text, tokens) => {
    const words = segmenter().segment(text);
    return rowsOfWords(text, tokens, words, lookup).map((row) => (row === NO_ROW ? unknown : row));
  };
}

/** The one loaded last: it takes half a second, and a run needs it for its vocabulary and for its texts. */
let last: { readonly key: string; readonly segmenter: Segmenter } | undefined;

/** Jieba with these words, loaded when it is first needed. */
export function lazySegmenter(userWords: readonly UserWord[]): () => Segmenter {
  let own: Segmenter | undefined;
  return () => {
    if (own !== undefined) return own;
    const key = JSON.stringify(userWords);
    if (last?.key !== key) last = { key, segmenter: loadSegmenter({ userWords }) };
    own = last.segmenter;
    return own;
  };
}
