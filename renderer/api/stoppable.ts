/** Requests that main stops working on when nobody wants them any more, and that tell how far they are. */
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkProgress } from '../../shared/domain/work.ts';
import { AppError } from '../../shared/result.ts';
import { createStore, type Store } from '../lib/store.ts';
import { call, listen } from './client.ts';

let last = 0;

/** Runs a request under a ticket of its own; once the signal is aborted, the ticket is taken back. */
export async function stoppable<Answer>(
  signal: AbortSignal,
  request: (ticket: string) => Promise<Answer>,
  onProgress?: (progress: WorkProgress) => void,
): Promise<Answer> {
  // Several windows may ask at once.
  const ticket = `${crypto.randomUUID()} ${++last}`;
  const stop = (): void => void call('requests.cancel', { ticket }).catch(() => undefined);
  if (signal.aborted) throw new AppError('cancelled', 'request.cancelled');
  signal.addEventListener('abort', stop, { once: true });
  const deafen =
    onProgress &&
    listen('requests.progress', (told) => {
      if (told.ticket === ticket) onProgress(told.progress);
    });
  try {
    return await request(ticket);
  } finally {
    signal.removeEventListener('abort', stop);
    deafen?.();
  }
}

interface WatchedQuery<Answer> {
  readonly queryKey: QueryKey;
  readonly request: (ticket: string) => Promise<Answer>;
  readonly enabled?: boolean;
  readonly staleTime?: number;
  readonly gcTime?: number;
}

/** A query whose work can be watched and cancelled; it is also cancelled when nobody looks any more. */
export function useWatchedQuery<Answer>({ request, ...options }: WatchedQuery<Answer>) {
  const client = useQueryClient();
  const [progress] = useState(() => createStore<WorkProgress | null>(null));
  const query = useQuery({
    ...options,
    queryFn: ({ signal }) => {
      progress.set(null);
      return stoppable(signal, request, progress.set);
    },
    retry: false, // what was too much once is too much again
  });
  const { data, error, fetchStatus, refetch } = query;
  const enabled = options.enabled !== false;
  return {
    data,
    error,
    isWorking: fetchStatus === 'fetching',
    /** Somebody stopped it before there was an answer. */
    isCancelled: enabled && data === undefined && error === null && fetchStatus === 'idle',
    progress,
    cancel: () => void client.cancelQueries({ queryKey: options.queryKey, exact: true }),
    again: () => void refetch(),
  };
}

/** Work under way by key: it goes on while one looks at other things. */
const kept = new Map<string, { readonly progress: Store<WorkProgress | null>; stop: () => void }>();

/** Work that begins when asked to, goes on while nobody looks, and whose answer stays as long as the window is open. */
export function useKeptWork<Answer>(key: string, request: (ticket: string) => Promise<Answer>) {
  const work = kept.get(key) ?? { progress: createStore<WorkProgress | null>(null), stop: () => undefined };
  kept.set(key, work);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['work', key],
    queryFn: () => {
      const controller = new AbortController();
      work.progress.set(null);
      work.stop = () => controller.abort();
      return stoppable(controller.signal, request, work.progress.set);
    },
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    data,
    /** Null after it was stopped. */
    error: error instanceof AppError && error.code === 'cancelled' ? null : error,
    isWorking: isFetching,
    progress: work.progress,
    start: () => void refetch(),
    cancel: () => work.stop(),
  };
}
