/** Texts as every task reads them: tokens, beside them the rows of their words, as padded batches. */
import { invariant } from '../../../shared/assert.ts';
import { type LexiconFeatures, type LexiconMatcher, WORD_SETS } from '../../text/soft-lexicon.ts';
import type { TokenSequence } from '../../text/tokens.ts';
import { PAD, type Vocabulary } from '../../text/vocabulary.ts';
import type { Tokenizer } from '../../text/wordpiece.ts';
import { type BatchSize, rowsOf } from '../models/model.ts';
import { batchMentions, type EntityBatch, type EntityReader } from './entity-reader.ts';

/** Reader of a stored model. */
export interface TokenReader {
  readonly tokenize: Tokenizer;
  readonly vocabulary: Vocabulary;
  /** Whether inputs stand between [CLS] and [SEP]. */
  readonly specials: boolean;
  /** Row of each token in the model's table of words; absent where it has none. Models with [CLS] have none. */
  readonly wordRows?: (text: string, tokens: TokenSequence) => Int32Array;
  /** Entities that the model reads where they are mentioned; absent where it reads none. Such models have [CLS]. */
  readonly entities?: EntityReader;
  /** Features of a lexicon beside the tokens' vectors; absent where the model has none. */
  readonly lexicon?: { readonly match: LexiconMatcher; readonly slots: number; readonly types: number };
}

/** One input without padding. */
export interface TokenInput {
  /** Token ids with [CLS] and [SEP] where the model reads them. */
  readonly ids: Int32Array;
  /** Row of each token in the table of words. */
  readonly words?: Int32Array;
  /** Marks of mentions as `mentionMarks` gives them, of the tokens without [CLS] and [SEP]. */
  readonly mentions?: Int32Array;
  /** Lexicon features of the tokens without [CLS] and [SEP]. */
  readonly lexicon?: LexiconFeatures;
  /** Tokens of the markers that open two mentions, from 0. */
  readonly marks?: readonly [from: number, to: number];
  /** BERT's token_type_ids; absent: 0. */
  readonly types?: Int32Array;
  /** The second text of a pair that is read apart; `matches` tell how the tokens of each occur in the other. */
  readonly second?: TokenInput;
  readonly matches?: Int32Array;
}

/** Returns the number of tokens of an input, or of the longer text of a pair that is read apart. */
export const tokensOf = ({ ids, second }: TokenInput): number =>
  Math.max(ids.length, second?.ids.length ?? 0);

/** Inputs by name, [B, T] each: `mask` is 1 at real tokens. */
export interface TokenBatch {
  readonly ids: Int32Array;
  readonly types: Int32Array;
  readonly mask: Int32Array;
  readonly words: Int32Array;
  /** Marks of two mentions, [B, 2]. */
  readonly marks: Int32Array;
  /** Level at which each token of a pair occurs in its other text. */
  readonly matches: Int32Array;
}

/** Further inputs of texts that share rows. */
interface PackedBatch {
  /** Number of the text of each token from 1, and place in it, [R, T]. */
  readonly texts: Int32Array;
  readonly positions: Int32Array;
  /** First token of each text in the rows one after another, [B]; −1 where there is none. */
  readonly places: Int32Array;
}

/** Features of the tokens without [CLS] and [SEP], [B, N, …]. */
interface LexiconBatch {
  readonly lexiconRows: Int32Array;
  readonly lexiconWeights: Float32Array;
  readonly lexiconTypes: Float32Array;
  readonly bigrams: Int32Array;
}

const NO_INPUT: TokenInput = { ids: new Int32Array(0) };

/**
 * Builds a batch of at most `batch` inputs; missing ones are all padding. Pairs that are read apart make 2 `batch` rows:
 * their first texts, then their second ones.
 * @param starts where the size has `rows`, the place of each input's first token in the rows one after another
 */
export function batchInputs(
  inputs: readonly TokenInput[],
  reader: TokenReader,
  size: BatchSize,
  starts?: Int32Array,
): TokenBatch & Partial<PackedBatch & LexiconBatch & EntityBatch> {
  invariant(inputs.length <= size.batch, `batchInputs: ${inputs.length} inputs for a batch of ${size.batch}`);
  if (starts !== undefined) return batchPacked(inputs, reader, size, starts);
  if (inputs.every(({ second }) => second === undefined)) return batchRows(inputs, reader, size);
  const missing = Array.from({ length: size.batch - inputs.length }, () => NO_INPUT);
  const rows = [...inputs, ...missing, ...inputs.map(({ second }) => second ?? NO_INPUT)];
  return batchRows(rows, reader, { ...size, batch: 2 * size.batch });
}

