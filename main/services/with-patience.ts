/** Waiting that ends. */
import { setTimeout as later } from 'node:timers/promises';

/** Resolves when `ended` does, or so many milliseconds later. */
export function withPatience(ended: Promise<void>, ms: number): Promise<void> {
  const abort = new AbortController();
  const waiting = later(ms, undefined, { signal: abort.signal }).catch(() => undefined);
  return Promise.race([ended, waiting]).finally(() => abort.abort());
}
