/**
 * Words that moved a prediction, by occlusion (Zeiler & Fergus 2014; Li et al. 2016 for words): a part of the text
 * weighs what the label's log odds lose without it. A neural network reads the text once more without the part, which is
 * left out rather than replaced by [UNK], whose vector nothing has trained where every character of the training texts is
 * known. A linear model takes the contributions of the part's n-grams from its scores, which is exact.
 */

import { splitTexts } from '../../../../shared/domain/pairs.ts';
import type { Explanation, MovingWords } from '../../../../shared/domain/prediction.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { oddsOf, probabilitiesOf } from './calibration.ts';
import type { Decision } from './evaluate.ts';

/** Waited for before each batch; ends the work by throwing. */
export type Between = () => Promise<void> | void;

export interface OcclusionTools {
  /** Logits [L] of the text without each part. */
  logitsWithout(parts: readonly Span[], between?: Between): Promise<readonly Float32Array[]>;
  /** Words of a text in order, without gaps. */
  words(text: string): readonly Span[];
}

export interface OcclusionOptions {
  /** Parts of the text that the model reads; the rest moves nothing. */
  readonly read: readonly Span[];
  readonly decision: Decision;
  /** Readings for words, besides one for each clause. */
  readonly mostWords?: number;
  /** Parts that weigh less than this share of the heaviest are left out. */
  readonly least?: number;
}

const MOST_WORDS = 96;
const LEAST = 0.1;
/** Log odds: what moves less is noise. */
const LEAST_WEIGHT = 0.02;
const CLAUSE_END = /[。！？；，、,;!?\n\r]/;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Log odds of a label from logits [L]: against it, or in the mode `single` against all other labels. */
const logOdds = (logits: Float32Array, label: number, mode: Decision['mode']): number =>
  mode === 'single' ? oddsOf(logits)[label]! : logits[label]!;

/** Clauses of the parts that are read: up to and with the mark that ends them. */
export const clausesOf = (text: string, read: readonly Span[]): Span[] =>
  read.flatMap(({ start, end }) => {
    const clauses: Span[] = [];
    let from = start;
    for (let at = start; at < end; at++) {
      if (at + 1 < end && !CLAUSE_END.test(text.charAt(at))) continue;
      if (HAS_WORD.test(text.slice(from, at + 1))) clauses.push({ start: from, end: at + 1 });
      from = at + 1;
    }
    return clauses;
  });

/** Returns the read text without one part. Text beyond the length limit does not move up into its place. */
export const without = (text: string, read: readonly Span[], part: Span): string =>
  read
    .map(({ start, end }) => {
      const [from, to] = [
        Math.max(start, Math.min(end, part.start)),
        Math.max(start, Math.min(end, part.end)),
      ];
      return text.slice(start, from) + text.slice(to, end);
    })
    .join('');

/** Returns a pair of texts without one part; the line break between the texts stays. */
export function withoutInPair(text: string, { start, end }: Span): string {
  const { first, second, secondStart } = splitTexts(text);
  const cut = (side: string, at: number): string =>
    side.slice(0, Math.max(0, start - at)) + side.slice(Math.max(0, end - at));
  return `${cut(first, 0)}\n${cut(second, secondStart)}`;
}

const NOTHING: Span = { start: 0, end: 0 };

interface Weighed extends MovingWords {
  readonly size: number;
}

/** Readings of one text, kept so that another label asks for little that is new. */
export class Occluder {
  readonly #text: string;
  readonly #tools: OcclusionTools;
  readonly #options: OcclusionOptions;
  readonly #rows = new Map<string, Float32Array>();
  readonly #clauses: readonly Span[];

  constructor(text: string, tools: OcclusionTools, options: OcclusionOptions) {
    this.#text = text;
    this.#tools = tools;
    this.#options = options;
    this.#clauses = clausesOf(text, options.read);
  }

  /** @param label number of the label */
  async explain(label: number, between?: Between): Promise<Omit<Explanation, 'label'>> {
    await this.#readWithout([NOTHING, ...this.#clauses], between);
    const whole = this.#rowWithout(NOTHING);
    const clauses = this.#clauses.map((clause) => this.#weigh(clause, label));
    const words = this.#wordsOf(clauses);
    await this.#readWithout(words, between);
    const { calibration } = this.#options.decision;
    return {
      probability: probabilitiesOf(whole, calibration)[label]!,
      words: this.#choose(
        clauses,
        words.map((word) => this.#weigh(word, label)),
      ),
    };
  }

  /** Words of the clauses that move most, as many as are affordable. */
  #wordsOf(clauses: readonly Weighed[]): Span[] {
    const words: Span[] = [];
    const most = this.#options.mostWords ?? MOST_WORDS;
    for (const { start, end } of clauses.toSorted((a, b) => b.size - a.size)) {
      const own = this.#tools
        .words(this.#text.slice(start, end))
        .map((word) => ({ start: start + word.start, end: start + word.end }))
        .filter((word) => HAS_WORD.test(this.#text.slice(word.start, word.end)));
      if (words.length + own.length > most) break;
      words.push(...own);
    }
    return words;
  }

  /** Words that move; a clause as a whole where it moves and none of its words was read or moves by itself. */
  #choose(clauses: readonly Weighed[], words: readonly Weighed[]): MovingWords[] {
    const heaviest = Math.max(0, ...clauses.map(({ size }) => size), ...words.map(({ size }) => size));
    const moves = ({ size }: Weighed) =>
      size >= Math.max(LEAST_WEIGHT, (this.#options.least ?? LEAST) * heaviest);
    const moving = words.filter(moves);
    const whole = clauses.filter(
      (clause) => moves(clause) && !moving.some(({ start }) => start >= clause.start && start < clause.end),
    );
    return [...moving, ...whole]
      .sort((a, b) => a.start - b.start)
      .map(({ size: _, ...one }) => ({ ...one, ...trimmed(this.#text, one) }));
  }

  #weigh(part: Span, label: number): Weighed {
    const { decision } = this.#options;
    const row = this.#rowWithout(part);
    const weight =
      logOdds(this.#rowWithout(NOTHING), label, decision.mode) - logOdds(row, label, decision.mode);
    const left = probabilitiesOf(row, decision.calibration)[label]!;
    return { ...part, weight, without: left, size: Math.abs(weight) };
  }

  async #readWithout(parts: readonly Span[], between?: Between): Promise<void> {
    const fresh = parts.filter((part) => !this.#rows.has(keyOf(part)));
    if (fresh.length === 0) return;
    const rows = await this.#tools.logitsWithout(fresh, between);
    for (const [i, part] of fresh.entries()) this.#rows.set(keyOf(part), rows[i]!);
  }

  #rowWithout(part: Span): Float32Array {
    return this.#rows.get(keyOf(part))!;
  }
}

const keyOf = ({ start, end }: Span): string => (start === end ? 'whole' : `${start}-${end}`);

/** Returns the stretch without the white space and marks at its ends. */
function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && !HAS_WORD.test(text.charAt(from)) && !isSurrogate(text, from)) from++;
  while (to > from && !HAS_WORD.test(text.charAt(to - 1)) && !isSurrogate(text, to - 1)) to--;
  return from < to ? { start: from, end: to } : { start, end };
}

const isSurrogate = (text: string, at: number): boolean => /[\ud800-\udfff]/.test(text.charAt(at));
