import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestRows } from '../../../../main/engine/embeddings/projection/nearest-rows.ts';
import { principalPlane } from '../../../../main/engine/embeddings/projection/pca.ts';
import { projectRows } from '../../../../main/engine/embeddings/projection/project.ts';
import type { WordVectors } from '../../../../main/engine/embeddings/word-vectors.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';

const quiet = { signal: new AbortController().signal, onShare: () => undefined };

/** Eigenvalues and vectors of a small symmetric matrix by Jacobi's rotations, falling. */
function jacobi(matrix: readonly (readonly number[])[]): { value: number; vector: number[] }[] {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v: number[][] = a.map((_, i) => a.map((__, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 100; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p]![q]!) < 1e-15) continue;
        const theta = 0.5 * Math.atan2(2 * a[p]![q]!, a[q]![q]! - a[p]![p]!);
        const [c, s] = [Math.cos(theta), Math.sin(theta)];
        for (let k = 0; k < n; k++) {
          const [x, y] = [a[k]![p]!, a[k]![q]!];
          a[k]![p] = c * x - s * y;
          a[k]![q] = s * x + c * y;
        }
        for (let k = 0; k < n; k++) {
          const [x, y] = [a[p]![k]!, a[q]![k]!];
          a[p]![k] = c * x - s * y;
          a[q]![k] = s * x + c * y;
          const [vx, vy] = [v[k]![p]!, v[k]![q]!];
          v[k]![p] = c * vx - s * vy;
          v[k]![q] = s * vx + c * vy;
        }
      }
    }
  }
  return a
    .map((row, i) => ({ value: row[i]!, vector: v.map((line) => line[i]!) }))
    .sort((one, two) => two.value - one.value);
}

function naiveCovariance(points: readonly (readonly number[])[]): number[][] {
  const mean = points[0]!.map((_, i) => points.reduce((sum, p) => sum + p[i]!, 0) / points.length);
  return mean.map((_, i) =>
    mean.map(
      (__, j) => points.reduce((sum, p) => sum + (p[i]! - mean[i]!) * (p[j]! - mean[j]!), 0) / points.length,
    ),
  );
}

const tableOf = (points: readonly (readonly number[])[]) => ({
  dimension: points[0]!.length,
  values: Float32Array.from(points.flat()),
});

function gaussian(rows: number, spread: readonly number[], seed: number): number[][] {
  const random = new RandomStream({ seed, purpose: 'projection test' });
  const mixed = spread.map(() => spread.map(() => random.normal()));
  return Array.from({ length: rows }, () => {
    const z = spread.map((s) => s * random.normal());
    return mixed.map((row) => Math.fround(row.reduce((sum, w, i) => sum + w * z[i]!, 5)));
  });
}

/** Words of `classes` directions, each with some noise. */
function clusters(classes: number, each: number, dimension = 12, seed = 1): WordVectors {
  const random = new RandomStream({ seed, purpose: 'clusters' });
  const centres = Array.from({ length: classes }, () =>
    Array.from({ length: dimension }, () => 3 * random.normal()),
  );
  const tokens: string[] = [];
  const values: number[] = [];
  for (let n = 0; n < each * classes; n++) {
    tokens.push(`词${n}`);
    values.push(...centres[n % classes]!.map((mean) => mean + random.normal()));
  }
  return { unit: 'word', dimension, tokens, values: Float32Array.from(values) };
}

const rowsOf = ({ tokens }: WordVectors) => tokens.map((_, row) => row);

