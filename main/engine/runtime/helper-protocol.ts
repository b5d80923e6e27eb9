/** What the training thread and its helper threads tell each other. */
import type { AdamWKernel } from './adamw-kernel.ts';
import type { SharedWasmMemory } from './wasm-assembler.ts';

/** One loop over a part of a memory. */
export interface KernelCall {
  /** Number of the memory, in the order they were shared. */
  readonly memory: number;
  readonly loop: keyof AdamWKernel;
  readonly args: readonly number[];
}

/** `calls` are answered by a list of their results. */
export type HelperMessage =
  | { readonly kind: 'memory'; readonly memory: SharedWasmMemory }
  | { readonly kind: 'calls'; readonly calls: readonly KernelCall[] };

/** The loop's result, 0 where it has none. */
export function callKernel(kernel: AdamWKernel, { loop, args }: KernelCall): number {
  const run = kernel[loop] as (...args: readonly number[]) => number | undefined; // safe: numbers in, at most one out
  return run(...args) ?? 0;
}
