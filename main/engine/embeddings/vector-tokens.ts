/** Tokenization of word vectors, shared by training and look-up. */
import type { VectorUnit } from '../../../shared/domain/embeddings.ts';
import { fold } from '../../text/folding.ts';
import { loadSegmenter, type Segmenter, type UserWord } from '../../text/segmentation.ts';

const WHITE_SPACE = /^\s+$/u;
const INNER_WHITE_SPACE = /\s+/gu;

/** Returns a word's token: vector files separate fields by spaces, so white space becomes an underscore. */
export const vectorToken = (word: string): string => word.replace(INNER_WHITE_SPACE, '_');

/** Splits a line into tokens, without white space. */
export type LineSplitter = (line: string) => Iterable<string>;

/** @param userWords words added to the dictionary for unit word, see `loadSegmenter` */
export function lineSplitter(
  unit: VectorUnit,
  folded: boolean,
  userWords: readonly UserWord[],
): LineSplitter {
  const view = (line: string): string => (folded ? fold(line) : line); // folding keeps offsets
  if (unit === 'character') return (line) => characters(view(line));
  const segmenter = loadSegmenter({ userWords });
  return (line) => words(line, view(line), segmenter);
}

function* characters(line: string): Generator<string> {
  for (const char of line) if (!WHITE_SPACE.test(char)) yield char;
}

function* words(line: string, view: string, segmenter: Segmenter): Generator<string> {
  for (const { start, end } of segmenter.segment(line)) {
    const word = view.slice(start, end);
    if (!WHITE_SPACE.test(word)) yield vectorToken(word);
  }
}
