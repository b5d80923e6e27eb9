/** Executor shared by all models of a process, opened on first use. */
import type { Executor } from '../engine/runtime/program.ts';

/** Returns a function that opens the executor once. A failed attempt is repeated at the next call. */
export function sharedExecutor(open: () => Promise<Executor>): () => Promise<Executor> {
  let opened: Promise<Executor> | undefined;
  return () => {
    const executor = opened ?? open();
    opened = executor;
    executor.catch(() => {
      opened = undefined;
    });
    return executor;
  };
}
