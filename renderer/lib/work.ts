/** Work that somebody waits for: how far it is, and a way to stop it. */
import type { WorkProgress } from '../../shared/domain/work.ts';
import { createStore, type Store } from './store.ts';

export interface Work {
  /** Null until the first word of it. */
  readonly progress: Store<WorkProgress | null>;
  readonly signal: AbortSignal;
  cancel(): void;
}

export function startWork(): Work {
  const abort = new AbortController();
  return {
    progress: createStore<WorkProgress | null>(null),
    signal: abort.signal,
    cancel: () => abort.abort(),
  };
}

/** Whole percent; null where nobody knows how much there is. */
export function percentOf(progress: WorkProgress | null): number | null {
  if (progress === null || progress.total === 0) return null;
  return Math.min(100, Math.floor((100 * progress.done) / progress.total));
}
