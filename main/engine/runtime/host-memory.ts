/** Memory for parameters, moments and gradients that onnxruntime and the AdamW kernel share without copies. */
import { adamWKernel, UNROLLED } from './adamw-kernel.ts';
import { runtimeError } from './errors.ts';
import type { Arena } from './helper-threads.ts';
import { sharedMemory } from './wasm-assembler.ts';

const PAGE = 65536;
const FLOAT = 4;
const REGIONS = ['value', 'first', 'second', 'gradient', 'scratch'] as const;
type Region = (typeof REGIONS)[number];

/** Buffers of one trainable parameter. `scratch` receives the gradients of further batches. */
export interface Slot {
  readonly arena: Arena;
  readonly size: number;
  /** Elements including padding for the kernel's loops; the padding stays 0. */
  readonly count: number;
  readonly address: Readonly<Record<Region, number>>;
  readonly view: Readonly<Record<Region, Float32Array>>;
}

/** Size of an arena: 32-bit addresses allow 4 GiB; untouched pages take no memory. */
const ARENA_BYTES = 2 ** 30;

/** Allocates zeroed slots for parameters of the given sizes, in arenas of about 1 GiB. */
export function allocateSlots(sizes: readonly number[]): Slot[] {
  const padded = sizes.map((size) => Math.ceil(size / UNROLLED) * UNROLLED);
  const arenas: number[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  padded.forEach((count, index) => {
    const bytes = count * FLOAT * REGIONS.length;
    if (filled + bytes > ARENA_BYTES) {
      arenas.push([]);
      filled = 0;
    }
    arenas.at(-1)!.push(index);
    filled += bytes;
  });
  const slots: Slot[] = [];
  for (const members of arenas) {
    const made = arena(members.map((index) => ({ size: sizes[index]!, count: padded[index]! })));
    members.forEach((index, place) => {
      slots[index] = made[place]!;
    });
  }
  return slots;
}

function arena(members: readonly { size: number; count: number }[]): Slot[] {
  const bytes = members.reduce((total, { count }) => total + count * FLOAT * REGIONS.length, 0);
  const pages = Math.ceil(bytes / PAGE);
  try {
    const memory = sharedMemory(pages);
    const owner: Arena = { memory, kernel: 'adamw', loops: adamWKernel(memory) };
    let next = 0;
    return members.map(({ size, count }) => {
      const address: Record<Region, number> = { value: 0, first: 0, second: 0, gradient: 0, scratch: 0 };
      for (const region of REGIONS) {
        address[region] = next;
        next += count * FLOAT;
      }
      const at = (region: Region) => new Float32Array(memory.buffer, address[region], size);
      const view = {
        value: at('value'),
        first: at('first'),
        second: at('second'),
        gradient: at('gradient'),
        scratch: at('scratch'),
      };
      return { arena: owner, size, count, address, view };
    });
  } catch (error) {
    throw runtimeError('reserving memory for parameters and moments', error);
  }
}
