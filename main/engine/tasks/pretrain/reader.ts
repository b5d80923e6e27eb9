/** Reads sentences for pre-training: tokens of the encoder, grouped into words. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import type { Tokenizer } from '../../../text/wordpiece.ts';
import { LONGEST_MENTION } from '../../layers/mention-tokens.ts';
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

/**
 * Marks the tokens of mentions: the first by the entity's number from 1, the others by its negative; 0 elsewhere. Leaves
 * out mentions whose borders are within a token, and those of too many tokens.
 */
export function mentionMarks({ starts, ends }: TokenSequence, mentions: Int32Array): Int32Array {
  const marks = new Int32Array(starts.length);
  let first = 0;
  for (let i = 0; i < mentions.length; i += 3) {
    const [start, end, entity] = [mentions[i]!, mentions[i + 1]!, mentions[i + 2]!];
    while (first < starts.length && starts[first]! < start) first++;
    let last = first;
    while (last + 1 < starts.length && ends[last]! < end) last++;
    if (starts[first] !== start || ends[last] !== end || last - first >= LONGEST_MENTION) continue;
    marks.fill(-entity - 1, first, last + 1);
    marks[first] = entity + 1;
    first = last + 1;
  }
  return marks;
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
