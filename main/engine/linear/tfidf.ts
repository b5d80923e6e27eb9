/**
 * TF-IDF of n-grams as scikit-learn computes it with `sublinear_tf`: (1 + ln tf) · (ln((1 + n) / (1 + df)) + 1), rows of
 * length 1; times a factor of each n-gram where there are some.
 */
import type { NgramSettings } from '../../../shared/domain/linear.ts';
import type { Segmenter } from '../../text/segmentation.ts';
import { forEachNgram } from './ngrams.ts';
import {
  type SparseMatrix,
  SparseMatrixBuilder,
  type SparseRow,
  scaleColumns,
  squaredNorms,
} from './sparse-matrix.ts';

/** N-grams by column, each with the number of training texts that hold it. */
export interface NgramVocabulary {
  readonly ngrams: readonly string[];
  readonly documentFrequencies: Int32Array;
  /** Number of training texts. */
  readonly documents: number;
  /** Factor of each n-gram; absent: 1. */
  readonly factors?: Float64Array;
}

export interface VocabularyLimits {
  /** N-grams of fewer texts are left out. */
  readonly minDf: number;
  /** Keeps the n-grams of most texts; 0: all. */
  readonly maxFeatures: number;
}

interface CountedTexts {
  readonly ngrams: string[];
  readonly documentFrequencies: number[];
  /** Occurrences of n-grams in each text. */
  readonly counts: SparseMatrix;
}

function countTexts(
  texts: readonly string[],
  settings: NgramSettings,
  segmenter: Segmenter | undefined,
): CountedTexts {
  const numbers = new Map<string, number>();
  const ngrams: string[] = [];
  const documentFrequencies: number[] = [];
  const builder = new SparseMatrixBuilder();
  for (const text of texts) {
    const counts = new Map<number, number>();
    const count = (ngram: string): void => {
      let number = numbers.get(ngram);
      if (number === undefined) {
        number = ngrams.push(ngram) - 1;
        numbers.set(ngram, number);
        documentFrequencies.push(0);
      }
      counts.set(number, (counts.get(number) ?? 0) + 1);
    };
    forEachNgram(text, settings, count, segmenter);
    for (const [number, occurrences] of counts) {
      documentFrequencies[number]!++;
      builder.add(number, occurrences);
    }
    builder.endRow();
  }
  return { ngrams, documentFrequencies, counts: builder.finish(ngrams.length) };
}

/** Numbers of the kept n-grams in the order in which they first occur. */
function keptNgrams(frequencies: readonly number[], { minDf, maxFeatures }: VocabularyLimits): number[] {
  const often = Array.from(frequencies.keys()).filter((number) => frequencies[number]! >= minDf);
  if (maxFeatures === 0 || often.length <= maxFeatures) return often;
  return often
    .sort((a, b) => frequencies[b]! - frequencies[a]! || a - b)
    .slice(0, maxFeatures)
    .sort((a, b) => a - b);
}

export interface FittedTfidf {
  readonly vocabulary: NgramVocabulary;
  /** Rows of the training texts. */
  readonly matrix: SparseMatrix;
}

/** Returns the vocabulary of the training texts and their rows. */
export function fitTfidf(
  texts: readonly string[],
  settings: NgramSettings & VocabularyLimits,
  segmenter?: Segmenter,
): FittedTfidf {
  const { ngrams, documentFrequencies, counts } = countTexts(texts, settings, segmenter);
  const kept = keptNgrams(documentFrequencies, settings);
  const columnOf = new Int32Array(ngrams.length).fill(-1);
  for (const [column, number] of kept.entries()) columnOf[number] = column;
  const vocabulary = {
    ngrams: kept.map((number) => ngrams[number]!),
    documentFrequencies: Int32Array.from(kept, (number) => documentFrequencies[number]!),
    documents: texts.length,
  };
  return { vocabulary, matrix: rowsOf(counts, columnOf, vocabulary) };
}

/** Turns counts of all n-grams into rows of TF-IDF of the kept ones, in the same memory. */
function rowsOf(
  { rows, rowStarts, columns, values }: SparseMatrix,
  columnOf: Int32Array,
  vocabulary: NgramVocabulary,
): SparseMatrix {
  const idf = idfOf(vocabulary);
  const starts = new Int32Array(rows + 1);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const [from, to] = [rowStarts[row]!, rowStarts[row + 1]!];
    const kept = columns.subarray(from, to).map((number) => columnOf[number]!);
    const weighed = weigh(kept, values.subarray(from, to), idf);
    columns.set(weighed.columns, at); // never beyond what is read
    values.set(weighed.values, at);
    at += weighed.columns.length;
    starts[row + 1] = at;
  }
  const width = vocabulary.ngrams.length;
  return {
    rows,
    width,
    rowStarts: starts,
    columns: columns.subarray(0, at),
    values: values.subarray(0, at),
  };
}

/** Multiplies the columns of rows by factors and brings the rows back to length 1. */
export function applyFactors({ vocabulary, matrix }: FittedTfidf, factors: Float64Array): FittedTfidf {
  const { rowStarts } = matrix;
  const scaled = scaleColumns(matrix, factors);
  for (const [row, square] of squaredNorms(scaled).entries()) {
    const norm = Math.sqrt(square) || 1;
    for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) scaled.values[k]! /= norm;
  }
  return { vocabulary: { ...vocabulary, factors }, matrix: scaled };
}

function idfOf({ documentFrequencies, documents, factors }: NgramVocabulary): Float64Array {
  const factor = (column: number) => (factors === undefined ? 1 : factors[column]!);
  return Float64Array.from(
    documentFrequencies,
    (df, column) => factor(column) * (Math.log((1 + documents) / (1 + df)) + 1),
  );
}

/** Weighs counts of known columns (others are −1) and divides by their length. */
function weigh(columns: Int32Array, counts: Float32Array, idf: Float64Array): SparseRow {
  const known = columns.filter((column) => column >= 0);
  const values = new Float64Array(known.length);
  let [at, squares] = [0, 0];
  for (const [k, column] of columns.entries()) {
    if (column < 0) continue;
    const value = (1 + Math.log(counts[k]!)) * idf[column]!;
    values[at++] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares) || 1;
  return { columns: known, values: Float32Array.from(values, (value) => value / norm) };
}

/** Turns texts into rows over a vocabulary. */
export class TfidfVectorizer {
  readonly vocabulary: NgramVocabulary;
  readonly #settings: NgramSettings;
  readonly segmenter: Segmenter | undefined;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #idf: Float64Array;

  constructor(vocabulary: NgramVocabulary, settings: NgramSettings, segmenter?: Segmenter) {
    this.vocabulary = vocabulary;
    this.#settings = settings;
    this.segmenter = segmenter;
    this.#columns = new Map(vocabulary.ngrams.map((ngram, column) => [ngram, column]));
    this.#idf = idfOf(vocabulary);
  }

  has(ngram: string): boolean {
    return this.#columns.has(ngram);
  }

  /** Calls `visit` for each occurrence of a known n-gram. */
  forEachKnown(text: string, visit: (column: number, start: number, end: number) => void): void {
    forEachNgram(
      text,
      this.#settings,
      (ngram, start, end) => {
        const column = this.#columns.get(ngram);
        if (column !== undefined) visit(column, start, end);
      },
      this.segmenter,
    );
  }

  row(text: string): SparseRow {
    const counts = new Map<number, number>();
    this.forEachKnown(text, (column) => counts.set(column, (counts.get(column) ?? 0) + 1));
    return weigh(Int32Array.from(counts.keys()), Float32Array.from(counts.values()), this.#idf);
  }
}
