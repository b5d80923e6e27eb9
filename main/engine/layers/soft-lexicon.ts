/** Word vectors of a token's B, M, E and S sets (SoftLexicon, Ma et al. 2020, eq. 7 to 9). */
import { expandDims, mul, reshape, sum, type Tensor } from '@tensorflow/tfjs-core';
import { embed } from './embeddings.ts';

/**
 * Σ weights · table[rows] over the slots of each set, sets side by side.
 * @param table [V, D]
 * @param rows int32 [B, N, sets · slots]
 * @param weights float32 [B, N, sets · slots]
 * @returns [B, N, sets · D]
 */
export function softLexicon(
  table: Tensor,
  { rows, weights }: { readonly rows: Tensor; readonly weights: Tensor },
  sets: number,
): Tensor {
  const [batch = 0, length = 0, width = 0] = rows.shape;
  const [slots, size] = [width / sets, table.shape[1] ?? 0];
  const vectors = embed(table, reshape(rows, [batch * length * sets, slots])); // [B N sets, slots, D]
  const shares = expandDims(reshape(weights, [batch * length * sets, slots]), 2); // [B N sets, slots, 1]
  return reshape(sum(mul(vectors, shares), 1), [batch, length, sets * size]); // [B, N, sets D]
}
