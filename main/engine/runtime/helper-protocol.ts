/** What the training thread and its helper threads tell each other. */
import type { SharedWasmMemory, WasmExports } from './wasm-assembler.ts';

/** WebAssembly loops that helpers know. */
export type KernelName = 'adamw' | 'threefry';

/** One loop over a part of a memory. */
interface KernelCall {
  /** Number of the memory. */
  readonly memory: number;
  readonly loop: string;
  readonly args: readonly number[];
}

/** `calls` are answered by a list of their results. */
export type HelperMessage =
  | {
      readonly kind: 'share';
      readonly number: number;
      readonly kernel: KernelName;
      readonly memory: SharedWasmMemory;
    }
  | { readonly kind: 'forget'; readonly number: number }
  | { readonly kind: 'calls'; readonly calls: readonly KernelCall[] };

/** The loop's result, 0 where it has none. */
export function callLoop(loops: WasmExports, loop: string, args: readonly number[]): number {
  return loops[loop]!(...args) ?? 0;
}
