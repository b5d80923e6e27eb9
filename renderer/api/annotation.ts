/** Annotation projects, their queue, layers and edits. */
import type { QueryClient } from '@tanstack/react-query';
import type { EditResult, QueueEntry } from '../../shared/domain/project.ts';
import { isWithoutChanges, withCounts } from './annotation-changes.ts';
import { listen } from './client.ts';
import { refresh, useAnswer } from './requests.ts';

export const useProject = (projectId: number | undefined) =>
  useAnswer('projects.get', projectId !== undefined && { projectId });

/** Documents in the order in which they come to the person who asks. */
export const useQueue = (projectId: number | undefined) =>
  useAnswer('annotation.queue', projectId !== undefined && { projectId });

/** Returns the number of open decisions, by document; annotators change it meanwhile. */
export const useDifferences = (projectId: number, enabled = true) =>
  useAnswer('adjudication.differences', enabled && { projectId }, { staleTime: 0 });

/** Call once. */
export function keepAnnotationFresh(client: QueryClient): void {
  listen('projects.changed', () => {
    void refresh(client, 'projects');
    void refresh(client, 'learning'); // documents that were finished count too
    void client.invalidateQueries({ queryKey: ['annotation', 'undoState'] });
  });
  listen('threads.changed', () => void refresh(client, 'threads'));
  listen('annotation.changed', (result) => seeEdit(client, result));
}

/** Carries an edit into all that was fetched before, so that nothing needs to be asked for again while one labels. */
function seeEdit(client: QueryClient, result: EditResult): void {
  const invalidate = (...queryKey: unknown[]): void => void client.invalidateQueries({ queryKey });
  invalidate('annotation', 'undoState');
  invalidate('adjudication', 'decided');
  // One document's own are counted by the window that decides about them.
  if (result.layers.length > 1) invalidate('adjudication', 'differences');
  if (isWithoutChanges(result)) return invalidate('annotation');
  client.setQueriesData<QueueEntry[]>({ queryKey: ['annotation', 'queue'] }, (queue) =>
    queue === undefined ? undefined : withCounts(queue, result),
  );
  for (const { id } of result.layers) invalidate('annotation', 'history', { layerId: id });
}
