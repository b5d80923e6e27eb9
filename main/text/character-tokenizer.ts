/** Tokenizers whose tokens are the characters or the segmented words of a text. */
import type { FrequencyVocabulary } from './frequency-vocabulary.ts';
import { fold } from './normalise.ts';
import type { Segmenter } from './segmentation.ts';
import { TokenCollector, type TokenSequence } from './tokens.ts';

const WHITE_SPACE = /^\s+$/u;

/** Code points of a text with their offsets, white space left out. */
export function tokenizeCharacters(text: string, vocabulary: FrequencyVocabulary): TokenSequence {
  const view = vocabulary.folded ? fold(text) : text; // one code unit to one
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

/** Words of a text with their offsets, white space left out. */
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

/** Adds the characters of a text to a count table, as `tokenizeCharacters` will look them up. */
export function countCharacters(text: string, folded: boolean, counts: Map<string, number>): void {
  for (const char of folded ? fold(text) : text) {
    if (!WHITE_SPACE.test(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
}

/** Adds the words of a text to a count table, as `tokenizeWords` will look them up. */
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
