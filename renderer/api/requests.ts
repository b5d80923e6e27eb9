/** Hooks over the contract's requests: cached answers, and changes that make answers stale. */
import {
  type QueryKey,
  skipToken,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { In, Method, Out } from '../../shared/contract/index.ts';
import { call } from './client.ts';

/** Returns the cached answer to a request, and asks once when there is none; asks nothing without an input. */
export const useAnswer = <M extends Method>(
  queryKey: QueryKey,
  method: M,
  input: In<M> | false,
  options: Omit<UseQueryOptions<Out<M>>, 'queryKey' | 'queryFn'> = {},
) => useQuery({ queryKey, queryFn: input === false ? skipToken : () => call(method, input), ...options });

/** Returns the mutation of a request; afterwards the answers under `stale` are asked for anew. */
export function useChange<M extends Method>(method: M, stale?: QueryKey | ((input: In<M>) => QueryKey)) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In<M>) => call(method, input),
    onSettled: (_output, _error, input) => {
      const queryKey = typeof stale === 'function' ? stale(input) : stale;
      return queryKey && client.invalidateQueries({ queryKey });
    },
  });
}
