/** Projects word vectors to the plane by principal components or by UMAP, which preserves neighbourhoods. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UMAP } from 'umap-js';
import type { ProjectionMethod } from '../../../../shared/domain/vectors.ts';
import { RandomStream } from '../../layers/random.ts';
import { vectorOf, type WordVectors } from '../word-vectors.ts';
import { nearestRows } from './nearest-rows.ts';
import { type Plane, type PointTable, principalPlane } from './pca.ts';

export interface ProjectionOptions {
  readonly method: ProjectionMethod;
  /** Seed of UMAP; PCA is deterministic. */
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Reports the share done, 0 … 1. */
  readonly onShare: (share: number) => void;
}

export interface Projection {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly explained?: readonly [number, number];
}

/** UMAP's defaults (McInnes, Healy & Melville 2018). */
const NEIGHBOURS = 15;
const MIN_DISTANCE = 0.1;
/** Enough epochs when starting from the principal plane. */
const EPOCHS = 200;
/**
 * Half-width of UMAP's initial layout, the principal plane: it keeps distant groups in place, unlike a random
 * layout.
 */
const START_WIDTH = 10;
/** Approximate share of the time spent on the neighbour search. */
const NEIGHBOUR_SHARE = 0.3;
const TURN_MS = 40;

/**
 * Projects rows by direction only, as in cosine similarity. Deterministic for equal rows, method and seed.
 * @param rows indices of rows of the table
 * @throws the signal's reason when aborted
 */
export async function projectRows(
  vectors: WordVectors,
  rows: ArrayLike<number>,
  options: ProjectionOptions,
): Promise<Projection> {
  const table = unitRows(vectors, rows);
  const plane = principalPlane(table);
  if (options.method === 'pca' || rows.length < 4) return plane;
  return umapPlane(table, plane, options);
}

function unitRows(vectors: WordVectors, rows: ArrayLike<number>): PointTable {
  const { dimension } = vectors;
  const values = new Float32Array(rows.length * dimension);
  for (let i = 0; i < rows.length; i++) {
    const vector = vectorOf(vectors, rows[i]!);
    const length = Math.hypot(...vector);
    if (length > 0)
      values.set(
        vector.map((value) => value / length),
        i * dimension,
      );
  }
  return { dimension, values };
}

async function umapPlane(
  table: PointTable,
  start: Plane,
  { seed, signal, onShare }: ProjectionOptions,
): Promise<Projection> {
  const rows = start.x.length;
  const nNeighbors = Math.min(NEIGHBOURS, rows - 1);
  const { indices, distances } = await nearestRows(table, nNeighbors, {
    signal,
    onShare: (share) => onShare(NEIGHBOUR_SHARE * share),
  });
  const stream = new RandomStream({ seed, purpose: 'umap' });
  const umap = new UMAP({
    nNeighbors,
    minDist: MIN_DISTANCE,
    nEpochs: EPOCHS,
    random: () => stream.uniform(),
  });
  umap.setPrecomputedKNN(indices, distances);
  const epochs = umap.initializeFit(indices); // uses only the number of points
  const places = umap.getEmbedding();
  beginWith(places, start);
  let turn = performance.now();
  for (let epoch = 0; epoch < epochs; epoch++) {
    umap.step();
    if (performance.now() - turn < TURN_MS) continue;
    onShare(NEIGHBOUR_SHARE + (1 - NEIGHBOUR_SHARE) * (epoch / epochs));
    await nextTurn();
    signal.throwIfAborted();
    turn = performance.now();
  }
  return { x: Float64Array.from(places, ([x = 0]) => x), y: Float64Array.from(places, ([, y = 0]) => y) };
}

/** Moves points to their initial places; keeps a little of the random layout to separate equal points. */
function beginWith(places: number[][], { x, y }: Plane): void {
  const width = [...x, ...y].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (width === 0) return;
  places.forEach((place, i) => {
    place[0] = (START_WIDTH / width) * x[i]! + 1e-3 * place[0]!;
    place[1] = (START_WIDTH / width) * y[i]! + 1e-3 * place[1]!;
  });
}
