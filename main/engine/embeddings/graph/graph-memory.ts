/** Shared memory of a graph training: parameters, moments of Adam, gradients by slice, and scratch rows. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import type { SharedWasmMemory } from '../../runtime/wasm-assembler.ts';
import { PAGE_BYTES, reserve } from '../row-memory.ts';
import { floatsOf, negativeCount, queryFloats, type RowShape, rowShapes } from './row-shapes.ts';
import type { GraphSize } from './triples.ts';

const FLOAT_BYTES = 4;
const ALIGNMENT = 16;
/**
 * Parts of a batch whose gradients are summed apart and then in order: sums, and so results, do not depend on the
 * number of threads.
 */
export const SLICES = 8;
/** Rows that a thread uses for itself: queries and their gradients. */
const SCRATCH_ROWS = 8;

/** Rows of parameters with their moments; addresses in bytes. */
export interface ParameterTable extends RowShape {
  readonly rows: number;
  /** Stride of rows in floats, a multiple of four. */
  readonly rowFloats: number;
  readonly values: number;
  readonly means: number;
  readonly squares: number;
}

/** Gradients that one slice adds up for rows of one table. */
export interface GradientSlots {
  /** Address of the first slot; all are 0 between two batches. */
  readonly first: number;
  /** Number of slots in use, then the row of each. */
  readonly rows: Int32Array;
}

export interface GraphMemory {
  readonly memory: SharedWasmMemory;
  /** Entities, then relations. */
  readonly tables: readonly [ParameterTable, ParameterTable];
  /** By slice, then by table. */
  readonly slices: readonly (readonly [GradientSlots, GradientSlots])[];
  /** Address of the scratch rows of each thread. */
  readonly scratch: readonly number[];
  /** Address of the projected entities of each thread, for models that project them. */
  readonly projected: readonly number[];
}

/** Allocates zeroed memory. @throws AppError `too-large` when it is insufficient */
export function allocateGraph(
  settings: GraphEmbeddingSettings,
  size: GraphSize,
  threads: number,
): GraphMemory {
  const [entityShape, relationShape] = rowShapes(settings);
  let end = ALIGNMENT; // no row is at address 0
  const take = (rows: number, floats: number): number => {
    const start = end;
    end += rows * floats * FLOAT_BYTES;
    return start;
  };
  const table = (rows: number, shape: RowShape): ParameterTable => {
    const rowFloats = floatsOf(shape);
    const [values, means, squares] = [0, 1, 2].map(() => take(rows, rowFloats));
    return { ...shape, rows, rowFloats, values: values!, means: means!, squares: squares! };
  };
  const slots = (rows: number, shape: RowShape): GradientSlots => ({
    first: take(rows, floatsOf(shape)),
    rows: new Int32Array(new SharedArrayBuffer((rows + 1) * Int32Array.BYTES_PER_ELEMENT)),
  });
  const tables = [table(size.entities, entityShape), table(size.relations, relationShape)] as const;
  const triples = Math.ceil(settings.batchSize / SLICES);
  const slices = Array.from(
    { length: SLICES },
    () =>
      [
        slots(Math.min(size.entities, triples * (2 + negativeCount(settings, size.entities))), entityShape),
        slots(Math.min(size.relations, triples), relationShape),
      ] as const,
  );
  const floats = queryFloats(settings);
  const scratch = Array.from({ length: threads }, () => take(SCRATCH_ROWS, floats));
  const projected =
    settings.model === 'transr' ? Array.from({ length: threads }, () => take(size.entities, floats)) : [];
  const memory = reserve(Math.ceil(end / PAGE_BYTES), size.entities);
  return { memory, tables, slices, scratch, projected };
}

/** Returns the address of a row of a table that starts at `first`. */
export const rowAddress = (first: number, rowFloats: number, row: number): number =>
  first + row * rowFloats * FLOAT_BYTES;

/** Returns `count` floats at an address. */
export const floatsAt = (memory: SharedWasmMemory, address: number, count: number): Float32Array =>
  new Float32Array(memory.buffer, address, count);

/** Returns all state that training changes between two batches: values and moments of both tables. */
export const stateArrays = ({ memory, tables }: GraphMemory): Float32Array[] =>
  tables.flatMap(({ rows, rowFloats, values, means, squares }) =>
    [values, means, squares].map((address) => floatsAt(memory, address, rows * rowFloats)),
  );
