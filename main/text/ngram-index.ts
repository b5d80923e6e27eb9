/** Exact search for the texts most like a query: cosine of TF-IDF over the characters and pairs of characters that occur. */
import { fold } from './folding.ts';

/** A text by its number, and how like the query it is, 0 to 1. */
export interface Similar {
  readonly text: number;
  readonly score: number;
}

/** Returns the different characters and pairs of neighbouring characters of a text, without white space. */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  let before = '';
  for (const character of fold(text.toWellFormed())) {
    const isSpace = character.trim() === '';
    if (!isSpace) grams.add(character);
    if (!isSpace && before !== '') grams.add(before + character);
    before = isSpace ? '' : character;
  }
  return grams;
}

export class NgramIndex {
  /** Numbers of the texts with each n-gram, rising. */
  readonly #postings = new Map<string, number[]>();
  readonly #norms: Float64Array;
  readonly #sums: Float64Array;

  constructor(texts: readonly string[]) {
    const all = texts.map(gramsOf);
    for (const [text, grams] of all.entries())
      for (const gram of grams) {
        const known = this.#postings.get(gram);
        if (known === undefined) this.#postings.set(gram, [text]);
        else known.push(text);
      }
    this.#sums = new Float64Array(texts.length);
    this.#norms = Float64Array.from(all, (grams) => this.#lengthOf(grams));
  }

  /** Returns whether some text has the n-gram. */
  has(gram: string): boolean {
    return this.#postings.has(gram);
  }

  /** Returns the `count` texts most like the query, the first of equal ones; none that shares nothing with it. */
  search(query: string, count: number, except = -1): Similar[] {
    const grams = gramsOf(query);
    const sums = this.#sums;
    const met: number[] = [];
    for (const gram of grams) {
      const weight = this.#idf(gram) ** 2;
      for (const text of this.#postings.get(gram) ?? []) {
        if (sums[text] === 0) met.push(text);
        sums[text]! += weight;
      }
    }
    const length = this.#lengthOf(grams);
    const found = met
      .filter((text) => text !== except)
      .map((text) => ({ text, score: sums[text]! / (length * this.#norms[text]!) }));
    for (const text of met) sums[text] = 0;
    return found.sort((a, b) => b.score - a.score || a.text - b.text).slice(0, count);
  }

  /** Inverse frequency as scikit-learn smooths it. */
  #idf(gram: string): number {
    return Math.log((1 + this.#sums.length) / (1 + (this.#postings.get(gram)?.length ?? 0))) + 1;
  }

  #lengthOf(grams: ReadonlySet<string>): number {
    let square = 0;
    for (const gram of grams) square += this.#idf(gram) ** 2;
    return Math.sqrt(square);
  }
}
