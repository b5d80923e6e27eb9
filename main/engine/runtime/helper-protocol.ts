/** Messages between the training thread and its helper threads. */
import type { SharedWasmMemory, WasmExports } from './wasm-assembler.ts';

/** Kernels that helper threads can load. */
export type KernelName = 'adamw' | 'threefry';

/** Call of one loop over a part of a memory. */
interface KernelCall {
  /** Number of the memory. */
  readonly memory: number;
  readonly loop: string;
  readonly args: readonly number[];
}

/** `calls` are answered by the list of results. */
export type HelperMessage =
  | {
      readonly kind: 'share';
      readonly number: number;
      readonly kernel: KernelName;
      readonly memory: SharedWasmMemory;
    }
  | { readonly kind: 'forget'; readonly number: number }
  | { readonly kind: 'calls'; readonly calls: readonly KernelCall[] };

/** Calls a loop; returns its result, or 0 without one. */
export const callLoop = (loops: WasmExports, loop: string, args: readonly number[]): number =>
  loops[loop]!(...args) ?? 0;
