/** Token sequences: ids with offsets in the text. The output of all tokenizers of `main/text`. */

/**
 * Tokens of one text in order. Offsets are UTF-16 code units of the original text, end exclusive; starts never
 * decrease. Arrays have one entry per token.
 */
export interface TokenSequence {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Index of the word that contains each token, for whole-word masking. */
  readonly words: Int32Array;
}

/** Collects a number of tokens that is not known beforehand. */
export class TokenCollector {
  #length = 0;
  #columns: Int32Array[];

  constructor(expected: number) {
    this.#columns = Array.from({ length: 4 }, () => new Int32Array(Math.max(16, expected)));
  }

  push(id: number, start: number, end: number, word: number): void {
    const [ids, starts, ends, words] = this.#columns;
    if (this.#length === ids!.length) {
      this.#columns = this.#columns.map((column) => {
        const wider = new Int32Array(column.length * 2);
        wider.set(column);
        return wider;
      });
      this.push(id, start, end, word);
      return;
    }
    ids![this.#length] = id;
    starts![this.#length] = start;
    ends![this.#length] = end;
    words![this.#length++] = word;
  }

  finish(): TokenSequence {
    const [ids, starts, ends, words] = this.#columns.map((column) => column.slice(0, this.#length));
    return { ids: ids!, starts: starts!, ends: ends!, words: words! };
  }
}

/** Returns the tokens `from`..`to`, sharing memory. */
export const sliceTokens = (tokens: TokenSequence, from: number, to: number): TokenSequence => ({
  ids: tokens.ids.subarray(from, to),
  starts: tokens.starts.subarray(from, to),
  ends: tokens.ends.subarray(from, to),
  words: tokens.words.subarray(from, to),
});
