/** The cache of answers, kept fresh by events instead of by time. */
import { QueryClient } from '@tanstack/react-query';
import type { EngineStatus, Job } from '../../shared/domain/system.ts';
import { keepAccountsFresh } from './accounts.ts';
import { keepAnnotationFresh } from './annotation.ts';
import { mergeJob } from './cached-rows.ts';
import { listen } from './client.ts';
import { keepDocumentsFresh } from './documents.ts';
import { keepExperimentsFresh } from './experiments.ts';
import { keys } from './keys.ts';
import { keepLearningFresh } from './learning.ts';
import { toAppError } from './reply.ts';
import { keepTrainingFresh } from './training-events.ts';
import { transport } from './transport.ts';
import { keepVectorsFresh } from './vectors.ts';

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
  const invalidate = (queryKey: readonly unknown[]): void => void queryClient.invalidateQueries({ queryKey });
  listen('job.changed', (job) => {
    queryClient.setQueryData<Job[]>(keys.jobs, (jobs) => mergeJob(jobs, job));
  });
  listen('engine.changed', (status) => {
    const before = queryClient.getQueryData<EngineStatus>(keys.engine);
    queryClient.setQueryData<EngineStatus>(keys.engine, status);
    if (before?.state !== 'ready' && status.state === 'ready') invalidate(keys.diagnosis);
  });
  listen('kg.changed', () => {
    invalidate(keys.kg);
    invalidate(keys.diagnosis);
  });
  listen('models.changed', () => invalidate(keys.diagnosisModel));
  keepAccountsFresh(queryClient);
  keepDocumentsFresh(queryClient);
  keepTrainingFresh(queryClient);
  keepExperimentsFresh(queryClient);
  keepVectorsFresh(queryClient);
  keepAnnotationFresh(queryClient);
  keepLearningFresh(queryClient);
  let wasLost = false;
  transport.connection.subscribe(() => {
    const connection = transport.connection.get();
    if (connection === 'open' && wasLost) void queryClient.invalidateQueries();
    wasLost = connection === 'lost' || (wasLost && connection !== 'open');
  });
}
