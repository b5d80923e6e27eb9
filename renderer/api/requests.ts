/**
 * Hooks over the contract's requests: cached answers, and changes that make answers stale. An answer is cached under
 * the area and name of its method and its input: `['docs', 'list', { offset: 0 }]`. The beginning of a key, or some
 * fields of its input, name several answers.
 */
import {
  type QueryClient,
  type QueryKey,
  skipToken,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { In, Method, Out } from '../../shared/contract/index.ts';
import { call } from './client.ts';

/** Returns the key of an answer. */
export const keyOf = <M extends Method>(method: M, input: In<M>): QueryKey => [...method.split('.'), input];

/** Returns key and function of a query. */
export const request = <M extends Method>(method: M, input: In<M>) => ({
  queryKey: keyOf(method, input),
  queryFn: () => call(method, input),
});

/** Returns the cached answer to a request, and asks once when there is none; asks nothing without an input. */
export const useAnswer = <M extends Method>(
  method: M,
  input: In<M> | false,
  options: Omit<UseQueryOptions<Out<M>>, 'queryKey' | 'queryFn'> = {},
) =>
  useQuery({
    ...(input === false
      ? { queryKey: [...method.split('.'), input], queryFn: skipToken }
      : request(method, input)),
    ...options,
  });

const PROJECTS = [['projects'], ['annotation', 'queue'], ['adjudication', 'differences'], ['threads']];

/** Answers that a change makes stale, by its area; absent: all answers of the area. */
const STALE: Readonly<Record<string, readonly QueryKey[]>> = {
  annotation: PROJECTS,
  audit: [],
  datasets: [['datasets', 'list']],
  diagnosis: [['diagnosis', 'decisions']],
  projects: PROJECTS,
  threads: [['threads'], ['annotation', 'queue'], ['projects', 'board']],
  vectors: [
    ['vectors', 'list'],
    ['vectors', 'trainings'],
  ],
  workspace: [['app']],
};

/** Asks anew for the answers that a change of this area makes stale. */
export const refresh = (client: QueryClient, area: string): Promise<unknown> =>
  Promise.all((STALE[area] ?? [[area]]).map((queryKey) => client.invalidateQueries({ queryKey })));

/** Returns the mutation of a request; afterwards the answers that it made stale are asked for anew. */
export function useChange<M extends Method>(method: M, onError?: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In<M>) => call(method, input),
    onSettled: () => refresh(client, method.split('.', 1)[0]!),
    ...(onError && { onError }),
  });
}
