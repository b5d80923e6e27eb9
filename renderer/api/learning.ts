/** Models that learn from annotation projects. */
import type { QueryClient } from '@tanstack/react-query';
import { listen } from './client.ts';
import { keys } from './keys.ts';
import { useAnswer, useChange } from './requests.ts';

export const useLearning = (projectId: number) =>
  useAnswer(keys.learning(projectId), 'learning.get', { projectId });

/** Call once. */
export function keepLearningFresh(client: QueryClient): void {
  listen('learning.changed', ({ projectId }) => {
    void client.invalidateQueries({ queryKey: keys.learning(projectId) });
  });
  // Documents that were finished, and runs that ended, count too.
  listen('projects.changed', () => void client.invalidateQueries({ queryKey: keys.learningAll }));
}

const staleRounds = ({ projectId }: { readonly projectId: number }) => keys.learning(projectId);

export const useTrainProject = () => useChange('learning.train', staleRounds);
export const useOrderDocuments = () => useChange('learning.order', staleRounds);
export const useSuggest = () => useChange('learning.suggest', staleRounds);
