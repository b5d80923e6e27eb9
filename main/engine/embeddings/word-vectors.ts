/** Word vectors and nearest-neighbour search. */
import { invariant } from '../../../shared/assert.ts';
import type { VectorUnit } from '../../../shared/domain/embeddings.ts';
import { fold } from '../../text/folding.ts';
import { vectorToken } from './vector-tokens.ts';

export interface WordVectors {
  readonly unit: VectorUnit;
  readonly dimension: number;
  /** Distinct tokens; trained ones by falling frequency. */
  readonly tokens: readonly string[];
  /** [tokens, dimension], finite. */
  readonly values: Float32Array;
}

/** Returns a row as a view of the table. */
export const vectorOf = ({ values, dimension }: WordVectors, row: number): Float32Array =>
  values.subarray(row * dimension, (row + 1) * dimension);

export interface Neighbour {
  readonly token: string;
  readonly row: number;
  /** Cosine similarity, −1 … 1. */
  readonly similarity: number;
}

/** Look-up by token and by similarity. */
export class VectorIndex {
  readonly vectors: WordVectors;
  readonly #rows: ReadonlyMap<string, number>;
  /** 1 / |v| of each row; 0 for a zero row, which is near nothing. */
  readonly #inverseNorms: Float64Array;

  constructor(vectors: WordVectors) {
    const { tokens, values, dimension } = vectors;
    invariant(
      values.length === tokens.length * dimension,
      `word vectors: ${tokens.length} tokens of dimension ${dimension}, but ${values.length} values`,
    );
    this.vectors = vectors;
    this.#rows = new Map(tokens.map((token, row) => [token, row]));
    this.#inverseNorms = normsOf(vectors).map((norm) => (norm === 0 ? 0 : 1 / norm));
  }

  /** Returns the row of a token as written, else folded in width and case with `_` for white space. */
  rowOf(token: string): number | undefined {
    return this.#rows.get(token) ?? this.#rows.get(fold(vectorToken(token)));
  }

  /** Returns the nearest tokens of a token, without itself, or `undefined` for an unknown token. */
  neighbours(token: string, count: number): Neighbour[] | undefined {
    const row = this.rowOf(token);
    if (row === undefined) return undefined;
    return this.nearest(vectorOf(this.vectors, row), count + 1)
      .filter((neighbour) => neighbour.row !== row)
      .slice(0, count);
  }

  /** Returns the rows of greatest cosine with `query` [dimension], falling; ties by row. */
  nearest(query: Float32Array, count: number): Neighbour[] {
    const { tokens, dimension, values } = this.vectors;
    invariant(query.length === dimension, `nearest: expected [${dimension}], got [${query.length}]`);
    const length = Math.hypot(...query);
    const similarities = new Float64Array(tokens.length);
    for (let row = 0; row < tokens.length; row++) {
      let product = 0;
      for (let i = 0, at = row * dimension; i < dimension; i++, at++) product += query[i]! * values[at]!;
      similarities[row] = length === 0 ? 0 : (product / length) * this.#inverseNorms[row]!;
    }
    return topRows(similarities, count).map((row) => ({
      token: tokens[row]!,
      row,
      similarity: Math.max(-1, Math.min(1, similarities[row]!)),
    }));
  }
}

/** Returns the indices of the `count` greatest scores, falling, in one pass. */
function topRows(scores: Float64Array, count: number): number[] {
  const best: number[] = [];
  for (let row = 0; row < scores.length; row++) {
    if (best.length === count && scores[row]! <= scores[best.at(-1)!]!) continue;
    let place = best.length;
    while (place > 0 && scores[best[place - 1]!]! < scores[row]!) place--;
    best.splice(place, 0, row);
    if (best.length > count) best.pop();
  }
  return best;
}

/** Returns the Euclidean length of each row. */
const normsOf = ({ tokens, dimension, values }: WordVectors): Float64Array =>
  Float64Array.from(tokens, (_, row) => {
    let sum = 0;
    for (let at = row * dimension; at < (row + 1) * dimension; at++) sum += values[at]! ** 2;
    return Math.sqrt(sum);
  });

export interface VectorStatistics {
  /** Mean of all rows, [dimension]; usable for tokens without a vector. */
  readonly mean: Float32Array;
  /** Statistics of row lengths. */
  readonly norm: { readonly mean: number; readonly sd: number; readonly min: number; readonly max: number };
}

export function vectorStatistics(vectors: WordVectors): VectorStatistics {
  const { tokens, dimension, values } = vectors;
  const sums = new Float64Array(dimension);
  for (let at = 0; at < values.length; at++) sums[at % dimension]! += values[at]!;
  const norms = normsOf(vectors);
  const count = Math.max(1, tokens.length);
  const mean = norms.reduce((sum, norm) => sum + norm, 0) / count;
  const variance = norms.reduce((sum, norm) => sum + (norm - mean) ** 2, 0) / count;
  return {
    mean: Float32Array.from(sums, (sum) => sum / count),
    norm: {
      mean,
      sd: Math.sqrt(variance),
      min: norms.reduce((least, norm) => Math.min(least, norm), Number.POSITIVE_INFINITY),
      max: norms.reduce((most, norm) => Math.max(most, norm), 0),
    },
  };
}

/** Smallest share of one-character tokens in character vectors, which may hold a few longer ones such as `</s>`. */
const CHARACTER_SHARE = 0.9;

export function unitOfTokens(tokens: readonly string[]): VectorUnit {
  const single = tokens.filter((token) => token.length === 1 || Array.from(token).length === 1).length;
  return single >= CHARACTER_SHARE * tokens.length ? 'character' : 'word';
}
