/** A linear model over n-grams, as a classifier. Its logits are sums over n-grams, so that each part of a text has a share. */
import type { Span } from '../../../../shared/domain/span.ts';
import { type Lexicon, splitLexicon } from '../../../text/lexicon.ts';
import { loadSegmenter } from '../../../text/segmentation.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import type { LinearClassifierConfig } from '../../linear/config.ts';
import { forEachNgram, type NgramTools } from '../../linear/ngrams.ts';
import { TfidfVectorizer } from '../../linear/tfidf.ts';
import { nameFinder } from '../../linear/type-units.ts';
import { parseNgrams } from '../../linear/vocabulary-file.ts';
import { addWeights, type LinearWeights, linearFromFile, scoresOf } from '../../linear/weights.ts';
import type { BatchOptions } from '../batched-forward.ts';
import type { Classifier, Logits } from './classifier.ts';
import type { Coverage } from './coverage.ts';
import { type Between, withoutInPair } from './occlusion.ts';

/** Texts between two calls of `between`. */
const GROUP = 64;

/** An n-gram at its place, with its share of the text's row. */
interface Occurrence extends Span {
  readonly column: number;
  readonly value: number;
}

export class LinearClassifier implements Classifier {
  /** Contributions are added up, not read again: all words are affordable. */
  readonly mostWords = Number.POSITIVE_INFINITY;
  readonly #config: LinearClassifierConfig;
  readonly #vectorizer: TfidfVectorizer;
  readonly #weights: LinearWeights;

  constructor(config: LinearClassifierConfig, vectorizer: TfidfVectorizer, weights: LinearWeights) {
    this.#config = config;
    this.#vectorizer = vectorizer;
    this.#weights = weights;
  }

  async logitsOf(texts: readonly string[], { between, onProgress }: BatchOptions = {}): Promise<Logits> {
    const rows: Float32Array[] = [];
    for (const [i, text] of texts.entries()) {
      if (i % GROUP === 0) await between?.();
      rows.push(Float32Array.from(this.#scoresOf(text)));
      if ((i + 1) % GROUP === 0 || i + 1 === texts.length) onProgress?.(i + 1, texts.length);
    }
    return { rows, cut: 0 };
  }

  /**
   * Takes from the scores what the n-grams within a part contribute. An n-gram that lies partly within counts by its
   * characters there, so that the parts of a text add up to its scores without the intercept. Pairs are read once more,
   * since their measures change too.
   */
  async logitsWithout(text: string, parts: readonly Span[], between?: Between) {
    await between?.();
    if (this.#config.pair)
      return parts.map((part) => Float32Array.from(this.#scoresOf(withoutInPair(text, part))));
    const occurrences = this.#occurrencesIn(text);
    const whole = this.#scoresOf(text);
    return parts.map((part) => {
      const left = whole.slice();
      for (const { start, end, column, value } of occurrences) {
        const inside = Math.min(end, part.end) - Math.max(start, part.start);
        if (inside <= 0) continue;
        addWeights(left, this.#weights, column, (-value * inside) / (end - start));
      }
      return Float32Array.from(left);
    });
  }

  /** Counts the shortest n-grams; white space is not counted. */
  look(text: string): Coverage {
    const { analyzer, ngramMin } = this.#config;
    let [tokens, known, from, to] = [0, 0, text.length, 0];
    const shortest = { analyzer, ngramMin, ngramMax: ngramMin };
    forEachNgram(
      text,
      analyzer === 'char+word' ? { ...shortest, analyzer: 'char' } : shortest,
      (ngram, start, end) => {
        if (start === end || ngram.trim() === '') return;
        tokens++;
        if (this.#vectorizer.has(ngram)) known++;
        [from, to] = [Math.min(from, start), Math.max(to, end)];
      },
      { segmenter: this.#vectorizer.tools?.segmenter },
    );
    return { read: tokens === 0 ? [] : [{ start: from, end: to }], tokens, known };
  }

  async dispose(): Promise<void> {}

  #scoresOf(text: string): Float64Array {
    return scoresOf(this.#vectorizer.row(text), this.#weights);
  }

  #occurrencesIn(text: string): Occurrence[] {
    const { columns, values } = this.#vectorizer.row(text);
    const shareOf = new Map(Array.from(columns, (column, k) => [column, values[k]!]));
    const places: { column: number; start: number; end: number }[] = [];
    const counts = new Map<number, number>();
    this.#vectorizer.forEachKnown(text, (column, start, end) => {
      counts.set(column, (counts.get(column) ?? 0) + 1);
      places.push({ column, start, end });
    });
    return places.map((place) => ({
      ...place,
      value: shareOf.get(place.column)! / counts.get(place.column)!,
    }));
  }
}

interface OpenLinear {
  readonly own: LinearClassifier;
  /** Tells the parents of labels, in models of earlier versions. */
  readonly parents?: LinearClassifier;
}

/** @throws AppError when the files are damaged or do not fit together */
export function openLinear(
  config: LinearClassifierConfig,
  { vocabulary, weights }: Pick<ModelFiles, 'vocabulary' | 'weights'>,
): OpenLinear {
  const { vocabulary: listed, lexicon } = splitLexicon(vocabulary);
  const ngrams = parseNgrams(listed);
  const { own, parents } = linearFromFile(config, ngrams.ngrams.length, weights);
  const vectorizer = new TfidfVectorizer(ngrams, config, toolsFor(config, lexicon));
  const classifierOf = (given: LinearWeights) => new LinearClassifier(config, vectorizer, given);
  return { own: classifierOf(own), ...(parents === undefined ? {} : { parents: classifierOf(parents) }) };
}

/** Returns what an analyzer and a lexicon of names need to count n-grams. */
export const toolsFor = (
  { analyzer }: Pick<LinearClassifierConfig, 'analyzer'>,
  lexicon: Lexicon | undefined,
): NgramTools => ({
  segmenter: analyzer === 'char' ? undefined : loadSegmenter(),
  names: lexicon && nameFinder(lexicon),
});
