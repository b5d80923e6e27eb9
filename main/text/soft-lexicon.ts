/**
 * SoftLexicon (Ma, Peng, Zhang et al. 2020, "Simplify the Usage of Lexicon in Chinese NER"): the words of a lexicon that
 * begin at a token (B), pass through it (M), end at it (E) or are exactly it (S), weighted by their frequency.
 */
import { buildAutomaton, type Matches } from './automaton.ts';
import { fold, foldUnits } from './folding.ts';
import type { Lexicon } from './lexicon.ts';
import type { TokenPlaces } from './tagging.ts';

/** Sets of a token, in the order B, M, E, S. */
export const WORD_SETS = 4;
/** Row of the vector table for an empty set. */
export const NO_WORD = 0;
/** Row shared by words without a vector of their own. */
export const NO_VECTOR = 1;
/** Row of the first word with a vector of its own. */
export const FIRST_WORD = 2;

/** Matches of a text's tokens. Slots of a set that hold no word have weight 0. */
export interface LexiconFeatures {
  /** Rows of the vector table, [tokens × 4 × slots]. */
  readonly rows: Int32Array;
  /** 4 z(w) / Z, Z being the sum of z over the words of all four sets (eq. 7, 8), [tokens × 4 × slots]. */
  readonly weights: Float32Array;
  /** Bit k: the set holds a name of entity type k, [tokens × 4]. */
  readonly types: Int32Array;
  /** Row of the bigram that begins at each token; 0 for unknown ones, [tokens]. */
  readonly bigrams: Int32Array;
}

/** Finds the lexicon's words around each token of a text. */
export type LexiconMatcher = (text: string, tokens: TokenPlaces) => LexiconFeatures;

/** @param slots words kept for each set, the longest ones first */
export function lexiconMatcher(lexicon: Lexicon, slots: number): LexiconMatcher {
  const automaton = buildAutomaton(
    lexicon.words.map(({ word }) => word),
    { minUnits: 1 },
  );
  const bigramRows = new Map(lexicon.bigrams.map((bigram, i) => [bigram, i + 1]));
  return (text, tokens) => {
    const sets = new WordSets(tokens, lexicon, slots);
    for (const match of longestFirst(automaton.scan(foldUnits(text)))) sets.add(match);
    const bigrams = Int32Array.from(bigramsOf(text, tokens), (bigram) => bigramRows.get(bigram) ?? 0);
    return { ...sets.finish(), bigrams };
  };
}

/** Returns the folded bigram that begins at each token; that of the last token is the token alone. */
export function bigramsOf(text: string, { starts, ends }: TokenPlaces): string[] {
  const view = fold(text);
  const token = (i: number) => (i < starts.length ? view.slice(starts[i]!, ends[i]!) : '');
  return Array.from({ length: starts.length }, (_, i) => token(i) + token(i + 1));
}

interface Match {
  readonly word: number;
  readonly start: number;
  readonly end: number;
}

