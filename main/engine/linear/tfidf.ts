/**
 * TF-IDF of n-grams as scikit-learn computes it with `sublinear_tf`: (1 + ln tf) · (ln((1 + n) / (1 + df)) + 1), rows of
 * length 1; times a factor of each n-gram where there are some. Pairs of texts have measures beside it.
 */
import type { NgramSettings } from '../../../shared/domain/linear.ts';
import { forEachNgram, type NgramTools } from './ngrams.ts';
import { forEachPairNgram, MEASURE_COLUMNS, PLACES, pairMeasures } from './pair-features.ts';
import { type SparseMatrix, type SparseRow, squaredNorms } from './sparse-matrix.ts';

/** N-grams by column, each with the number of training texts that hold it. */
export interface NgramVocabulary {
  readonly ngrams: readonly string[];
  readonly documentFrequencies: Int32Array;
  /** Number of training texts. */
  readonly documents: number;
  /** Factor of each n-gram; absent: 1. */
  readonly factors?: Float64Array;
}

/** N-grams to count, of texts or of pairs of texts. */
export interface CountedSettings extends NgramSettings {
  readonly pair?: boolean;
}

const ngramsOf = ({ pair = false }: CountedSettings) => (pair ? forEachPairNgram : forEachNgram);

export interface VocabularyLimits {
  /** N-grams of fewer texts are left out. */
  readonly minDf: number;
  /** Keeps the n-grams of most texts; 0: all. */
  readonly maxFeatures: number;
}

/** Returns the number of texts with each n-gram, in the order in which they first occur. */
function countTexts(
  texts: readonly string[],
  settings: CountedSettings,
  tools: NgramTools | undefined,
): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const text of texts) {
    const seen = new Set<string>();
    ngramsOf(settings)(text, settings, (ngram) => void seen.add(ngram), tools);
    for (const ngram of seen) frequencies.set(ngram, (frequencies.get(ngram) ?? 0) + 1);
  }
  return frequencies;
}

/** Returns the kept n-grams of texts in the order in which they first occur; after those of pairs the measures. */
function vocabularyOf(
  texts: readonly string[],
  { minDf, maxFeatures, ...settings }: CountedSettings & VocabularyLimits,
  tools: NgramTools | undefined,
): NgramVocabulary {
  const ngrams: string[] = [];
  const counts: number[] = [];
  for (const [ngram, count] of countTexts(texts, settings, tools)) {
    if (count < minDf) continue;
    ngrams.push(ngram);
    counts.push(count);
  }
  const order = Uint32Array.from(ngrams.keys());
  const most = maxFeatures === 0 ? order.length : maxFeatures;
  if (order.length > most) order.sort((a, b) => counts[b]! - counts[a]! || a - b);
  const kept = order.subarray(0, most).sort();
  const measures = settings.pair === true ? MEASURE_COLUMNS : [];
  const frequencies = Array.from(kept, (number) => counts[number]!);
  return {
    ngrams: [...Array.from(kept, (number) => ngrams[number]!), ...measures],
    documentFrequencies: Int32Array.from([...frequencies, ...measures.map(() => texts.length)]),
    documents: texts.length,
  };
}

export interface FittedTfidf {
  readonly vocabulary: NgramVocabulary;
  /** Rows of the training texts. */
  readonly matrix: SparseMatrix;
}

/** Returns the vocabulary of the training texts and their rows. Texts are read twice, so that only what is kept takes memory. */
export function fitTfidf(
  texts: readonly string[],
  settings: CountedSettings & VocabularyLimits,
  tools?: NgramTools,
): FittedTfidf {
  const vocabulary = vocabularyOf(texts, settings, tools);
  const vectorizer = new TfidfVectorizer(vocabulary, settings, tools);
  const entries = vocabulary.documentFrequencies.reduce((sum, count) => sum + count, 0);
  const [columns, values] = [new Int32Array(entries), new Float32Array(entries)];
  const rowStarts = new Int32Array(texts.length + 1);
  for (const [number, text] of texts.entries()) {
    const row = vectorizer.row(text);
    const at = rowStarts[number]!;
    columns.set(row.columns, at);
    values.set(row.values, at);
    rowStarts[number + 1] = at + row.columns.length;
  }
  const width = vocabulary.ngrams.length;
  return { vocabulary, matrix: { rows: texts.length, width, rowStarts, columns, values } };
}

