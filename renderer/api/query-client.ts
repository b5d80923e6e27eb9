/** The cache of answers, kept fresh by events instead of by time. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
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

class FreshQueryClient extends QueryClient {
  /**
   * Asks again for the matching answers. One that was first asked for before and has not come yet would be kept as
   * fresh, although it may be of the time before the change: it is asked for again after it has come.
   */
  override async invalidateQueries<TaggedKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TaggedKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underway = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    await Promise.all(
      underway.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)),
    );
  }
}

export const queryClient = new FreshQueryClient({
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
  listen('kg.changed', () => {
    invalidate('diagnosis');
    invalidate('values');
  });
  listen('corrections.changed', () => {
    invalidate('diagnosis', 'rank');
    invalidate('corrections');
  });
  listen('kg.predicted', () => void queryClient.invalidateQueries({ queryKey: ['kg', 'predictions'] }));
  listen('models.changed', () => invalidate('diagnosis', 'model'));
  const areas = [
    'backups',
    'datasets',
    'experiments',
    'kg',
    'learning',
    'models',
    'phrases',
    'sharing',
    'vectors',
    'watch',
  ] as const;
  for (const area of areas) listen(`${area}.changed`, () => void refresh(queryClient, area));
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