const longestFirst = ({ count, name, start, end }: Matches): Match[] =>
  Array.from({ length: count }, (_, i) => ({ word: name[i]!, start: start[i]!, end: end[i]! })).sort(
    (a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start,
  );

const [BEGIN, MIDDLE, END, SINGLE] = [0, 1, 2, 3] as const;

class WordSets {
  readonly #rows: Int32Array;
  readonly #weights: Float32Array;
  readonly #types: Int32Array;
  readonly #places: TokenPlaces;
  readonly #lexicon: Lexicon;
  readonly #slots: number;
  /** Words of each set so far, [tokens × 4]. */
  readonly #counts: Uint8Array;
  /** Token in which each code unit lies, or −1. */
  readonly #tokenAt: Int32Array;

  constructor(places: TokenPlaces, lexicon: Lexicon, slots: number) {
    const tokens = places.starts.length;
    this.#places = places;
    this.#lexicon = lexicon;
    this.#slots = slots;
    this.#rows = new Int32Array(tokens * WORD_SETS * slots);
    this.#weights = new Float32Array(tokens * WORD_SETS * slots);
    this.#types = new Int32Array(tokens * WORD_SETS);
    this.#counts = new Uint8Array(tokens * WORD_SETS);
    this.#tokenAt = new Int32Array(tokens === 0 ? 0 : places.ends[tokens - 1]!).fill(-1);
    for (let token = 0; token < tokens; token++)
      this.#tokenAt.fill(token, Math.max(0, places.starts[token]!), places.ends[token]!);
  }

  /** Adds a match to the sets of its tokens; a match whose border lies within a token counts for none. */
  add({ word, start, end }: Match): void {
    const { starts, ends } = this.#places;
    const [first, last] = [this.#tokenAt[start] ?? -1, this.#tokenAt[end - 1] ?? -1];
    if (first < 0 || last < 0 || starts[first] !== start || ends[last] !== end) return;
    if (first === last) return this.#put(first, SINGLE, word);
    this.#put(first, BEGIN, word);
    for (let token = first + 1; token < last; token++) this.#put(token, MIDDLE, word);
    this.#put(last, END, word);
  }

  #put(token: number, set: number, word: number): void {
    const at = token * WORD_SETS + set;
    const { frequency, row, types } = this.#lexicon.words[word]!;
    this.#types[at]! |= types;
    if (this.#counts[at]! >= this.#slots) return;
    const slot = at * this.#slots + this.#counts[at]!++;
    this.#rows[slot] = row;
    this.#weights[slot] = frequency;
  }

  /** Scales the frequencies to weights; an empty set holds the word NONE with frequency 1, as in the authors' code. */
  finish(): Omit<LexiconFeatures, 'bigrams'> {
    const width = WORD_SETS * this.#slots;
    for (const [at, count] of this.#counts.entries()) {
      if (count > 0) continue;
      this.#rows[at * this.#slots] = NO_WORD;
      this.#weights[at * this.#slots] = 1;
    }
    for (let from = 0; from < this.#weights.length; from += width) {
      const own = this.#weights.subarray(from, from + width);
      const total = own.reduce((sum, weight) => sum + weight, 0);
      for (let i = 0; i < width; i++) own[i] = (WORD_SETS * own[i]!) / total;
    }
    return { rows: this.#rows, weights: this.#weights, types: this.#types };
  }
}

/** Returns the features of the tokens `from` to `to`, end exclusive. */
export function sliceFeatures(
  { rows, weights, types, bigrams }: LexiconFeatures,
  { from, to }: { readonly from: number; readonly to: number },
): LexiconFeatures {
  const part = <Values extends Int32Array | Float32Array>(values: Values): Values => {
    const width = values.length / Math.max(1, bigrams.length);
    return values.subarray(from * width, to * width) as Values; // safe: a view has its array's type
  };
  return { rows: part(rows), weights: part(weights), types: part(types), bigrams: part(bigrams) };
}

/** Returns the features of the tokens of some parts, one after another. */
export function joinFeatures(
  features: LexiconFeatures,
  parts: readonly { readonly from: number; readonly to: number }[],
): LexiconFeatures {
  const slices = parts.map((part) => sliceFeatures(features, part));
  return {
    rows: Int32Array.from(slices.flatMap(({ rows }) => [...rows])),
    weights: Float32Array.from(slices.flatMap(({ weights }) => [...weights])),
    types: Int32Array.from(slices.flatMap(({ types }) => [...types])),
    bigrams: Int32Array.from(slices.flatMap(({ bigrams }) => [...bigrams])),
  };
}

/**
 * Counts each word in texts. An occurrence within a longer word of the lexicon does not count (section 3.2 of the
 * paper).
 */
export function countWordsIn(texts: Iterable<string>, words: readonly string[]): Int32Array {
  const automaton = buildAutomaton(words, { minUnits: 1 });
  const counts = new Int32Array(words.length);
  for (const text of texts) {
    let [furthest, start, longest] = [0, -1, 0];
    const matches = longestFirst(automaton.scan(foldUnits(text))).sort(
      (a, b) => a.start - b.start || b.end - a.end,
    );
    for (const match of matches) {
      if (match.start !== start) [furthest, start, longest] = [Math.max(furthest, longest), match.start, 0];
      if (match.end > furthest && match.end > longest) counts[match.word]!++;
      longest = Math.max(longest, match.end);
    }
  }
  return counts;
}
