/** Places of word vectors in a picture: by principal components, or by UMAP, which keeps neighbours together. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UMAP } from 'umap-js';
import type { ProjectionMethod } from '../../../../shared/domain/vectors.ts';
import { RandomStream } from '../../layers/random.ts';
import { vectorOf, type WordVectors } from '../word-vectors.ts';
import { nearestRows } from './nearest-rows.ts';
import { type Plane, type PointTable, principalPlane } from './pca.ts';

export interface ProjectionOptions {
  readonly method: ProjectionMethod;
  /** Of UMAP's random numbers; PCA draws none. */
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Share done, 0 … 1. */
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
/** From the principal plane, more change little. */
const EPOCHS = 200;
/** UMAP begins with the principal plane of this half-width, so that far groups keep their places; at random it would not. */
const START_WIDTH = 10;
/** Share of the time that looking for neighbours takes, about. */
const NEIGHBOUR_SHARE = 0.3;
const TURN_MS = 40;

/**
 * Only the directions of the vectors count, as in cosine similarity. The same rows, method and seed give the same
 * places. @param rows of the table @throws what the signal was aborted with
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
  const epochs = umap.initializeFit(indices); // of the points themselves it takes only their number
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
  return {
    x: Float64Array.from(places, ([x = 0]) => x),
    y: Float64Array.from(places, ([, y = 0]) => y),
  };
}

/** The points move in place; what is random in theirs keeps equal ones apart. */
function beginWith(places: number[][], { x, y }: Plane): void {
  const width = [...x, ...y].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (width === 0) return;
  places.forEach((place, i) => {
    place[0] = (START_WIDTH / width) * x[i]! + 1e-3 * place[0]!;
    place[1] = (START_WIDTH / width) * y[i]! + 1e-3 * place[1]!;
  });
}
