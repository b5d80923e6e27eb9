/** The cache of answers, kept fresh by events instead of by time. */
import { QueryClient } from '@tanstack/react-query';
import type { EngineStatus, Job } from '../../shared/domain/system.ts';
import { keepAccountsFresh } from './accounts.ts';
import { keepAnnotationFresh } from './annotation.ts';
import { withRow } from './cached-rows.ts';
import { listen } from './client.ts';
import { keepDocumentsFresh } from './documents.ts';
import { toAppError } from './reply.ts';
import { keyOf, refresh } from './requests.ts';
import { keepTrainingFresh } from './training-events.ts';
import { transport } from './transport.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always', // "offline" is the normal state here
      retry: (failures, error) => toAppError(error).code === 'engine-down' && failures < 3,
      retryDelay: 600,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Wires pushes and reconnections to the cache. Call once. */
export function keepFresh(): void {
  const invalidate = (...queryKey: unknown[]): void => void queryClient.invalidateQueries({ queryKey });
  listen('job.changed', (job) => {
    queryClient.setQueryData<Job[]>(keyOf('jobs.list', {}), (jobs) =>
      withRow(jobs ?? [], job, (a, b) => b.startedAt.localeCompare(a.startedAt)),
    );
  });
  listen('engine.changed', (status) => {
    const queryKey = keyOf('engine.status', {});
    const before = queryClient.getQueryData<EngineStatus>(queryKey);
    queryClient.setQueryData<EngineStatus>(queryKey, status);
    if (before?.state !== 'ready' && status.state === 'ready') invalidate('diagnosis');
  });
  listen('kg.changed', () => invalidate('diagnosis'));
  listen('models.changed', () => invalidate('diagnosis', 'model'));
  for (const area of ['datasets', 'experiments', 'kg', 'learning', 'models', 'vectors'] as const)
    listen(`${area}.changed`, () => void refresh(queryClient, area));
  keepAccountsFresh(queryClient);
  keepDocumentsFresh(queryClient);
  keepTrainingFresh(queryClient);
  keepAnnotationFresh(queryClient);
  let wasLost = false;
  transport.connection.subscribe(() => {
    const connection = transport.connection.get();
    if (connection === 'open' && wasLost) void queryClient.invalidateQueries();
    wasLost = connection === 'lost' || (wasLost && connection !== 'open');
  });
}
