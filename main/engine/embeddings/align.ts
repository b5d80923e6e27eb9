/** Which vector belongs to each token of a text, where the tokens are finer than the vectors' unit. */
import type { Span } from '../../../shared/domain/span.ts';
import type { TokenSequence } from '../../text/tokens.ts';

/** For tokens without a vector; `VectorStatistics.mean` may stand for them. */
export const NO_ROW = -1;

/** Which row a token has, as `VectorIndex` tells it. */
export interface RowLookup {
  rowOf(token: string): number | undefined;
}

/** Tokens by their places in a text; starts do not decrease. */
export type TokenPlaces = Pick<TokenSequence, 'starts' | 'ends'>;

/** Character vectors: the row of each token, by its own characters; NO_ROW where there is none. */
export function rowsOfCharacters(text: string, { starts, ends }: TokenPlaces, index: RowLookup): Int32Array {
  return starts.map((start, i) => index.rowOf(text.slice(start, ends[i])) ?? NO_ROW);
}

/**
 * Word vectors by aligned repetition: every token gets the row of the word in which it begins. A word that has no
 * vector is taken apart, from left to right into the longest pieces that have one, down to single characters; NO_ROW
 * for what is left.
 * @param words of the text in order, from the segmentation that the vectors were trained with
 */
export function rowsOfWords(
  text: string,
  { starts }: TokenPlaces,
  words: readonly Span[],
  index: RowLookup,
): Int32Array {
  const rows = new Int32Array(starts.length).fill(NO_ROW);
  let token = 0;
  for (const word of words) {
    while (token < starts.length && starts[token]! < word.start) token++;
    for (const { end, row } of piecesOf(text, word, index)) {
      for (; token < starts.length && starts[token]! < end; token++) rows[token] = row;
    }
  }
  return rows;
}

interface Piece {
  readonly end: number;
  readonly row: number;
}

/** The word, or its longest known pieces; together they cover it. */
function* piecesOf(text: string, { start, end }: Span, index: RowLookup): Generator<Piece> {
  for (let at = start; at < end; ) {
    let stop = end;
    let row = index.rowOf(text.slice(at, stop));
    while (row === undefined && stop > at + 1) row = index.rowOf(text.slice(at, --stop));
    yield { end: stop, row: row ?? NO_ROW };
    at = stop;
  }
}
