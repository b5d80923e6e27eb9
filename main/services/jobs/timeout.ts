/** Waiting with a timeout. */
import { setTimeout as later } from 'node:timers/promises';

/** Resolves when `ended` does, or after `ms` milliseconds. */
export function waitUpTo(ended: Promise<void>, ms: number): Promise<void> {
  const abort = new AbortController();
  const waiting = later(ms, undefined, { signal: abort.signal }).catch(() => undefined);
  return Promise.race([ended, waiting]).finally(() => abort.abort());
}
