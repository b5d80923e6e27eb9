/** Aligns word vectors with the tokens of a text, when tokens are finer than the vectors' unit. */
import type { Span } from '../../../shared/domain/span.ts';
import type { TokenSequence } from '../../text/tokens.ts';

/** Row of a token without a vector. */
export const NO_ROW = -1;

/** Maps a token to its row, like `VectorIndex`. */
export interface RowLookup {
  rowOf(token: string): number | undefined;
}

/** Offsets of tokens; starts do not decrease. */
export type TokenPlaces = Pick<TokenSequence, 'starts' | 'ends'>;

/**
 * Aligns word vectors by repetition: every token gets the row of the word in which it begins. A word without a
 * vector is split from left to right into its longest known pieces, down to single characters; NO_ROW for the rest.
 * @param words words of the text in order, from the segmentation used in training
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

/** Yields the word, or its longest known pieces; together they cover it. */
function* piecesOf(text: string, { start, end }: Span, index: RowLookup): Generator<Piece> {
  for (let at = start; at < end; ) {
    let stop = end;
    let row = index.rowOf(text.slice(at, stop));
    while (row === undefined && stop > at + 1) row = index.rowOf(text.slice(at, --stop));
    yield { end: stop, row: row ?? NO_ROW };
    at = stop;
  }
}
