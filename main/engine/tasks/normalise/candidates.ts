/** Candidates for the standard terms of a text: terms like one of its parts, and terms of training texts like one. */
import type { NormalisationRules } from '../../../../shared/domain/normalisation.ts';
import { NgramIndex } from '../../../text/ngram-index.ts';

export interface TermCandidate {
  /** Number of the term. */
  readonly term: number;
  /** Part of the text for which it was found. */
  readonly part: string;
  /** Similarity of the part and the term, 0 to 1; 0 where it is not among the most similar terms. */
  readonly likeTerm: number;
  /** Similarity of the part and the most similar training text that bears the term; 0 where none is near. */
  readonly likeKnown: number;
}

/** Signs and words between the diagnoses of a list. */
const BETWEEN = /[;；,，、。.:：/+＋?？\s&\n]+|合并|伴有?|并发?|及/;
/** Shortest part of a list that may be a term. */
const LEAST_PART = 2;
const MOST_PARTS = 50;

/** Returns a text, and its parts if it is a list. */
export function partsOf(text: string): string[] {
  const parts = text.split(BETWEEN).map((part) => part.trim());
  return [...new Set([text.trim(), ...parts.filter((part) => part.length >= LEAST_PART)])].slice(
    0,
    MOST_PARTS,
  );
}

/** Finds candidates for texts. */
export class TermFinder {
  readonly terms: readonly string[];
  /** Training texts of each term. */
  readonly counts: Uint32Array;
  readonly #rules: Omit<NormalisationRules, 'weights'>;
  readonly #terms: NgramIndex;
  readonly #known: NgramIndex;
  #names: ReadonlySet<string> | undefined;

  constructor(terms: readonly string[], rules: Omit<NormalisationRules, 'weights'>) {
    this.terms = terms;
    this.#rules = rules;
    this.#terms = new NgramIndex(terms);
    this.#known = new NgramIndex(rules.known.map(({ text }) => text));
    this.counts = new Uint32Array(terms.length);
    for (const known of rules.known) for (const term of known.terms) this.counts[term]!++;
  }

  /** @param itself number of the training text that is asked for, which must not answer for itself */
  candidates(text: string, itself?: number): TermCandidate[] {
    const { candidates, nearest, known } = this.#rules;
    const found = new Map<number, TermCandidate>();
    for (const part of partsOf(text)) {
      const likeness = new Map<number, { likeTerm: number; likeKnown: number }>();
      const of = (term: number) => {
        const own = likeness.get(term) ?? { likeTerm: 0, likeKnown: 0 };
        likeness.set(term, own);
        return own;
      };
      for (const { text: term, score } of this.#terms.search(part, candidates)) of(term).likeTerm = score;
      for (const { text: number, score } of this.#known.search(part, nearest, itself))
        for (const term of known[number]!.terms) {
          const own = of(term);
          own.likeKnown = Math.max(own.likeKnown, score);
        }
      for (const [term, { likeTerm, likeKnown }] of likeness) {
        const before = found.get(term);
        const isNearer = before === undefined || likeTerm + likeKnown > before.likeTerm + before.likeKnown;
        found.set(term, {
          term,
          part: isNearer ? part : before.part,
          likeTerm: Math.max(likeTerm, before?.likeTerm ?? 0),
          likeKnown: Math.max(likeKnown, before?.likeKnown ?? 0),
        });
      }
    }
    return [...found.values()];
  }

  /** Returns whether a term or a training text has an n-gram. */
  knows(gram: string): boolean {
    return this.#terms.has(gram) || this.#known.has(gram);
  }

  /** Returns the texts that are terms. */
  named(texts: readonly string[]): string[] {
    this.#names ??= new Set(this.terms);
    return texts.filter((text) => this.#names?.has(text));
  }

  /** Returns the term most like a text; none that shares nothing with it. */
  like(text: string): string[] {
    return this.#terms.search(text, 1).map(({ text: term }) => this.terms[term]!);
  }

  /** Returns the terms of the training text most like a text. */
  ofNearest(text: string): string[] {
    const [nearest] = this.#known.search(text, 1);
    return nearest === undefined
      ? []
      : this.#rules.known[nearest.text]!.terms.map((term) => this.terms[term]!);
  }
}
