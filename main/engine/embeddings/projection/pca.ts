/** Principal component analysis to two dimensions. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { invariant } from '../../../../shared/assert.ts';

/** Contiguous rows of equal width. */
export interface PointTable {
  readonly dimension: number;
  /** [rows, dimension] */
  readonly values: Float32Array;
}

export interface Plane {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Share of the variance along each axis, 0 … 1; zeros when all points are equal. */
  readonly explained: readonly [number, number];
}

/**
 * Projects to the principal plane. The largest weight of each axis is positive, so that equal points give equal
 * pictures.
 */
export function principalPlane({ dimension, values }: PointTable): Plane {
  const rows = values.length / dimension;
  invariant(Number.isInteger(rows), `pca: ${values.length} values are no rows of ${dimension}`);
  const means = columnMeans(values, dimension);
  const { variances, axes } = principalAxes(covariance(values, means));
  const total = variances.reduce((sum, variance) => sum + variance, 0);
  const coordinates = axes.map((axis) => project(values, means, axis));
  const share = (variance = 0): number => (total > 0 ? variance / total : 0);
  return {
    x: coordinates[0] ?? new Float64Array(rows),
    y: coordinates[1] ?? new Float64Array(rows),
    explained: [share(variances[0]), share(axes.length > 1 ? variances[1] : 0)],
  };
}

function columnMeans(values: Float32Array, dimension: number): Float64Array {
  const means = new Float64Array(dimension);
  for (let at = 0; at < values.length; at++) means[at % dimension]! += values[at]!;
  const rows = Math.max(1, values.length / dimension);
  return means.map((sum) => sum / rows);
}

/** Returns the covariance [dimension, dimension], divided by the number of rows. */
function covariance(values: Float32Array, means: Float64Array): Matrix {
  const dimension = means.length;
  const sums = Array.from({ length: dimension }, () => new Float64Array(dimension));
  const row = new Float64Array(dimension);
  for (let start = 0; start < values.length; start += dimension) {
    for (let i = 0; i < dimension; i++) row[i] = values[start + i]! - means[i]!;
    for (let i = 0; i < dimension; i++) {
      const sum = sums[i]!;
      const value = row[i]!;
      for (let j = 0; j <= i; j++) sum[j]! += value * row[j]!;
    }
  }
  const rows = Math.max(1, values.length / dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j <= i; j++) {
      const value = sums[i]![j]! / rows;
      sums[i]![j] = value;
      sums[j]![i] = value;
    }
  }
  return new Matrix(sums);
}

interface PrincipalAxes {
  /** Variance along all axes, falling. */
  readonly variances: readonly number[];
  /** First two axes, of length 1. */
  readonly axes: readonly Float64Array[];
}

function principalAxes(symmetric: Matrix): PrincipalAxes {
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(symmetric, {
    assumeSymmetric: true,
  });
  const order = realEigenvalues.map((_, i) => i).sort((a, b) => realEigenvalues[b]! - realEigenvalues[a]!);
  return {
    variances: order.map((i) => Math.max(0, realEigenvalues[i]!)),
    axes: order.slice(0, 2).map((i) => upright(Float64Array.from(eigenvectorMatrix.getColumn(i)))),
  };
}

function upright(axis: Float64Array): Float64Array {
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? axis.map((value) => -value) : axis;
}

function project(values: Float32Array, means: Float64Array, axis: Float64Array): Float64Array {
  const dimension = axis.length;
  return Float64Array.from({ length: values.length / dimension }, (_, row) => {
    let sum = 0;
    for (let i = 0, at = row * dimension; i < dimension; i++, at++)
      sum += (values[at]! - means[i]!) * axis[i]!;
    return sum;
  });
}
