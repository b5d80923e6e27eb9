/** Models that learn from annotation projects. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { In } from '../../shared/contract/index.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';

export const useLearning = (projectId: number) =>
  useQuery({ queryKey: keys.learning(projectId), queryFn: () => call('learning.get', { projectId }) });

/** Call once. */
export function keepLearningFresh(client: QueryClient): void {
  listen('learning.changed', ({ projectId }) => {
    void client.invalidateQueries({ queryKey: keys.learning(projectId) });
  });
  // Documents that were finished, and runs that ended, count too.
  listen('projects.changed', () => void client.invalidateQueries({ queryKey: keys.learningAll }));
}

function useLearningChange<Input extends { projectId: number }, Output>(
  change: (input: Input) => Promise<Output>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: (_data, _error, { projectId }) =>
      client.invalidateQueries({ queryKey: keys.learning(projectId) }),
  });
}

export const useTrainProject = () =>
  useLearningChange((input: In<'learning.train'>) => call('learning.train', input));
export const useOrderDocuments = () =>
  useLearningChange((input: In<'learning.order'>) => call('learning.order', input));
export const useSuggest = () =>
  useLearningChange((input: In<'learning.suggest'>) => call('learning.suggest', input));
