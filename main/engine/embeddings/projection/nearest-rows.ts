/** Exact nearest neighbours of each row of a table of unit vectors. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PointTable } from './pca.ts';

export interface NearestRows {
  /** [rows][count]: the row itself first, then its neighbours, nearest first. */
  readonly indices: number[][];
  /** Euclidean distances, parallel to `indices`. */
  readonly distances: number[][];
}

const ROWS_A_TURN = 32;

/**
 * Finds neighbours and reports the share done. @param table rows of length 1 @throws the signal's reason when
 * aborted
 */
export async function nearestRows(
  { dimension, values }: PointTable,
  count: number,
  { signal, onShare }: { readonly signal: AbortSignal; readonly onShare: (share: number) => void },
): Promise<NearestRows> {
  const rows = values.length / dimension;
  const indices: number[][] = [];
  const distances: number[][] = [];
  const best = new Float64Array(count);
  const places = new Int32Array(count);
  for (let row = 0; row < rows; row++) {
    let found = 0;
    for (let other = 0; other < rows; other++) {
      if (other === row) continue;
      let product = 0;
      for (let i = 0, a = row * dimension, b = other * dimension; i < dimension; i++, a++, b++)
        product += values[a]! * values[b]!;
      if (found === count - 1 && (found === 0 || product <= best[found - 1]!)) continue;
      let place = found < count - 1 ? found++ : found - 1;
      while (place > 0 && best[place - 1]! < product) {
        best[place] = best[place - 1]!;
        places[place] = places[place - 1]!;
        place--;
      }
      best[place] = product;
      places[place] = other;
    }
    indices.push([row, ...places.subarray(0, found)]);
    // |a − b|² = 2 − 2 a·b
    distances.push([
      0,
      ...Array.from(best.subarray(0, found), (product) => Math.sqrt(Math.max(0, 2 - 2 * product))),
    ]);
    if (row % ROWS_A_TURN !== 0) continue;
    onShare(row / rows);
    await nextTurn();
    signal.throwIfAborted();
  }
  return { indices, distances };
}
