/** Annotation projects, their queue, layers and edits. */
import type { QueryClient } from '@tanstack/react-query';
import type { In } from '../../shared/contract/index.ts';
import type { EditResult, OpenDocument, QueueEntry } from '../../shared/domain/project.ts';
import { isWithoutChanges, withCounts, withEdit } from './annotation-changes.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';
import { useAnswer, useChange } from './requests.ts';

export const useProjects = () => useAnswer(keys.projectList, 'projects.list', {});

export const useProject = (projectId: number | undefined) =>
  useAnswer(keys.project(projectId ?? 0), 'projects.get', projectId !== undefined && { projectId });

/** Documents in the order in which they come to the person who asks. */
export const useQueue = (projectId: number | undefined) =>
  useAnswer(keys.queue(projectId ?? 0), 'annotation.queue', projectId !== undefined && { projectId });

export const fetchNextDocument = (projectId: number, after?: number) =>
  call('annotation.next', { projectId, ...(after === undefined ? {} : { after }) });

export const useUndoState = (projectId: number | undefined) =>
  useAnswer(keys.undoState(projectId ?? 0), 'annotation.undoState', projectId !== undefined && { projectId });

/** Returns the newest edits of a layer. */
export const useHistory = (layerId: number | undefined) =>
  useAnswer(
    keys.layerHistory(layerId ?? 0),
    'annotation.history',
    layerId !== undefined && { layerId, limit: 200 },
  );

/** Returns the number of open decisions, by document; annotators change it meanwhile. */
export const useDifferences = (projectId: number, enabled = true) =>
  useAnswer(keys.differences(projectId), 'adjudication.differences', enabled && { projectId }, {
    staleTime: 0,
  });

export const useDecided = (edit: number) => useAnswer(keys.decided(edit), 'adjudication.decided', { edit });

export const takeMajority = (input: In<'adjudication.majority'>) => call('adjudication.majority', input);

/** One edit, with nothing remembered: for windows that keep the layer themselves. The push carries it to all windows. */
export const applyEdit = (input: In<'annotation.apply'>) => call('annotation.apply', input);
export const undoEdit = (projectId: number) => call('annotation.undo', { projectId });
export const redoEdit = (projectId: number) => call('annotation.redo', { projectId });
export const restoreLayer = (layerId: number, edit: number) => call('annotation.restore', { layerId, edit });
export const fetchOrphans = (input: In<'projects.orphans'>) => call('projects.orphans', input);
export const exportProject = (input: In<'projects.export'>) => call('projects.export', input);

export const packProject = (projectId: number) => call('projects.pack', { projectId });

export const useCreateProject = () => useChange('projects.create', keys.projects);
export const useRenameProject = () => useChange('projects.rename', keys.projects);
export const useProjectSettings = () => useChange('projects.settings', keys.projects);
export const useProjectSchema = () => useChange('projects.schema', keys.projects);
export const useUnpackProject = () => useChange('projects.unpack', keys.projects);
/** Takes one's last edit back where no document is open. */
export const useUndoEdit = () => useChange('annotation.undo', keys.projects);
export const useProjectMembers = () => useChange('projects.members', keys.projects);
export const useDeleteProject = () => useChange('projects.delete', keys.projects);
export const useAddDocuments = () => useChange('projects.addDocuments', keys.projects);
export const useImportDocuments = () => useChange('projects.import', keys.projects);
export const useRemovedDocuments = (projectId: number, enabled: boolean) =>
  useAnswer(keys.removedDocuments(projectId), 'projects.removedDocuments', enabled && { projectId });
export const fetchRemoval = (input: In<'projects.removal'>) => call('projects.removal', input);
export const useRemoveDocuments = () => useChange('projects.removeDocuments', keys.projects);
export const usePutBackDocuments = () => useChange('projects.putBackDocuments', keys.projects);
export const useSetState = () => useChange('annotation.setState', keys.projects);

/** Call once. */
export function keepAnnotationFresh(client: QueryClient): void {
  listen('projects.changed', () => {
    void client.invalidateQueries({ queryKey: keys.projects });
    void client.invalidateQueries({ queryKey: ['annotation', 'open'] });
    void client.invalidateQueries({ queryKey: ['annotation', 'undo'] });
  });
  listen('annotation.changed', (result) => seeEdit(client, result));
}

/** Carries an edit into all that was fetched before, so that nothing needs to be asked for again while one labels. */
function seeEdit(client: QueryClient, result: EditResult): void {
  void client.invalidateQueries({ queryKey: ['annotation', 'undo'] });
  void client.invalidateQueries({ queryKey: ['annotation', 'decided'] });
  // One document's own are counted by the window that decides about them.
  if (result.layers.length > 1) void client.invalidateQueries({ queryKey: ['projects', 'differences'] });
  if (isWithoutChanges(result)) {
    void client.invalidateQueries({ queryKey: keys.annotation });
    void client.invalidateQueries({ queryKey: ['projects', 'queue'] });
    return;
  }
  client.setQueriesData<QueueEntry[]>({ queryKey: ['projects', 'queue'] }, (queue) =>
    queue === undefined ? undefined : withCounts(queue, result),
  );
  for (const layer of result.layers) {
    void client.invalidateQueries({ queryKey: keys.layerHistory(layer.id) });
    void client.invalidateQueries({ queryKey: keys.documentLayers(layer.documentId) });
    const opened = { queryKey: ['annotation', 'open', layer.documentId] };
    for (const [key, document] of client.getQueriesData<OpenDocument>(opened)) {
      if (document === undefined || document.layer.id !== layer.id) continue;
      const after = withEdit(document.layer, layer);
      if (after === undefined) void client.invalidateQueries({ queryKey: key });
      else client.setQueryData<OpenDocument>(key, { ...document, layer: after });
    }
  }
}
