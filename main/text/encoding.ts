/** Model input: one text or a pair with special tokens, truncated to a length, with the offsets of all tokens. */
import { invariant } from '../../shared/assert.ts';
import { sliceTokens, type TokenSequence } from './tokens.ts';
import { CLS, PAD, SEP, type Vocabulary } from './vocabulary.ts';

/**
 * `[CLS] first [SEP]` or `[CLS] first [SEP] second [SEP]`, with two separators between where the vocabulary says so. Arrays have one entry per token; special tokens and
 * padding have start, end and word -1.
 */
export interface Encoding {
  readonly ids: Int32Array;
  /** BERT's token_type_ids: 0 up to the first [SEP], 1 after it. Shows which text the offsets refer to. */
  readonly segmentIds: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly words: Int32Array;
  /** Number of tokens before the padding: the attention mask is 1 below this index. */
  readonly length: number;
  /** Number of tokens cut from the end of each text. */
  readonly truncated: { readonly first: number; readonly second: number };
}

/**
 * Text to truncate when both do not fit. `longest` removes tokens one at a time from the longer one, or the second
 * of two equal ones (google-research/bert `_truncate_seq_pair`).
 */
type Truncation = 'longest' | 'first' | 'second';

export interface JoinOptions {
  /** Most tokens, special ones included; no limit by default. */
  readonly maxLength?: number;
  /** Default `longest`. */
  readonly truncation?: Truncation;
}

/** Joins texts with special tokens. @param second other text of a pair; an empty one still gets its [SEP] */
export function joinPair(
  vocabulary: Vocabulary,
  first: TokenSequence,
  second?: TokenSequence,
  options: JoinOptions = {},
): Encoding {
  const { maxLength = Number.POSITIVE_INFINITY, truncation = 'longest' } = options;
  const between = vocabulary.separators ?? 1;
  const specials = second === undefined ? 2 : 2 + between;
  const sizes = { first: first.ids.length, second: second?.ids.length ?? 0 };
  const kept = truncate(sizes, maxLength - specials, truncation);
  const cls = vocabulary.requireId(CLS);
  const sep = vocabulary.requireId(SEP);

  const length = kept.first + kept.second + specials;
  const out = emptyEncoding(length);
  out.ids[0] = cls;
  place(out, sliceTokens(first, 0, kept.first), 1);
  out.ids[kept.first + 1] = sep;
  if (second !== undefined) {
    out.ids.fill(sep, kept.first + 1, kept.first + 1 + between);
    place(out, sliceTokens(second, 0, kept.second), kept.first + 1 + between);
    out.ids[length - 1] = sep;
    out.segmentIds.fill(1, kept.first + 1 + between);
  }
  return {
    ...out,
    length,
    truncated: { first: sizes.first - kept.first, second: sizes.second - kept.second },
  };
}

type Sizes = { readonly first: number; readonly second: number };

function truncate(sizes: Sizes, room: number, truncation: Truncation): Sizes {
  let { first, second } = sizes;
  let excess = first + second - room;
  if (excess <= 0) return sizes;
  if (truncation === 'first') first -= excess;
  else if (truncation === 'second') second -= excess;
  else {
    const fromLonger = Math.min(excess, Math.abs(first - second));
    if (first > second) first -= fromLonger;
    else second -= fromLonger;
    excess -= fromLonger;
    second -= Math.ceil(excess / 2);
    first -= Math.floor(excess / 2);
  }
  invariant(
    first >= 0 && second >= 0,
    `joinPair: ${sizes.first} + ${sizes.second} tokens do not fit into ${room} by shortening ${truncation}`,
  );
  return { first, second };
}

const emptyEncoding = (length: number) => ({
  ids: new Int32Array(length),
  segmentIds: new Int32Array(length),
  starts: new Int32Array(length).fill(-1),
  ends: new Int32Array(length).fill(-1),
  words: new Int32Array(length).fill(-1),
});

function place(out: ReturnType<typeof emptyEncoding>, tokens: TokenSequence, at: number): void {
  out.ids.set(tokens.ids, at);
  out.starts.set(tokens.starts, at);
  out.ends.set(tokens.ends, at);
  out.words.set(tokens.words, at);
}

/** Pads with [PAD] to a fixed length; segment id 0, as in BERT. */
export function padEncoding(vocabulary: Vocabulary, encoding: Encoding, length: number): Encoding {
  invariant(
    encoding.ids.length <= length,
    `padEncoding: ${encoding.ids.length} tokens are longer than ${length}`,
  );
  const out = emptyEncoding(length);
  out.ids.fill(vocabulary.requireId(PAD), encoding.ids.length);
  place(out, encoding, 0);
  out.segmentIds.set(encoding.segmentIds);
  return { ...out, length: encoding.length, truncated: encoding.truncated };
}
