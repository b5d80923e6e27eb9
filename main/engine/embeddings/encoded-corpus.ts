/** Corpus as token ids, read once: rare tokens removed, cut into blocks for the workers. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { byCountThenToken } from '../../text/frequency-vocabulary.ts';
import { IntColumn } from './int-column.ts';
import type { LineSplitter } from './vector-tokens.ts';

/** Longest sentence in tokens; longer lines are cut, as in gensim. */
export const MAX_SENTENCE = 10_000;
/** Least tokens of a block: gensim's batch. */
const BLOCK_TOKENS = 10_000;
export const END_OF_SENTENCE = -1;
const LEFT_OUT = -2;
/** Tokens between two yields to the event loop. */
const TOKENS_A_TURN = 20_000;
const LINE_BREAKS = /[\n\r]+/;
/** Limit of 32-bit ids, with room for ends of sentences. */
const MAX_TOKENS = 2 ** 30;

/** Corpus in shared memory, read by the workers. */
export interface CorpusBlocks {
  /** Token ids, with END_OF_SENTENCE after each sentence. */
  readonly ids: Int32Array;
  /** Offset of each block in `ids`, and the end. */
  readonly starts: Int32Array;
  /** Number of tokens before each block, and the total. */
  readonly tokensBefore: Int32Array;
}

export interface EncodedCorpus {
  /** Tokens by falling count, ties in code unit order; the index is the id. */
  readonly tokens: readonly string[];
  readonly counts: Float64Array;
  readonly blocks: CorpusBlocks;
  /** Number of tokens before rare ones were removed. */
  readonly tokensRead: number;
}

export interface ReadProgress {
  readonly texts: number;
  readonly tokens: number;
}

/**
 * Reads all texts, reporting and yielding to the event loop at intervals. Returns `undefined` when the signal was
 * aborted.
 * @param split splits a line into tokens
 * @throws AppError when no token is frequent enough
 */
export async function* encodeCorpus(
  texts: AsyncIterable<string>,
  split: LineSplitter,
  minCount: number,
  signal: AbortSignal,
): AsyncGenerator<ReadProgress, EncodedCorpus | undefined> {
  const table = new TokenTable();
  let read = 0;
  let reported = 0;
  for await (const text of texts) {
    for (const line of text.toWellFormed().split(LINE_BREAKS)) {
      table.addSentence(split(line));
      if (table.tokens - reported < TOKENS_A_TURN) continue;
      reported = table.tokens;
      yield { texts: read, tokens: reported };
      await nextTurn();
      if (signal.aborted) return undefined;
    }
    if (signal.aborted) return undefined;
    read++;
  }
  return table.finish(minCount);
}

/** Numbers tokens in order of appearance, so that the corpus is read only once. */
class TokenTable {
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #column = new IntColumn();
  tokens = 0;

  addSentence(sentence: Iterable<string>): void {
    const before = this.#column.length;
    for (const token of sentence) {
      let number = this.#numbers.get(token);
      if (number === undefined) {
        number = this.#counts.length;
        this.#numbers.set(token, number);
        this.#counts.push(0);
      }
      this.#counts[number]!++;
      this.#column.push(number);
    }
    this.tokens += this.#column.length - before;
    if (this.tokens > MAX_TOKENS)
      throw new AppError('too-large', 'vectors.corpus-too-large', { tokens: MAX_TOKENS });
    if (this.#column.length > before) this.#column.push(END_OF_SENTENCE);
  }

  finish(minCount: number): EncodedCorpus {
    const kept = [...this.#numbers]
      .map(([token, number]) => [token, this.#counts[number]!] as const)
      .filter(([, count]) => count >= minCount)
      .sort(byCountThenToken);
    if (kept.length === 0) throw nothingFrequent(this.tokens, minCount);
    const idOf = new Int32Array(this.#counts.length).fill(LEFT_OUT);
    kept.forEach(([token], id) => {
      idOf[this.#numbers.get(token)!] = id;
    });
    return {
      tokens: kept.map(([token]) => token),
      counts: Float64Array.from(kept, ([, count]) => count),
      blocks: cutBlocks(this.#column, idOf),
      tokensRead: this.tokens,
    };
  }
}

const nothingFrequent = (tokens: number, minCount: number): AppError =>
  new AppError(
    'bad-input',
    tokens === 0 ? message('vectors.corpus-empty') : message('vectors.corpus-too-rare', { count: minCount }),
    { hint: 'hint.more-text-or-lower-minimum' },
  );

/** Returns ids without rare tokens, overlong sentences cut, with the offsets of blocks. */
function cutBlocks(column: IntColumn, idOf: Int32Array): CorpusBlocks {
  const ids = new IntColumn();
  const starts = [0];
  const tokensBefore = [0];
  let sentence = 0;
  let tokens = 0;
  const endSentence = () => {
    if (sentence === 0) return;
    ids.push(END_OF_SENTENCE);
    sentence = 0;
    if (tokens - tokensBefore.at(-1)! < BLOCK_TOKENS) return;
    starts.push(ids.length);
    tokensBefore.push(tokens);
  };
  column.forEach((number) => {
    const id = number < 0 ? END_OF_SENTENCE : idOf[number]!;
    if (id >= 0) {
      ids.push(id);
      tokens++;
      sentence++;
    }
    if (id === END_OF_SENTENCE || sentence === MAX_SENTENCE) endSentence();
  });
  if (starts.at(-1) !== ids.length) {
    starts.push(ids.length);
    tokensBefore.push(tokens);
  }
  const shared = ids.toShared();
  return { ids: shared, starts: Int32Array.from(starts), tokensBefore: Int32Array.from(tokensBefore) };
}