describe('principal components', () => {
  it('are those of a naive eigen-decomposition', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 8, max: 30 }),
        fc.nat(1e6),
        (d, n, seed) => {
          const spread = Array.from({ length: d }, (_, i) => 1 + (d - i) ** 2);
          const points = gaussian(n, spread, seed);
          const eigen = jacobi(naiveCovariance(points));
          const total = eigen.reduce((sum, { value }) => sum + value, 0);
          const { x, y, explained } = principalPlane(tableOf(points));
          expect(explained[0]).toBeCloseTo(eigen[0]!.value / total, 6);
          expect(explained[1]).toBeCloseTo(eigen[1]!.value / total, 6);
          for (const [axis, { value, vector }] of [x, y].map((a, i) => [a, eigen[i]!] as const)) {
            const gap = Math.min(
              ...eigen.filter((e) => e.value !== value).map((e) => Math.abs(e.value - value)),
            );
            if (gap / total < 1e-3) continue; // axes that are no axes
            const along = points.map((p) => p.reduce((sum, c, i) => sum + c * vector[i]!, 0));
            const mean = along.reduce((sum, c) => sum + c, 0) / n;
            const scale = Math.sqrt(value);
            const sign = Math.sign(along.reduce((sum, c, i) => sum + (c - mean) * axis[i]!, 0));
            axis.forEach((c, i) => {
              expect((c - sign * (along[i]! - mean)) / scale).toBeCloseTo(0, 3);
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('do not change when points are shifted, and are stable in their sign', () => {
    const points = gaussian(20, [5, 2, 1], 3);
    const one = principalPlane(tableOf(points));
    const two = principalPlane(tableOf(points.map((p) => p.map((c) => Math.fround(c + 8)))));
    one.x.forEach((c, i) => {
      expect(two.x[i]).toBeCloseTo(c, 3);
    });
  });

  it('of equal points or of one dimension are no numbers out of nothing', () => {
    const same = principalPlane(
      tableOf([
        [1, 2],
        [1, 2],
        [1, 2],
      ]),
    );
    expect([...same.x, ...same.y, ...same.explained].every((c) => c === 0)).toBe(true);
    const line = principalPlane(tableOf([[1], [2], [4]]));
    expect([...line.y]).toEqual([0, 0, 0]);
    expect(line.explained).toEqual([1, 0]);
  });
});

describe('the nearest rows', () => {
  it('are those of sorting all distances', async () => {
    const points = gaussian(40, [2, 2, 2, 2], 9).map((p) => {
      const length = Math.hypot(...p);
      return p.map((c) => Math.fround(c / length));
    });
    const { indices, distances } = await nearestRows(tableOf(points), 7, quiet);
    points.forEach((p, i) => {
      const sorted = points
        .map((q, j) => ({ j, d: Math.hypot(...p.map((c, k) => c - q[k]!)) }))
        .filter(({ j }) => j !== i)
        .sort((a, b) => a.d - b.d);
      expect(indices[i]!.slice(1)).toEqual(sorted.slice(0, 6).map(({ j }) => j));
      expect([indices[i]![0], distances[i]![0]]).toEqual([i, 0]);
      distances[i]!.slice(1).forEach((d, k) => {
        expect(d).toBeCloseTo(sorted[k]!.d, 3);
      });
    });
  });
});

describe('the picture', () => {
  it('by UMAP keeps groups together and apart', async () => {
    const vectors = clusters(4, 30);
    const { x, y } = await projectRows(vectors, rowsOf(vectors), { method: 'umap', seed: 1, ...quiet });
    let right = 0;
    for (let i = 0; i < x.length; i++) {
      const near = rowsOf(vectors)
        .filter((j) => j !== i)
        .sort((a, b) => Math.hypot(x[a]! - x[i]!, y[a]! - y[i]!) - Math.hypot(x[b]! - x[i]!, y[b]! - y[i]!))
        .slice(0, 10);
      right += near.filter((j) => j % 4 === i % 4).length;
    }
    expect(right / (10 * x.length)).toBeGreaterThan(0.95);
  });

  it('is the same for the same seed, and another for another', async () => {
    const vectors = clusters(3, 20);
    const draw = (seed: number) => projectRows(vectors, rowsOf(vectors), { method: 'umap', seed, ...quiet });
    const [one, two, three] = [await draw(1), await draw(1), await draw(2)];
    expect(two).toEqual(one);
    expect(three.x).not.toEqual(one.x);
  });

  it('counts directions only, takes few words and vectors of zeros', async () => {
    const vectors = clusters(2, 10);
    const longer = { ...vectors, values: vectors.values.map((v, at) => v * (1 + (Math.floor(at / 12) % 3))) };
    const options = { method: 'pca', seed: 1, ...quiet } as const;
    const [one, two] = [
      await projectRows(vectors, rowsOf(vectors), options),
      await projectRows(longer, rowsOf(vectors), options),
    ];
    one.x.forEach((c, i) => {
      expect(two.x[i]).toBeCloseTo(c, 4);
    });
    for (const count of [3, 4, 5, 16]) {
      const zeros = { ...vectors, values: vectors.values.map((v, at) => (at < 24 ? 0 : v)) };
      const { x, y } = await projectRows(zeros, rowsOf(zeros).slice(0, count), {
        ...options,
        method: 'umap',
      });
      expect([...x, ...y].every(Number.isFinite)).toBe(true);
      expect(x).toHaveLength(count);
    }
  });

  it('stops when it is asked to', async () => {
    const vectors = clusters(4, 60);
    const abort = new AbortController();
    const shares: number[] = [];
    const onShare = (share: number) => {
      shares.push(share);
      if (shares.length === 2) abort.abort(new Error('enough'));
    };
    const drawing = projectRows(vectors, rowsOf(vectors), {
      method: 'umap',
      seed: 1,
      signal: abort.signal,
      onShare,
    });
    await expect(drawing).rejects.toThrow('enough');
  });
});