/** Multiplies the columns of rows by factors and brings the rows back to length 1, in place. */
export function applyFactors({ vocabulary, matrix }: FittedTfidf, factors: Float64Array): FittedTfidf {
  const { rowStarts, columns, values } = matrix;
  for (const [k, column] of columns.entries()) values[k]! *= factors[column]!;
  for (const [row, square] of squaredNorms(matrix).entries()) {
    const norm = Math.sqrt(square) || 1;
    for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) values[k]! /= norm;
  }
  return { vocabulary: { ...vocabulary, factors }, matrix };
}

function idfOf({ documentFrequencies, documents, factors }: NgramVocabulary): Float64Array {
  const factor = (column: number) => (factors === undefined ? 1 : factors[column]!);
  return Float64Array.from(
    documentFrequencies,
    (df, column) => factor(column) * (Math.log((1 + documents) / (1 + df)) + 1),
  );
}

/** Weighs counts of columns and divides by their length. */
function weigh(counts: ReadonlyMap<number, number>, idf: Float64Array): SparseRow {
  const columns = Int32Array.from(counts.keys());
  const values = Float64Array.from(counts, ([column, count]) => (1 + Math.log(count)) * idf[column]!);
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { columns, values: Float32Array.from(values, (value) => value / norm) };
}

/** Turns texts into rows over a vocabulary. */
export class TfidfVectorizer {
  readonly vocabulary: NgramVocabulary;
  readonly #settings: CountedSettings;
  readonly tools: NgramTools | undefined;
  #columns: ReadonlyMap<string, number> | undefined;
  readonly #idf: Float64Array;

  constructor(vocabulary: NgramVocabulary, settings: CountedSettings, tools?: NgramTools) {
    this.vocabulary = vocabulary;
    this.#settings = settings;
    this.tools = tools;
    this.#idf = idfOf(vocabulary);
  }

  has(ngram: string): boolean {
    const { pair = false } = this.#settings;
    const names = pair ? Object.values(PLACES).map((place) => place + ngram) : [ngram];
    return names.some((name) => this.#columnOf(name) !== undefined);
  }

  /** Calls `visit` for each occurrence of a known n-gram. */
  forEachKnown(text: string, visit: (column: number, start: number, end: number) => void): void {
    ngramsOf(this.#settings)(
      text,
      this.#settings,
      (ngram, start, end) => {
        const column = this.#columnOf(ngram);
        if (column !== undefined) visit(column, start, end);
      },
      this.tools,
    );
  }

  /** The index is made at its first use, since training does without it. */
  #columnOf(ngram: string): number | undefined {
    this.#columns ??= new Map(this.vocabulary.ngrams.map((own, column) => [own, column]));
    return this.#columns.get(ngram);
  }

  row(text: string): SparseRow {
    const counts = new Map<number, number>();
    this.forEachKnown(text, (column) => counts.set(column, (counts.get(column) ?? 0) + 1));
    const row = weigh(counts, this.#idf);
    return this.#settings.pair === true ? this.#withMeasures(row, text) : row;
  }

  #withMeasures({ columns, values }: SparseRow, text: string): SparseRow {
    const measures = pairMeasures(text, (ngram) => this.#idfInTexts(ngram));
    const from = this.vocabulary.ngrams.length - MEASURE_COLUMNS.length;
    return {
      columns: Int32Array.from([...columns, ...MEASURE_COLUMNS.map((_, column) => from + column)]),
      values: Float32Array.from([...values, ...measures]),
    };
  }

  /** Returns the inverse frequency of an n-gram in the texts of pairs, as far as the vocabulary tells it. */
  #idfInTexts(ngram: string): number {
    const frequency = (place: string): number => {
      const column = this.#columnOf(place + ngram);
      return column === undefined ? 0 : this.vocabulary.documentFrequencies[column]!;
    };
    const texts = 2 * frequency(PLACES.both) + frequency(PLACES.first) + frequency(PLACES.second);
    return Math.log((1 + 2 * this.vocabulary.documents) / (1 + texts)) + 1;
  }
}
