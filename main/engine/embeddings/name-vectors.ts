/** Vectors of names: of an entity its row, of other names the mean over their tokens. */
import type { StoredVectors } from './stored-vectors.ts';
import { lineSplitter } from './vector-tokens.ts';
import { VectorIndex, vectorOf } from './word-vectors.ts';

/** Returns a function that gives the vector of a name of a type, or `undefined` where no part of it has one. */
export function nameVectors({
  vectors,
  folded,
  userWords,
  graph,
}: StoredVectors): (name: string, type: string) => Float32Array | undefined {
  const index = new VectorIndex(vectors);
  if (graph !== undefined)
    return (name, type) => {
      const row = index.rowOf(`${name} (${type})`) ?? index.rowOf(name);
      return row === undefined ? undefined : vectorOf(vectors, row);
    };
  const split = lineSplitter(vectors.unit, folded, userWords);
  return (name) => {
    const rows = [...split(name)].map((token) => index.rowOf(token)).filter((row) => row !== undefined);
    if (rows.length === 0) return undefined;
    const mean = new Float32Array(vectors.dimension);
    for (const row of rows)
      for (const [i, value] of vectorOf(vectors, row).entries()) mean[i]! += value / rows.length;
    return mean;
  };
}
