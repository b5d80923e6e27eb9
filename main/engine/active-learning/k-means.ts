/** Weighted k-means on rows of numbers. */
import { invariant } from '../../../shared/assert.ts';
import { RandomStream } from '../layers/random.ts';

export interface Clusters {
  /** Cluster of each row. */
  readonly cluster: Int32Array;
  /** [clusters × width] */
  readonly centres: Float32Array;
}

const MAX_ROUNDS = 50;

/**
 * Clusters rows with Lloyd's algorithm from seeded k-means++ centres (Arthur & Vassilvitskii 2007). Rows [n ×
 * width]; returns at most `count` clusters, fewer when rows coincide. Rows of weight 0 do not affect centres.
 */
export function kMeans(
  rows: Float32Array,
  width: number,
  {
    count,
    seed = 1,
    weights,
  }: { readonly count: number; readonly seed?: number; readonly weights?: ArrayLike<number> },
): Clusters {
  const n = rows.length / width;
  invariant(
    Number.isInteger(n) && count >= 1,
    `kMeans: ${rows.length} numbers, width ${width}, ${count} clusters`,
  );
  const weightOf = (row: number): number => weights?.[row] ?? 1;
  let centres = firstCentres(rows, width, { count: Math.min(count, n), seed, weightOf });
  const cluster = new Int32Array(n).fill(-1);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = false;
    for (let row = 0; row < n; row++) {
      const nearest = nearestCentre(rows, row, centres, width).index;
      if (nearest !== cluster[row]) moved = true;
      cluster[row] = nearest;
    }
    if (!moved) break;
    centres = means(rows, width, { cluster, centres, weightOf });
  }
  return { cluster, centres };
}

interface Weighted {
  readonly weightOf: (row: number) => number;
}

/** Draws each next centre among the rows by weighted squared distance to the nearest existing centre. */
function firstCentres(
  rows: Float32Array,
  width: number,
  { count, seed, weightOf }: Weighted & { readonly count: number; readonly seed: number },
): Float32Array {
  const n = rows.length / width;
  const stream = new RandomStream({ seed, purpose: 'k-means' });
  const distances = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const chosen: number[] = [];
  while (chosen.length < count) {
    const shares = distances.map((distance, row) => weightOf(row) * (chosen.length === 0 ? 1 : distance));
    const total = shares.reduce((sum, share) => sum + share, 0);
    if (!(total > 0)) break;
    const next = drawn(shares, stream.uniform() * total);
    chosen.push(next);
    for (let row = 0; row < n; row++)
      distances[row] = Math.min(distances[row]!, squaredDistance(rows, row, rows, next, width));
  }
  const centres = new Float32Array(Math.max(1, chosen.length) * width);
  for (const [i, row] of chosen.entries())
    centres.set(rows.subarray(row * width, (row + 1) * width), i * width);
  return centres;
}

function drawn(shares: Float64Array, target: number): number {
  let sum = 0;
  let last = 0;
  for (const [row, share] of shares.entries()) {
    if (share === 0) continue;
    sum += share;
    last = row;
    if (sum > target) return row;
  }
  return last;
}

function means(
  rows: Float32Array,
  width: number,
  { cluster, centres, weightOf }: Weighted & Clusters,
): Float32Array {
  const next = new Float32Array(centres.length);
  const totals = new Float64Array(centres.length / width);
  for (const [row, own] of cluster.entries()) {
    const weight = weightOf(row);
    totals[own]! += weight;
    for (let k = 0; k < width; k++) next[own * width + k]! += weight * rows[row * width + k]!;
  }
  for (const [own, total] of totals.entries()) {
    // An empty cluster keeps its centre.
    for (let k = own * width; k < (own + 1) * width; k++)
      next[k] = total > 0 ? next[k]! / total : centres[k]!;
  }
  return next;
}

export function nearestCentre(
  rows: Float32Array,
  row: number,
  centres: Float32Array,
  width: number,
): { readonly index: number; readonly distance: number } {
  let index = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (let centre = 0; centre < centres.length / width; centre++) {
    const found = squaredDistance(rows, row, centres, centre, width);
    if (found < distance) [index, distance] = [centre, found];
  }
  return { index, distance };
}

function squaredDistance(a: Float32Array, i: number, b: Float32Array, j: number, width: number): number {
  let sum = 0;
  for (let k = 0; k < width; k++) {
    const difference = a[i * width + k]! - b[j * width + k]!;
    sum += difference * difference;
  }
  return sum;
}
