/** One executor for all models of a process, opened when the first needs it. */
import type { Executor } from '../engine/runtime/program.ts';

/** An executor that could not be opened is tried again by whoever asks next. */
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
