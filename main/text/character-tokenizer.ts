/** Tokenizers whose tokens are characters or segmented words. */

import { fold } from './folding.ts';
import type { FrequencyVocabulary } from './frequency-vocabulary.ts';
import type { Segmenter } from './segmentation.ts';
import { TokenCollector, type TokenSequence } from './tokens.ts';

const WHITE_SPACE = /^\s+$/u;

/** Returns the code points of a text with offsets, without white space. */
export function tokenizeCharacters(text: string, vocabulary: FrequencyVocabulary): TokenSequence {
  const view = vocabulary.folded ? fold(text) : text; // folding keeps offsets
  const tokens = new TokenCollector(text.length);
  let word = 0;
  let at = 0;
  for (const char of view) {
    const start = at;
    at += char.length;
    if (!WHITE_SPACE.test(char)) tokens.push(vocabulary.idOrUnknown(char), start, at, word++);
  }
  return tokens.finish();
}

/** Returns the words of a text with offsets, without white space. */
export function tokenizeWords(
  text: string,
  vocabulary: FrequencyVocabulary,
  segmenter: Segmenter,
): TokenSequence {
  const view = vocabulary.folded ? fold(text) : text;
  const tokens = new TokenCollector(text.length);
  let word = 0;
  for (const { start, end } of segmenter.segment(text)) {
    const token = view.slice(start, end);
    if (!WHITE_SPACE.test(token)) tokens.push(vocabulary.idOrUnknown(token), start, end, word++);
  }
  return tokens.finish();
}

/** Adds the characters of a text to a count table, in the form `tokenizeCharacters` looks up. */
export function countCharacters(text: string, folded: boolean, counts: Map<string, number>): void {
  for (const char of folded ? fold(text) : text) {
    if (!WHITE_SPACE.test(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
}

/** Adds the words of a text to a count table, in the form `tokenizeWords` looks up. */
export function countWords(
  text: string,
  segmenter: Segmenter,
  folded: boolean,
  counts: Map<string, number>,
): void {
  const view = folded ? fold(text) : text;
  for (const { start, end } of segmenter.segment(text)) {
    const token = view.slice(start, end);
    if (!WHITE_SPACE.test(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
}
