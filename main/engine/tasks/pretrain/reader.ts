/** Reads sentences for pre-training: tokens of the encoder, grouped into words. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import type { Tokenizer } from '../../../text/wordpiece.ts';
import { mentionMarks } from '../entity-reader.ts';
import { mentionsWithin, type Piece, sentencesOf } from './corpus.ts';
import type { TokenizedSentence } from './packing.ts';

export interface SentenceReader {
  readonly tokenize: Tokenizer;
  /** Words of a text, covering it; absent: each token by itself. */
  readonly segment?: (text: string) => Span[];
  /** Makes all tokens of a mention one word. */
  readonly wholeMentions?: boolean;
}

export function* readPiece(
  { text, mentions: given }: Piece,
  { tokenize, segment, wholeMentions = false }: SentenceReader,
): Generator<TokenizedSentence> {
  let at = 0;
  for (const sentence of sentencesOf(text)) {
    at = text.indexOf(sentence, at);
    const tokens = tokenize(sentence);
    if (tokens.ids.length === 0) continue;
    const words =
      segment === undefined ? tokens.ids.map((_, i) => i) : wordNumbers(tokens, segment(sentence));
    const mentions = given && mentionMarks(tokens, mentionsWithin(given, at, at + sentence.length));
    const units = wholeMentions && mentions !== undefined ? withMentions(words, mentions) : words;
    yield { ids: tokens.ids, words: units, mentions };
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

/** Numbers of words, all tokens of a mention being one word and no part of another. */
function withMentions(words: ArrayLike<number>, marks: Int32Array): Int32Array {
  let number = -1;
  return marks.map((mark, token) => {
    const continues = token > 0 && mark === 0 && marks[token - 1] === 0 && words[token] === words[token - 1];
    if (mark >= 0 && !continues) number++;
    return number;
  });
}
