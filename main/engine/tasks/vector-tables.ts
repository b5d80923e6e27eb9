/**
 * Word vectors as first values of a network's tables. Their scale is that of their training (CBOW's characters of 50
 * dimensions had a deviation of 3.1 over the tokens of a text), but the networks are tuned to tables that begin with
 * mean 0 and deviation 1; so vectors are moved and scaled, all alike, until the tokens of the training texts have
 * these. Three epochs of StaResGRU-CNN-CRF (64 units) on cMedQANER, dev F1: vectors as they are 0.38 (below 0.44 of
 * random ones), scaled only 0.50, moved and scaled 0.51.
 */
import { countCharacters } from '../../text/character-tokenizer.ts';
import { fold } from '../../text/folding.ts';
import { buildFrequencyVocabulary, type FrequencyVocabulary } from '../../text/frequency-vocabulary.ts';
import { SPECIAL_TOKENS } from '../../text/vocabulary.ts';
import type { Tokenizer } from '../../text/wordpiece.ts';
import { rowsOfWords } from '../embeddings/align.ts';
import type { StoredVectors } from '../embeddings/stored-vectors.ts';
import { VectorIndex, type WordVectors } from '../embeddings/word-vectors.ts';
import { RandomStream } from '../layers/random.ts';
import { lazySegmenter } from './word-rows.ts';

export interface VectorTable {
  readonly vocabulary: FrequencyVocabulary;
  /** [vocabulary.size, dimension] */
  readonly values: Float32Array<ArrayBuffer>;
  /** Share of the training texts' tokens that have a vector. */
  readonly covered: number;
}

export interface TableOptions {
  /** Vectors of tokens that the texts lack: so many of the first ones are kept. */
  readonly extra: number;
  readonly seed: number;
}

/** Rows for the characters of the texts, rare ones only where they have a vector, and for further characters. */
export function characterTable(
  stored: StoredVectors,
  texts: Iterable<string>,
  { minCount, extra, seed }: TableOptions & { readonly minCount: number },
): VectorTable {
  const { vectors } = stored;
  const isUnfolded = (token: string) => isCharacter(token) && fold(token) !== token;
  const folded = stored.folded && !vectors.tokens.some(isUnfolded); // imported ones may say too much
  const counts = new Map<string, number>();
  for (const text of texts) countCharacters(text, folded, counts);
  const index = new VectorIndex(vectors);
  const kept = new Map([...counts].filter(([char, n]) => n >= minCount || index.rowOf(char) !== undefined));
  for (const token of furtherTokens(vectors.tokens, extra, (token) => isCharacter(token) && !kept.has(token)))
    if (!folded || fold(token) === token) kept.set(token, 0);
  const vocabulary = buildFrequencyVocabulary(kept, { unit: 'character', folded, minCount: 0 });
  return { vocabulary, ...rowsOfTokens(vocabulary.tokens, index, counts, seed) };
}

/** Rows for the words that the tokens of the texts belong to, or for their longest pieces, and for further words. */
export function wordTable(
  { vectors, folded, userWords }: StoredVectors,
  texts: Iterable<string>,
  { tokenize, extra, seed }: TableOptions & { readonly tokenize: Tokenizer },
): VectorTable {
  const index = new VectorIndex(vectors);
  const segmenter = lazySegmenter(userWords);
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const row of rowsOfWords(text, tokenize(text), segmenter().segment(text), index)) {
      const token = vectors.tokens[row] ?? ''; // no row: no token
      counts.set(token, (counts.get(token) ?? 0) + 1);
    }
  }
  const kept = new Map(counts);
  for (const token of furtherTokens(vectors.tokens, extra, (token) => !kept.has(token))) kept.set(token, 0);
  const vocabulary = buildFrequencyVocabulary(kept, { unit: 'word', folded, minCount: 0 });
  return { vocabulary, ...rowsOfTokens(vocabulary.tokens, index, counts, seed) };
}

const isCharacter = (token: string): boolean => token.length === 1 || Array.from(token).length === 1;

function furtherTokens(
  tokens: readonly string[],
  count: number,
  isWanted: (token: string) => boolean,
): string[] {
  const further: string[] = [];
  for (const token of tokens) {
    if (further.length >= count) break;
    if (isWanted(token)) further.push(token);
  }
  return further;
}

/** The rows of special tokens are 0, the mean; other tokens without a vector have one drawn from the others' range. */
export function rowsOfTokens(
  tokens: readonly string[],
  index: VectorIndex,
  counts: ReadonlyMap<string, number>,
  seed: number,
): Pick<VectorTable, 'values' | 'covered'> {
  const { dimension, values: given } = index.vectors;
  const specials = new Set(SPECIAL_TOKENS);
  const rows = tokens.map((token) => (specials.has(token) ? undefined : index.rowOf(token)));
  const weights = tokens.map((token, id) => (rows[id] === undefined ? 0 : (counts.get(token) ?? 0)));
  const { mean, deviations, scale } = distributionOf(index.vectors, rows, weights);
  const random = new RandomStream({ seed, purpose: 'vectors of tokens that have none' });
  const values = new Float32Array(tokens.length * dimension);
  for (const [id, token] of tokens.entries()) {
    if (specials.has(token)) continue;
    const row = rows[id];
    for (let i = 0; i < dimension; i++) {
      const value =
        row === undefined ? deviations[i]! * random.normal() : given[row * dimension + i]! - mean[i]!;
      values[id * dimension + i] = scale * value;
    }
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return { values, covered: total === 0 ? 1 : weights.reduce((sum, n) => sum + n, 0) / total };
}

interface Distribution {
  /** Mean of each dimension. */
  readonly mean: Float64Array;
  readonly deviations: Float64Array;
  /** 1 ÷ the deviation over all dimensions. */
  readonly scale: number;
}

/** Over the rows, each as often as its weight says; all alike where none has a weight. */
function distributionOf(
  { dimension, values }: WordVectors,
  rows: readonly (number | undefined)[],
  weights: readonly number[],
): Distribution {
  const some = weights.some((weight) => weight > 0);
  const weightOf = (id: number): number => (rows[id] === undefined ? 0 : some ? weights[id]! : 1);
  const total = Math.max(
    1,
    rows.reduce<number>((sum, _, id) => sum + weightOf(id), 0),
  );
  const meanOf = (of: (value: number, i: number) => number): Float64Array => {
    const sums = new Float64Array(dimension);
    for (const [id, row = 0] of rows.entries()) {
      const weight = weightOf(id) / total;
      if (weight === 0) continue;
      for (let i = 0; i < dimension; i++) sums[i]! += weight * of(values[row * dimension + i]!, i);
    }
    return sums;
  };
  const mean = meanOf((value) => value);
  const variances = meanOf((value, i) => (value - mean[i]!) ** 2);
  const overall = Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0) / dimension);
  return { mean, deviations: variances.map(Math.sqrt), scale: overall === 0 ? 1 : 1 / overall };
}
