/** WordPiece as in BERT (google-research/bert, tokenization.py; Wu et al. 2016), with offsets. */
import { type BasicOptions, type BasicWord, basicTokenizer } from './basic-tokenizer.ts';
import { TokenCollector, type TokenSequence } from './tokens.ts';
import { UNK, type Vocabulary } from './vocabulary.ts';

export interface WordPieceOptions extends BasicOptions {
  /** Longest word in code points, default 100; longer ones become [UNK]. */
  readonly maxWordChars?: number;
}

/** Prefix of a piece that continues a word. */
export const CONTINUATION = '##';

/** Tokenizes a text, without [CLS] and [SEP]; `joinPair` adds those. */
export type Tokenizer = (text: string) => TokenSequence;

/**
 * Tokenizes by greedy longest match: the longest vocabulary entry that begins the word, then the longest `##` entry
 * that begins the rest. A word that cannot be covered is one [UNK] over its whole range.
 */
export function wordPieceTokenizer(vocabulary: Vocabulary, options: WordPieceOptions = {}): Tokenizer {
  const split = basicTokenizer(options);
  const unknown = vocabulary.requireId(UNK);
  const maxWordChars = options.maxWordChars ?? 100;

  return (text) => {
    const tokens = new TokenCollector(text.length);
    for (const [index, word] of split(text).entries()) {
      const pieces = word.whole
        ? [{ id: vocabulary.idOrUnknown(word.text), to: word.text.length }]
        : matchPieces(word.text, vocabulary, maxWordChars);
      if (pieces === undefined) {
        tokens.push(unknown, word.start, word.end, index);
        continue;
      }
      let from = 0;
      for (const { id, to } of pieces) {
        tokens.push(id, startOf(word, from), endOf(word, to), index);
        from = to;
      }
    }
    return tokens.finish();
  };
}

/** Returns pieces by the code unit at which each ends, or `undefined` when the word cannot be covered. */
function matchPieces(
  word: string,
  vocabulary: Vocabulary,
  maxWordChars: number,
): { id: number; to: number }[] | undefined {
  if (word.length > maxWordChars && Array.from(word).length > maxWordChars) return undefined;
  const pieces: { id: number; to: number }[] = [];
  for (let from = 0; from < word.length; ) {
    const prefix = from === 0 ? '' : CONTINUATION;
    let to = Math.min(word.length, from + vocabulary.longest - prefix.length);
    let id: number | undefined;
    for (; to > from; to--) {
      if (splitsSurrogates(word, to)) continue;
      id = vocabulary.id(prefix + word.slice(from, to));
      if (id !== undefined) break;
    }
    if (id === undefined) return undefined;
    pieces.push({ id, to });
    from = to;
  }
  return pieces;
}

const splitsSurrogates = (word: string, at: number): boolean =>
  /^[\udc00-\udfff]/.test(word.charAt(at)) && /^[\ud800-\udbff]/.test(word.charAt(at - 1));

/** Returns the original offset at which the code unit `unit` of a word begins. */
const startOf = (word: BasicWord, unit: number): number => word.units?.starts[unit] ?? word.start + unit;

/** Returns the original offset at which the code unit before `unit` ends. */
const endOf = (word: BasicWord, unit: number): number => word.units?.ends[unit - 1] ?? word.start + unit;
