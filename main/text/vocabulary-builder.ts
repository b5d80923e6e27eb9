/**
 * Builds WordPiece vocabularies from a corpus: every frequent character, then pieces merged pair by pair (Sennrich
 * et al. 2016; Schuster & Nakajima 2012). Chinese characters are words by themselves, so merging concerns words of
 * letters and digits. Equal counts give equal vocabularies.
 */
import { invariant } from '../../shared/assert.ts';
import { type BasicOptions, basicTokenizer, isChineseChar, isPunctuation } from './basic-tokenizer.ts';
import { byCountThenToken } from './frequency-vocabulary.ts';
import { createVocabulary, SPECIAL_TOKENS, type Vocabulary } from './vocabulary.ts';
import { CONTINUATION } from './wordpiece.ts';

/** Returns a function that counts the words of a text as WordPiece sees them. */
export function wordCounter(counts: Map<string, number>, options: BasicOptions = {}): (text: string) => void {
  const split = basicTokenizer(options);
  return (text) => {
    for (const word of split(text)) {
      if (!word.whole) counts.set(word.text, (counts.get(word.text) ?? 0) + 1);
    }
  };
}

/**
 * Criterion for the next merge. `frequency`: the most frequent pair. `likelihood`: the pair whose merging raises the
 * corpus likelihood under a unigram model of pieces most, n(ab) · log(n(ab) · n / (n(a) · n(b))).
 */
export type MergeScore = 'frequency' | 'likelihood';

export interface WordPieceBuildOptions {
  /** Most tokens, special ones included. */
  readonly maxSize: number;
  /** Lowest count of characters and pieces; default 2. */
  readonly minCount?: number;
  /** Default `frequency`. */
  readonly score?: MergeScore;
  /** Longest merged piece in code points; default 30. */
  readonly maxPieceChars?: number;
  /** Number of reserved tokens `[unused1]` …; default 0. */
  readonly unused?: number;
  /** Longest word that is learnt from, in code points; default 100. */
  readonly maxWordChars?: number;
}

export interface BuildProgress {
  readonly tokens: number;
  readonly maxSize: number;
}

/** Merges between two progress reports. */
const MERGES_A_STEP = 32;

/**
 * Yields progress and returns the vocabulary; the caller may stop iterating at any time.
 * @param counts words of the corpus, from `wordCounter`
 */
export function* buildWordPieceVocabulary(
  counts: ReadonlyMap<string, number>,
  options: WordPieceBuildOptions,
): Generator<BuildProgress, Vocabulary> {
  const { maxSize, minCount = 2, score = 'frequency', maxPieceChars = 30 } = options;
  const tokens = [...SPECIAL_TOKENS];
  for (let i = 1; i <= (options.unused ?? 0); i++) tokens.push(`[unused${i}]`);
  invariant(maxSize > tokens.length, `buildWordPieceVocabulary: maxSize ${maxSize} leaves room for no piece`);

  const words = [...counts]
    .filter(([word]) => Array.from(word).length <= (options.maxWordChars ?? 100))
    .sort(byCountThenToken);
  const alphabet = buildAlphabet(words, minCount, maxSize - tokens.length);
  tokens.push(...alphabet);
  yield { tokens: tokens.length, maxSize };

  const table = new PairTable(words, new Set(alphabet));
  const known = new Set(tokens);
  for (let merges = 1; tokens.length < maxSize; merges++) {
    const best = table.best(score, minCount, maxPieceChars);
    if (best === undefined) break;
    const piece = table.merge(best);
    if (!known.has(piece)) tokens.push(piece); // two merges may produce one piece
    known.add(piece);
    if (merges % MERGES_A_STEP === 0) yield { tokens: tokens.length, maxSize };
  }
  yield { tokens: tokens.length, maxSize };
  return createVocabulary(tokens);
}

/** Returns frequent characters, most frequent first; letters and digits also as continuations. */
function buildAlphabet(
  words: readonly (readonly [string, number])[],
  minCount: number,
  room: number,
): string[] {
  const counts = new Map<string, number>();
  for (const [word, count] of words) {
    for (const char of word) counts.set(char, (counts.get(char) ?? 0) + count);
  }
  return [...counts]
    .filter(([, count]) => count >= minCount)
    .sort(byCountThenToken)
    .flatMap(([char]) => (standsAlone(char) ? [char] : [char, CONTINUATION + char]))
    .slice(0, room);
}

