/** The masks of one training step after another, made by all helper threads in memory that is used again. */
import type { Arena, HelperThreads, Loop } from '../runtime/helper-threads.ts';
import { helpersFor } from '../runtime/helper-threads.ts';
import { sharedMemory } from '../runtime/wasm-assembler.ts';
import { type DropoutSite, dropoutInput, maskStream } from './dropout.ts';
import { sizeOf } from './params.ts';
import { maskArguments } from './threefry-fill.ts';
import { GROUP_ELEMENTS, threefryKernel } from './threefry-kernel.ts';

const FLOAT = 4;
const PAGE = 65536;
/** 32-bit addresses reach 4 GiB; larger sets of masks lie in several memories. */
const ARENA_BYTES = 2 ** 30;
/** Elements of a mask that one thread makes at a time; a multiple of GROUP_ELEMENTS. */
const PIECE = 2 ** 17;

interface Place {
  readonly site: DropoutSite;
  readonly arena: Arena;
  /** Size in bytes. */
  readonly address: number;
  readonly view: Float32Array;
}

export class DropoutMasks {
  readonly #helpers: HelperThreads;
  readonly #arenas: Arena[] = [];

  /** `threads` that may work; 0: one a core. */
  constructor(threads = 0) {
    this.#helpers = helpersFor(threads);
  }

  /** Inputs with the masks of `sites`. They hold until the next call. */
  async fill(
    sites: readonly DropoutSite[],
    { seed, step }: { readonly seed: number; readonly step: number },
  ): Promise<Record<string, Float32Array>> {
    const places = this.#place(sites);
    const loops = places.flatMap(({ site: { site, rate }, arena, address, view }): Loop[] => {
      const mask = maskStream(rate, { seed, step, site });
      if (mask === 'zeros') {
        view.fill(0);
        return [];
      }
      return Array.from({ length: Math.ceil(view.length / PIECE) }, (_, piece) => {
        const first = piece * PIECE;
        const count = Math.min(PIECE, view.length - first);
        const args = maskArguments(address + first * FLOAT, first, count, mask);
        return { arena, loop: 'mask', args, count };
      });
    });
    await this.#helpers.run(loops);
    return Object.fromEntries(places.map(({ site: { site }, view }) => [dropoutInput(site), view]));
  }

  /** A place for every mask, one after another. */
  #place(sites: readonly DropoutSite[]): Place[] {
    const bytesOf = ({ shape }: DropoutSite) =>
      GROUP_ELEMENTS * Math.ceil(sizeOf(shape) / GROUP_ELEMENTS) * FLOAT;
    const total = sites.reduce((sum, site) => sum + bytesOf(site), 0);
    let [number, next] = [0, 0];
    return sites.map((site) => {
      const bytes = bytesOf(site);
      if (next > 0 && next + bytes > ARENA_BYTES) [number, next] = [number + 1, 0];
      const arena = this.#arena(number, Math.max(bytes, Math.min(total, ARENA_BYTES)));
      const address = next;
      next += bytes;
      return {
        site,
        arena,
        address,
        view: new Float32Array(arena.memory.buffer, address, sizeOf(site.shape)),
      };
    });
  }

  /** Memory of that number; made anew when it is too small. */
  #arena(number: number, bytes: number): Arena {
    const known = this.#arenas[number];
    if (known && known.memory.buffer.byteLength >= bytes) return known;
    if (known) this.#helpers.forget(known);
    const memory = sharedMemory(Math.ceil(bytes / PAGE));
    const arena: Arena = { memory, kernel: 'threefry', loops: threefryKernel(memory) };
    this.#arenas[number] = arena;
    return arena;
  }

  dispose(): void {
    for (const arena of this.#arenas) this.#helpers.forget(arena);
    this.#arenas.length = 0;
  }
}
