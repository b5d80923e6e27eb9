/** A normaliser as a classifier whose labels are the standard terms: candidates, judged by a model of pairs. */

import type { NormalisationRules } from '../../../../shared/domain/normalisation.ts';
import { joinTexts } from '../../../../shared/domain/pairs.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { gramsOf } from '../../../text/ngram-index.ts';
import type { BatchOptions } from '../batched-forward.ts';
import type { Classifier, Logits } from '../classify/classifier.ts';
import type { Coverage } from '../classify/coverage.ts';
import type { Between } from '../classify/occlusion.ts';
import { TermFinder } from './candidates.ts';
import { evidenceFor, type JudgedCandidate, oddsOf } from './evidence.ts';

/** Logit of terms that are no candidates. */
const NEVER = -30;
/** Texts whose candidates are judged together. */
const GROUP = 16;

/** Labels of pairs: whether the text stands for the term. */
export const PAIR_LABELS = { right: '1', wrong: '0' } as const;

/** A classifier of pairs with the labels of `PAIR_LABELS`. */
export interface PairJudge extends Pick<Classifier, 'logitsOf' | 'dispose'> {
  readonly labels: readonly string[];
}

export class Normaliser implements Classifier {
  readonly mostWords = 12;
  readonly finder: TermFinder;
  readonly #weights: readonly number[];
  readonly #judge: PairJudge;

  constructor(terms: readonly string[], rules: NormalisationRules, judge: PairJudge) {
    this.finder = new TermFinder(terms, rules);
    this.#weights = rules.weights;
    this.#judge = judge;
  }

  /** Returns the candidates of each text with their log odds as pairs. */
  async judged(
    texts: readonly string[],
    { between, onProgress }: BatchOptions = {},
  ): Promise<JudgedCandidate[][]> {
    const out: JudgedCandidate[][] = [];
    for (let from = 0; from < texts.length; from += GROUP) {
      await between?.();
      const found = texts.slice(from, from + GROUP).map((text) => this.finder.candidates(text));
      const pairs = found.flat().map(({ part, term }) => pairOf(part, this.finder.terms[term]!));
      const { rows } = await this.#judge.logitsOf(pairs, between === undefined ? {} : { between });
      let at = 0;
      for (const own of found) out.push(own.map((one) => ({ ...one, odds: this.#oddsIn(rows[at++]!) })));
      onProgress?.(out.length, texts.length);
    }
    return out;
  }

  #oddsIn(row: Float32Array): number {
    const [right, wrong] = [PAIR_LABELS.right, PAIR_LABELS.wrong].map((one) =>
      this.#judge.labels.indexOf(one),
    );
    return row[right!]! - row[wrong!]!;
  }

  async logitsOf(texts: readonly string[], options: BatchOptions = {}): Promise<Logits> {
    const judged = await this.judged(texts, options);
    return { rows: judged.map((own) => this.rowOf(own, this.#weights)), cut: 0 };
  }

  /** Returns logits [terms] of a text from its candidates. */
  rowOf(candidates: readonly JudgedCandidate[], weights: readonly number[]): Float32Array {
    const row = new Float32Array(this.finder.terms.length).fill(NEVER);
    for (const [i, evidence] of evidenceFor(candidates, this.finder).entries())
      row[candidates[i]!.term] = Math.max(NEVER, oddsOf(evidence, weights));
    return row;
  }

  async logitsWithout(text: string, parts: readonly Span[], between?: Between) {
    const without = parts.map(({ start, end }) => `${text.slice(0, start)} ${text.slice(end)}`);
    return (await this.logitsOf(without, between === undefined ? {} : { between })).rows;
  }

  /** Counts n-grams of characters, known where a term or a training text has them. */
  look(text: string): Coverage {
    const grams = [...gramsOf(text)].filter((gram) => [...gram].length === 1);
    const known = grams.filter((gram) => this.finder.knows(gram)).length;
    return { read: grams.length === 0 ? [] : [{ start: 0, end: text.length }], tokens: grams.length, known };
  }

  dispose(): Promise<void> {
    return this.#judge.dispose();
  }
}

/** Returns a part and a term as one text. */
export const pairOf = (part: string, term: string): string => joinTexts({ first: part, second: term });