/** Returns whether BasicTokenizer never joins the character to others. */
const standsAlone = (char: string): boolean => isChineseChar(char.codePointAt(0) ?? 0) || isPunctuation(char);

interface Piece {
  readonly name: string;
  count: number;
}

interface Pair {
  readonly left: Piece;
  readonly right: Piece;
  count: number;
  /** Indices of words that contain or contained the pair. */
  readonly words: Set<number>;
}

/** Words as pieces, with incrementally updated counts of pieces and neighbouring pairs. */
class PairTable {
  readonly #words: { pieces: string[]; readonly count: number }[] = [];
  readonly #pieces = new Map<string, Piece>();
  readonly #pairs = new Map<string, Pair>();
  #total = 0;

  constructor(words: readonly (readonly [string, number])[], alphabet: ReadonlySet<string>) {
    for (const [word, count] of words) {
      const pieces = Array.from(word, (char, i) => (i === 0 ? char : CONTINUATION + char));
      if (!pieces.every((piece) => alphabet.has(piece))) continue;
      const index = this.#words.push({ pieces, count }) - 1;
      this.#add(index, pieces, count);
    }
  }

  /** Returns the best pair, ties in code unit order; `undefined` when none is frequent or gains enough. */
  best(score: MergeScore, minCount: number, maxPieceChars: number): Pair | undefined {
    let best: Pair | undefined;
    let bestScore = 0;
    const bound = score === 'frequency' ? 1 : Math.log(this.#total); // upper bound of the score of one occurrence
    for (const pair of this.#pairs.values()) {
      if (pair.count < minCount || pair.count * bound < bestScore) continue;
      const value = score === 'frequency' ? pair.count : this.#likelihoodGain(pair);
      if (value < bestScore || (value === bestScore && (best === undefined || comesBefore(best, pair))))
        continue;
      if (charsOf(pair) > maxPieceChars) continue;
      best = pair;
      bestScore = value;
    }
    return best;
  }

  #likelihoodGain({ left, right, count }: Pair): number {
    return count * Math.log((count * this.#total) / (left.count * right.count));
  }

  /** Joins the pair at every occurrence from left to right and returns the new piece. */
  merge(pair: Pair): string {
    const merged = pair.left.name + pair.right.name.slice(CONTINUATION.length);
    for (const index of pair.words) {
      const { pieces, count } = this.#words[index]!;
      const joined = joinPairs(pieces, pair, merged);
      if (joined.length === pieces.length) continue;
      this.#add(index, pieces, -count);
      this.#add(index, joined, count);
      this.#words[index]!.pieces = joined;
    }
    return merged;
  }

  #add(index: number, pieces: readonly string[], count: number): void {
    let left: Piece | undefined;
    for (const name of pieces) {
      const piece = this.#pieces.get(name) ?? { name, count: 0 };
      this.#pieces.set(name, piece);
      piece.count += count;
      this.#total += count;
      if (left !== undefined) this.#addPair(index, left, piece, count);
      left = piece;
    }
  }

  #addPair(index: number, left: Piece, right: Piece, count: number): void {
    const key = `${left.name} ${right.name}`; // names hold no spaces
    let pair = this.#pairs.get(key);
    if (pair === undefined) {
      pair = { left, right, count: 0, words: new Set() };
      this.#pairs.set(key, pair);
    }
    pair.count += count;
    pair.words.add(index);
    if (pair.count === 0) this.#pairs.delete(key);
  }
}

const comesBefore = ({ left: a, right: b }: Pair, { left: c, right: d }: Pair): boolean =>
  a.name < c.name || (a === c && b.name < d.name);

function charsOf({ left, right }: Pair): number {
  const start = left.name.startsWith(CONTINUATION) ? CONTINUATION.length : 0;
  return Array.from(left.name.slice(start)).length + Array.from(right.name).length - CONTINUATION.length;
}

function joinPairs(pieces: readonly string[], { left, right }: Pair, merged: string): string[] {
  const joined: string[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const match = pieces[i] === left.name && pieces[i + 1] === right.name;
    joined.push(match ? merged : pieces[i]!);
    if (match) i++;
  }
  return joined;
}
