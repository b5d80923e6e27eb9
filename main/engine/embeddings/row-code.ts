/** WebAssembly fragments over whole float32 rows in vectors of four, unrolled. */
import { type Code, load, local, store } from '../runtime/wasm-assembler.ts';

export const LANES = 4;
export const VECTOR_BYTES = 16;
/** Vectors held in registers at once. */
export const GROUP = 8;

/** Returns the floats that a row of `count` values occupies: rows are aligned to 16 bytes. */
export const paddedTo4 = (count: number): number => Math.ceil(count / LANES) * LANES;

/** Emits `body` for each vector of a row, with the vector's number and byte offset. */
export const eachVector = (vectors: number, body: (vector: number, offset: number) => Code): Code =>
  Array.from({ length: vectors }, (_, vector) => body(vector, vector * VECTOR_BYTES)).flat();

/** Emits `body` for groups of at most GROUP vectors, with the first vector's number and the count. */
export const eachGroup = (vectors: number, body: (first: number, count: number) => Code): Code =>
  Array.from({ length: Math.ceil(vectors / GROUP) }, (_, group) => {
    const first = group * GROUP;
    return body(first, Math.min(GROUP, vectors - first));
  }).flat();

/** Emits an update of the vector at `pointer` (a local) + `offset`. */
export const updateAt = (pointer: number, offset: number, change: (value: Code) => Code): Code =>
  store(local(pointer), change(load(local(pointer), offset)), offset);
