/** Pieces of WebAssembly that go over whole rows of float32, in vectors of four, written out without loops. */
import { type Code, load, local, store } from '../runtime/wasm-assembler.ts';

export const LANES = 4;
export const VECTOR_BYTES = 16;
/** Vectors held in registers at once. */
export const GROUP = 8;

/** Floats that a row of `count` values takes up: rows begin at multiples of 16 bytes. */
export function paddedTo4(count: number): number {
  return Math.ceil(count / LANES) * LANES;
}

/** Named locals of a function: parameters first. */
export function locals<N extends string>(...names: readonly N[]): Record<N, number> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<N, number>; // safe: every name is set
}

/** The code of `body` for each vector of a row, which gets the vector's number and its offset in bytes. */
export function eachVector(vectors: number, body: (vector: number, offset: number) => Code): Code {
  return Array.from({ length: vectors }, (_, vector) => body(vector, vector * VECTOR_BYTES)).flat();
}

/** The code of `body` for groups of at most GROUP vectors: number of the first vector, and how many. */
export function eachGroup(vectors: number, body: (first: number, count: number) => Code): Code {
  return Array.from({ length: Math.ceil(vectors / GROUP) }, (_, group) => {
    const first = group * GROUP;
    return body(first, Math.min(GROUP, vectors - first));
  }).flat();
}

/** Changes the vector at `pointer` (a local) + `offset`. */
export function updateAt(pointer: number, offset: number, change: (value: Code) => Code): Code {
  return store(local(pointer), change(load(local(pointer), offset)), offset);
}
