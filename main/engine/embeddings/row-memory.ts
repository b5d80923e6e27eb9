/** Tables of float32 rows in memory shared by all workers, with a workspace for each. */
import { AppError } from '../../../shared/result.ts';
import { type SharedWasmMemory, sharedMemory } from '../runtime/wasm-assembler.ts';

export const PAGE_BYTES = 65536;
/** Workspace of one worker: lookup table, scratch rows and the plan of examples. */
export const WORKSPACE_BYTES = 3 * PAGE_BYTES;

export interface RowMemory {
  readonly memory: SharedWasmMemory;
  /** Rows of each table. */
  readonly rows: number;
  /** Stride of rows in floats, a multiple of four. */
  readonly rowFloats: number;
  /** Address of each table in bytes. */
  readonly tables: readonly number[];
  /** Address of each worker's workspace. */
  readonly workspaces: readonly number[];
}

/** Allocates zeroed tables. @throws AppError `too-large` when memory is insufficient */
export function allocateRows(rows: number, rowFloats: number, tables: number, workers: number): RowMemory {
  const tableBytes = rows * rowFloats * Float32Array.BYTES_PER_ELEMENT;
  const first = workers * WORKSPACE_BYTES;
  const pages = Math.ceil((first + tables * tableBytes) / PAGE_BYTES);
  return {
    memory: reserve(pages, rows),
    rows,
    rowFloats,
    tables: Array.from({ length: tables }, (_, table) => first + table * tableBytes),
    workspaces: Array.from({ length: workers }, (_, worker) => worker * WORKSPACE_BYTES),
  };
}

/** Returns zeroed memory of whole pages for `rows` rows. @throws AppError `too-large` */
export function reserve(pages: number, rows: number): SharedWasmMemory {
  try {
    return sharedMemory(pages);
  } catch (cause) {
    throw new AppError(
      'too-large',
      'vectors.memory',
      { rows, megabytes: Math.ceil(pages / 16) },
      { cause, hint: 'hint.raise-minimum-or-lower-dimension' },
    );
  }
}

/** Returns all values of a table, padding included. */
export const tableValues = ({ memory, rows, rowFloats, tables }: RowMemory, table: number): Float32Array =>
  new Float32Array(memory.buffer, tables[table], rows * rowFloats);
