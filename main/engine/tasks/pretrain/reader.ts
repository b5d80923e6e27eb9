/** Reads sentences for pre-training: tokens of the encoder, grouped into words. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import type { Tokenizer } from '../../../text/wordpiece.ts';
import { sentencesOf } from './corpus.ts';
import type { TokenizedSentence } from './packing.ts';

export interface SentenceReader {
  readonly tokenize: Tokenizer;
  /** Words of a text, covering it; absent: each token by itself. */
  readonly segment?: (text: string) => Span[];
}

export function* readPiece(
  piece: string,
  { tokenize, segment }: SentenceReader,
): Generator<TokenizedSentence> {
  for (const sentence of sentencesOf(piece)) {
    const tokens = tokenize(sentence);
    if (tokens.ids.length === 0) continue;
    const words =
      segment === undefined ? tokens.ids.map((_, i) => i) : wordNumbers(tokens, segment(sentence));
    yield { ids: tokens.ids, words };
  }
}

/** A word of the segmentation with all tokens that begin in it; pieces of one WordPiece word are never parted. */
export function wordNumbers({ starts, words }: TokenSequence, ranges: readonly Span[]): Int32Array {
  const out = new Int32Array(starts.length);
  let [range, number] = [0, -1];
  let lastRange = -1;
  for (let token = 0; token < starts.length; token++) {
    while (range < ranges.length - 1 && ranges[range]!.end <= starts[token]!) range++;
    const continues = token > 0 && (range === lastRange || words[token] === words[token - 1]);
    if (!continues) number++;
    out[token] = number;
    lastRange = range;
  }
  return out;
}
