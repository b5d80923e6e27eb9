/** Short dense text vectors without a model, sufficient to compare texts. */
import { RandomStream } from '../layers/random.ts';

/** Hash buckets of character bigrams. */
const BUCKETS = 1 << 14;
export const WIDTH = 64;

/**
 * Returns unit vectors [texts × WIDTH]: TF-IDF of character bigrams (sublinear counts, smoothed), hashed, then
 * projected by a seeded ±1 matrix (Achlioptas 2003), which preserves cosines up to about 1/√WIDTH. An empty text
 * gives 0.
 */
export function textVectors(texts: readonly string[], seed = 1): Float32Array {
  const counted = texts.map(bigramCounts);
  const documents = new Uint32Array(BUCKETS);
  for (const counts of counted) for (const bucket of counts.keys()) documents[bucket]! += 1;
  const signs = signTable(seed);
  const vectors = new Float32Array(texts.length * WIDTH);
  for (const [text, counts] of counted.entries()) {
    const row = vectors.subarray(text * WIDTH, (text + 1) * WIDTH);
    for (const [bucket, count] of counts) {
      const idf = Math.log((1 + texts.length) / (1 + documents[bucket]!)) + 1;
      const weight = (1 + Math.log(count)) * idf;
      for (let k = 0; k < WIDTH; k++) row[k]! += weight * signs[bucket * WIDTH + k]!;
    }
    normalise(row);
  }
  return vectors;
}

function bigramCounts(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = Math.imul(text.charCodeAt(i), 0x9e3779b1) ^ Math.imul(text.charCodeAt(i + 1), 0x85ebca6b);
    const bucket = (pair ^ (pair >>> 15)) & (BUCKETS - 1);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return counts;
}

function signTable(seed: number): Int8Array {
  const stream = new RandomStream({ seed, purpose: 'text-vectors' });
  const signs = new Int8Array(BUCKETS * WIDTH);
  for (let i = 0; i < signs.length; i += 32) {
    const word = stream.uint32();
    for (let bit = 0; bit < 32; bit++) signs[i + bit] = (word >>> bit) & 1 ? 1 : -1;
  }
  return signs;
}

function normalise(row: Float32Array): void {
  let squares = 0;
  for (const value of row) squares += value * value;
  if (squares === 0) return;
  const scale = 1 / Math.sqrt(squares);
  for (let k = 0; k < row.length; k++) row[k]! *= scale;
}
