/**
 * Features of a pair of texts for linear classifiers: n-grams of both texts, of the first alone and of the second alone,
 * and measures of how alike the texts are, each as a value and as steps that it passes.
 */
import type { NgramSettings } from '../../../shared/domain/linear.ts';
import { splitTexts } from '../../../shared/domain/pairs.ts';
import { fold } from '../../text/folding.ts';
import { forEachNgram, type NgramTools, type VisitNgram } from './ngrams.ts';

/** Stands before an n-gram: where in the pair it occurs. */
export const PLACES = { both: '=', first: '<', second: '>' } as const;
/** Stands before the name of a measure. */
const MEASURE = '\u0006';
/** Steps of a measure from 0 to 1. */
const STEPS = 8;
/** Value of a step that is passed, beside the n-grams' row of length 1. */
const WEIGHT = 0.3;
/** Longest n-gram that is measured. */
const LONGEST = 3;
/** Characters of each text that are compared place by place. */
const MOST_COMPARED = 400;
/** Length of a text that counts as 1. */
const LONG = 50;

/** Calls `visit` for each n-gram of both texts with its place before it. */
export function forEachPairNgram(
  text: string,
  settings: NgramSettings,
  visit: VisitNgram,
  tools?: NgramTools,
): void {
  const { first, second, secondStart } = splitTexts(text);
  const [own, other] = [first, second].map((side) => {
    const ngrams = new Set<string>();
    forEachNgram(side, settings, (ngram) => void ngrams.add(ngram), tools);
    return ngrams;
  }) as [Set<string>, Set<string>]; // safe: one of each side
  const sideOf =
    (there: ReadonlySet<string>, alone: string, at: number): VisitNgram =>
    (ngram, start, end) =>
      visit((there.has(ngram) ? PLACES.both : alone) + ngram, at + start, at + end);
  forEachNgram(first, settings, sideOf(other, PLACES.first, 0), tools);
  forEachNgram(second, settings, sideOf(own, PLACES.second, secondStart), tools);
}

const MEASURES = 3 * LONGEST + 6;

/** Names of the columns of `pairMeasures`, in their order. */
export const MEASURE_COLUMNS: readonly string[] = Array.from({ length: MEASURES }, (_, measure) =>
  Array.from({ length: STEPS }, (_, step) => `${MEASURE}${measure}:${step}`),
).flat();

/**
 * Returns the values of `MEASURE_COLUMNS`: of n-grams of each length cosine and covered shares, common subsequence and
 * run, lengths.
 * @param idf inverse frequency of an n-gram in texts
 */
export function pairMeasures(text: string, idf: (ngram: string) => number): Float32Array {
  const { first, second } = splitTexts(text);
  const [a, b] = [first, second].map((side) => [...fold(side.toWellFormed())].slice(0, MOST_COMPARED)) as [
    string[],
    string[],
  ]; // safe: one of each side
  const measures: number[] = [];
  for (let n = 1; n <= LONGEST; n++) {
    const [own, other] = [weightsOf(first, n, idf), weightsOf(second, n, idf)];
    measures.push(cosine(own, other), covered(own, other, idf), covered(other, own, idf));
  }
  const { subsequence, run } = inCommon(a, b);
  measures.push(
    subsequence / Math.max(1, a.length),
    subsequence / Math.max(1, b.length),
    run / Math.max(1, Math.min(a.length, b.length)),
    a.length / Math.max(1, a.length + b.length),
    Math.min(1, a.length / LONG),
    Math.min(1, b.length / LONG),
  );
  return Float32Array.from(
    measures.flatMap((value) =>
      Array.from({ length: STEPS }, (_, step) =>
        step === 0 ? WEIGHT * value : value > step / STEPS ? WEIGHT : 0,
      ),
    ),
  );
}

/** Returns the TF-IDF weights of the n-grams of one length. */
function weightsOf(text: string, n: number, idf: (ngram: string) => number): Map<string, number> {
  const counts = new Map<string, number>();
  const visit: VisitNgram = (ngram) => void counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  forEachNgram(text, { analyzer: 'char', ngramMin: n, ngramMax: n }, visit);
  return new Map(Array.from(counts, ([ngram, count]) => [ngram, (1 + Math.log(count)) * idf(ngram)]));
}

/** Returns the cosine of two weighted sets; 0 where one is empty. */
export function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const square = (of: ReadonlyMap<string, number>) =>
    Array.from(of.values()).reduce((sum, x) => sum + x * x, 0);
  let product = 0;
  for (const [ngram, weight] of a) product += weight * (b.get(ngram) ?? 0);
  return product === 0 ? 0 : product / Math.sqrt(square(a) * square(b));
}

/** Returns the share of the n-grams of `a`, by inverse frequency, that `b` holds. */
function covered(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  idf: (ngram: string) => number,
): number {
  let [shared, all] = [0, 0];
  for (const ngram of a.keys()) {
    all += idf(ngram);
    if (b.has(ngram)) shared += idf(ngram);
  }
  return all === 0 ? 0 : shared / all;
}

/** Returns the lengths of the longest common subsequence and of the longest common run. */
export function inCommon(
  a: readonly string[],
  b: readonly string[],
): { readonly subsequence: number; readonly run: number } {
  let [longest, runs, run] = [new Int32Array(b.length + 1), new Int32Array(b.length + 1), 0];
  for (const unit of a) {
    const [nextLongest, nextRuns] = [new Int32Array(b.length + 1), new Int32Array(b.length + 1)];
    for (let j = 0; j < b.length; j++) {
      const isSame = unit === b[j];
      nextLongest[j + 1] = isSame ? longest[j]! + 1 : Math.max(nextLongest[j]!, longest[j + 1]!);
      nextRuns[j + 1] = isSame ? runs[j]! + 1 : 0;
      run = Math.max(run, nextRuns[j + 1]!);
    }
    [longest, runs] = [nextLongest, nextRuns];
  }
  return { subsequence: longest[b.length]!, run };
}
