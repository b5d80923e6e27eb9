/** How texts become the tokens that vectors belong to: the same in training and in look-up. */
import type { VectorUnit } from '../../../shared/domain/embeddings.ts';
import { fold } from '../../text/normalise.ts';
import { loadSegmenter, type Segmenter, type UserWord } from '../../text/segmentation.ts';

const WHITE_SPACE = /^\s+$/u;
const INNER_WHITE_SPACE = /\s+/gu;

/** A word's token: files of vectors part fields by spaces, so white space inside a word becomes an underscore. */
export function vectorToken(word: string): string {
  return word.replace(INNER_WHITE_SPACE, '_');
}

/** The tokens of a line in order; white space gives none. */
export type LineSplitter = (line: string) => Iterable<string>;

/** @param userWords join `unit` word's dictionary, see `loadSegmenter` */
export function lineSplitter(
  unit: VectorUnit,
  folded: boolean,
  userWords: readonly UserWord[],
): LineSplitter {
  const view = (line: string): string => (folded ? fold(line) : line); // one code unit to one
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
