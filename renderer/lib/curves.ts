/** Curves of a run: put together from pieces, smoothed, and thinned out for drawing. */
import type { RunPoint } from '../../shared/domain/training.ts';

export type CurveAxis = 'step' | 'epoch' | 'seconds';
export type Place = readonly [x: number, y: number];

/** Points of a curve with new ones; from where those begin they take the place of the old ones (a resumed run). */
export function mergePoints(known: readonly RunPoint[], added: readonly RunPoint[]): readonly RunPoint[] {
  if (added.length === 0) return known;
  const first = added.reduce((least, { step }) => Math.min(least, step), Number.POSITIVE_INFINITY);
  const last = known.at(-1);
  if (last === undefined || last.step < first) return [...known, ...byStep(added)];
  // At one step there may be a training point and an evaluation, which may come one after the other.
  const fresh = new Set(added.map(place));
  const kept = known.filter(
    (point) => point.step < first || (point.step === first && !fresh.has(place(point))),
  );
  return byStep([...kept, ...added]);
}

const place = ({ step, dev }: RunPoint): string => `${step} ${dev === undefined ? 'step' : 'dev'}`;

const byStep = (points: readonly RunPoint[]): RunPoint[] =>
  [...points].sort((a, b) => a.step - b.step || Number(a.dev !== undefined) - Number(b.dev !== undefined));

/** More than this costs time whenever a point is added, and nobody sees it. */
const MOST_KEPT = 5000;

/** Every second training point, where there are more than `most`; evaluations and the last point stay. */
export function thin(points: readonly RunPoint[], most = MOST_KEPT): readonly RunPoint[] {
  if (points.length <= most) return points;
  const evaluations = points.reduce((sum, { dev }) => sum + (dev === undefined ? 0 : 1), 0);
  if (points.length - evaluations <= most) return points;
  let number = 0;
  return points.filter(
    (point, i) => point.dev !== undefined || i === points.length - 1 || number++ % 2 === 0,
  );
}

/** The values of one quantity along an axis; points without it are left out. */
export function curveOf(
  points: readonly RunPoint[],
  axis: CurveAxis,
  value: (point: RunPoint) => number | undefined,
): Place[] {
  const curve: Place[] = [];
  for (const point of points) {
    const y = value(point);
    if (y !== undefined && Number.isFinite(y)) curve.push([point[axis], y]);
  }
  return curve;
}

/**
 * Exponential moving average without the pull of its start (Adam's bias correction): `weight` 0 leaves the curve as it
 * is, 0.9 averages over about ten points.
 */
export function smooth(curve: readonly Place[], weight: number): Place[] {
  let average = 0;
  let share = 1;
  return curve.map(([x, y]) => {
    average = weight * average + (1 - weight) * y;
    share *= weight;
    return [x, average / (1 - share)];
  });
}

/**
 * At most `most` points that keep the curve's shape: largest triangle, three buckets (Steinarsson 2013). Both ends
 * stay; `most` is at least 3.
 */
export function downsample(curve: readonly Place[], most: number): readonly Place[] {
  if (curve.length <= most) return curve;
  const buckets = most - 2;
  const width = (curve.length - 2) / buckets;
  const start = (bucket: number): number => 1 + Math.floor(bucket * width);
  const kept: Place[] = [curve[0]!];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const next = bucket + 1 < buckets ? curve.slice(start(bucket + 1), start(bucket + 2)) : curve.slice(-1);
    const inside = curve.slice(start(bucket), start(bucket + 1));
    kept.push(farthest(kept.at(-1)!, inside, mean(next)));
  }
  kept.push(curve.at(-1)!);
  return kept;
}

function mean(places: readonly Place[]): Place {
  const sum = places.reduce(([x, y], [dx, dy]) => [x + dx, y + dy] as const, [0, 0] as Place);
  return [sum[0] / places.length, sum[1] / places.length];
}

/** The one that spans the largest triangle with its neighbours. */
function farthest(before: Place, candidates: readonly Place[], after: Place): Place {
  let best = candidates[0]!;
  let largest = -1;
  for (const candidate of candidates) {
    const area = Math.abs(
      (before[0] - after[0]) * (candidate[1] - before[1]) -
        (before[0] - candidate[0]) * (after[1] - before[1]),
    );
    if (area > largest) {
      largest = area;
      best = candidate;
    }
  }
  return best;
}