/** Texts that share rows. */
function batchPacked(
  inputs: readonly TokenInput[],
  reader: TokenReader,
  size: BatchSize,
  starts: Int32Array,
): TokenBatch & PackedBatch & Partial<LexiconBatch> {
  const { batch, length } = rowsOf(size);
  const out = batchRows([], reader, { batch, length });
  const texts = new Int32Array(batch * length);
  const positions = new Int32Array(batch * length);
  const places = new Int32Array(size.batch).fill(-1);
  places.set(starts);
  for (const [text, { ids, types }] of inputs.entries()) {
    const start = starts[text]!;
    invariant(
      ids.length <= length - (start % length),
      `batchInputs: ${ids.length} tokens at ${start} of rows of ${length}`,
    );
    out.ids.set(ids, start);
    if (types !== undefined) out.types.set(types, start);
    out.mask.fill(1, start, start + ids.length);
    texts.fill(text + 1, start, start + ids.length);
    for (let token = 0; token < ids.length; token++) positions[start + token] = token;
  }
  const packed = { ...out, texts, positions, places };
  if (reader.lexicon === undefined) return packed;
  const features = inputs.map(({ lexicon }) => lexicon);
  const firsts = Array.from(starts, (start) => taggedPlace(start, length));
  return { ...packed, ...batchLexicon(features, reader.lexicon, { batch, length: length - 2 }, firsts) };
}

/** Returns the place of a text that begins at `start` in rows of `length` tokens, in those rows without two tokens each. */
export const taggedPlace = (start: number, length: number): number => start - 2 * Math.floor(start / length);

function batchRows(
  inputs: readonly TokenInput[],
  { vocabulary, entities, lexicon, specials }: TokenReader,
  { batch, length }: BatchSize,
): TokenBatch & Partial<LexiconBatch & EntityBatch> {
  const out = {
    ids: new Int32Array(batch * length).fill(vocabulary.requireId(PAD)),
    types: new Int32Array(batch * length),
    mask: new Int32Array(batch * length),
    words: new Int32Array(batch * length),
    marks: new Int32Array(batch * 2),
    matches: new Int32Array(batch * length),
  };
  for (const [row, { ids, types, words, marks, matches }] of inputs.entries()) {
    invariant(ids.length <= length, `batchInputs: ${ids.length} tokens, the graph has ${length}`);
    out.ids.set(ids, row * length);
    out.mask.fill(1, row * length, row * length + ids.length);
    if (words !== undefined) out.words.set(words, row * length);
    if (marks !== undefined) out.marks.set(marks, row * 2);
    if (types !== undefined) out.types.set(types, row * length);
    if (matches !== undefined) out.matches.set(matches, row * length);
  }
  const mentions = entities && batchMentions(inputs, entities, { batch, length });
  if (lexicon === undefined) return { ...out, ...mentions };
  const features = inputs.map((one) => one.lexicon);
  const tagged = { batch, length: specials ? length - 2 : length };
  const firsts = features.map((_, row) => row * tagged.length);
  return { ...out, ...mentions, ...batchLexicon(features, lexicon, tagged, firsts) };
}

/** @param firsts place of the first token of each input */
function batchLexicon(
  rows: readonly (LexiconFeatures | undefined)[],
  { slots, types }: { readonly slots: number; readonly types: number },
  { batch, length }: BatchSize,
  firsts: readonly number[],
): LexiconBatch {
  const width = WORD_SETS * slots;
  const out = {
    lexiconRows: new Int32Array(batch * length * width),
    lexiconWeights: new Float32Array(batch * length * width),
    lexiconTypes: new Float32Array(batch * length * WORD_SETS * types),
    bigrams: new Int32Array(batch * length),
  };
  for (const [row, features] of rows.entries()) {
    if (features === undefined) continue;
    const first = firsts[row]!;
    out.lexiconRows.set(features.rows, first * width);
    out.lexiconWeights.set(features.weights, first * width);
    out.bigrams.set(features.bigrams, first);
    for (const [set, bits] of features.types.entries())
      for (let left = bits, type = 0; left !== 0; left >>>= 1, type++)
        out.lexiconTypes[(first * WORD_SETS + set) * types + type] = left & 1;
  }
  return out;
}
