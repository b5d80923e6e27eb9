/** Small word vectors for tests. */
import type { StoredVectors } from '../../../../main/engine/embeddings/stored-vectors.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';

export interface VectorRequest {
  readonly dimension?: number;
  readonly userWords?: readonly string[];
  /** Deviation of the values. */
  readonly deviation?: number;
}

/** A vector drawn for each token. */
export function vectorsOf(
  unit: 'character' | 'word',
  tokens: Iterable<string>,
  { dimension = 6, userWords = [], deviation = 0.2 }: VectorRequest = {},
): StoredVectors {
  const all = [...new Set(tokens)];
  const random = new RandomStream({ seed: 7, purpose: 'vectors' });
  const values = Float32Array.from(
    { length: all.length * dimension },
    () => 0.3 + deviation * random.normal(),
  );
  return {
    vectors: { unit, dimension, tokens: all, values },
    folded: true,
    userWords: userWords.map((word) => ({ word })),
  };
}
