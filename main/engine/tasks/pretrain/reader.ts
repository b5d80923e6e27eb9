/** Reads sentences for pre-training: tokens of the encoder, grouped into words. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { NameSplitter } from '../../../text/entity-parts.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import type { Tokenizer } from '../../../text/wordpiece.ts';
import { markedMentions, mentionMarks } from '../entity-reader.ts';
import { mentionsWithin, type Piece, sentencesOf } from './corpus.ts';
import type { TokenizedSentence } from './packing.ts';

export type WholeUnit = 'word' | 'character';

export interface SentenceReader {
  readonly tokenize: Tokenizer;
  /** Words of a text, covering it; absent: each token by itself. */
  readonly segment?: (text: string) => Span[];
  /** Tokens that are never parted: those of a WordPiece word (default), or of a character, which byte-level BPE cuts. */
  readonly whole?: WholeUnit;
  /** Makes all tokens of a mention one word. */
  readonly wholeMentions?: boolean;
  /** Parts of long names; absent: they are not needed. */
  readonly split?: NameSplitter;
}

export function* readPiece(
  { text, mentions: given }: Piece,
  { tokenize, segment, whole, wholeMentions = false, split }: SentenceReader,
): Generator<TokenizedSentence> {
  let at = 0;
  for (const sentence of sentencesOf(text)) {
    at = text.indexOf(sentence, at);
    const tokens = tokenize(sentence);
    if (tokens.ids.length === 0) continue;
    const words =
      segment === undefined ? tokens.ids.map((_, i) => i) : wordNumbers(tokens, segment(sentence), whole);
    const mentions = given && mentionMarks(tokens, mentionsWithin(given, at, at + sentence.length));
    const units = wholeMentions && mentions !== undefined ? withMentions(words, mentions) : words;
    const cuts = split && mentions && cutMarks(sentence, tokens, mentions, split);
    yield { ids: tokens.ids, words: units, mentions, cuts };
  }
}

/** Marks tokens of mentions by 1 where a part ends before the last one. */
function cutMarks(
  sentence: string,
  { starts, ends }: TokenSequence,
  mentions: Int32Array,
  split: NameSplitter,
): Int32Array {
  const cuts = new Int32Array(mentions.length);
  for (const { first, last } of markedMentions(mentions)) {
    const start = starts[first]!;
    const parts = split(sentence.slice(start, ends[last]));
    for (let token = first; token < last; token++) if (parts.includes(ends[token]! - start)) cuts[token] = 1;
  }
  return cuts;
}

/** A word of the segmentation with all tokens that begin in it, and with those that are never parted from them. */
export function wordNumbers(
  { starts, ends, words }: TokenSequence,
  ranges: readonly Span[],
  whole: WholeUnit = 'word',
): Int32Array {
  // a word of byte-level BPE is a run of letters, in Chinese a whole clause
  const isOneUnit = (token: number): boolean =>
    whole === 'word' ? words[token] === words[token - 1] : starts[token]! < ends[token - 1]!;
  const out = new Int32Array(starts.length);
  let [range, number] = [0, -1];
  let lastRange = -1;
  for (let token = 0; token < starts.length; token++) {
    while (range < ranges.length - 1 && ranges[range]!.end <= starts[token]!) range++;
    const continues = token > 0 && (range === lastRange || isOneUnit(token));
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
