/** Annotation projects, their queue, layers and edits. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { In } from '../../shared/contract/index.ts';
import type { EditResult, OpenDocument, QueueEntry } from '../../shared/domain/project.ts';
import { isWithoutChanges, withCounts, withEdit } from './annotation-changes.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';

export const useProjects = () =>
  useQuery({ queryKey: keys.projectList, queryFn: () => call('projects.list', {}) });

export const useProject = (projectId: number | undefined) =>
  useQuery({
    queryKey: keys.project(projectId ?? 0),
    queryFn: () => call('projects.get', { projectId: projectId ?? 0 }),
    enabled: projectId !== undefined,
  });

/** Documents in the order in which they come to the person who asks. */
export const useQueue = (projectId: number | undefined) =>
  useQuery({
    queryKey: keys.queue(projectId ?? 0),
    queryFn: () => call('annotation.queue', { projectId: projectId ?? 0 }),
    enabled: projectId !== undefined,
  });

export const fetchNextDocument = (projectId: number, after?: number) =>
  call('annotation.next', { projectId, ...(after === undefined ? {} : { after }) });

export const useUndoState = (projectId: number | undefined) =>
  useQuery({
    queryKey: keys.undoState(projectId ?? 0),
    queryFn: () => call('annotation.undoState', { projectId: projectId ?? 0 }),
    enabled: projectId !== undefined,
  });

const HISTORY_PAGE = 200;

/** The newest edits of a layer; older ones with `fetchHistory`. */
export const useHistory = (layerId: number | undefined) =>
  useQuery({
    queryKey: keys.layerHistory(layerId ?? 0),
    queryFn: () => fetchHistory(layerId ?? 0),
    enabled: layerId !== undefined,
  });

const fetchHistory = (layerId: number, before?: number) =>
  call('annotation.history', { layerId, limit: HISTORY_PAGE, ...(before === undefined ? {} : { before }) });

/** Returns the number of open decisions, by document. */
export const useDifferences = (projectId: number, enabled = true) =>
  useQuery({
    queryKey: keys.differences(projectId),
    queryFn: () => call('adjudication.differences', { projectId }),
    enabled,
    staleTime: 0, // annotators go on meanwhile
  });

export const useDecided = (edit: number) =>
  useQuery({ queryKey: keys.decided(edit), queryFn: () => call('adjudication.decided', { edit }) });

export const takeMajority = (input: In<'adjudication.majority'>) => call('adjudication.majority', input);

/** One edit, with nothing remembered: for windows that keep the layer themselves. The push carries it to all windows. */
export const applyEdit = (input: In<'annotation.apply'>) => call('annotation.apply', input);
export const undoEdit = (projectId: number) => call('annotation.undo', { projectId });
export const redoEdit = (projectId: number) => call('annotation.redo', { projectId });
export const restoreLayer = (layerId: number, edit: number) => call('annotation.restore', { layerId, edit });
export const fetchOrphans = (input: In<'projects.orphans'>) => call('projects.orphans', input);
export const exportProject = (input: In<'projects.export'>) => call('projects.export', input);

/** A change of projects; everything known of them is asked for anew. */
function useProjectChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: keys.projects }),
  });
}

export const useCreateProject = () =>
  useProjectChange((input: In<'projects.create'>) => call('projects.create', input));
export const useRenameProject = () =>
  useProjectChange((input: In<'projects.rename'>) => call('projects.rename', input));
export const useProjectSettings = () =>
  useProjectChange((input: In<'projects.settings'>) => call('projects.settings', input));
export const useProjectSchema = () =>
  useProjectChange((input: In<'projects.schema'>) => call('projects.schema', input));
export const packProject = (projectId: number) => call('projects.pack', { projectId });
export const useUnpackProject = () =>
  useProjectChange((input: In<'projects.unpack'>) => call('projects.unpack', input));
/** Takes one's last edit back where no document is open. */
export const useUndoEdit = () => useProjectChange(undoEdit);
export const useProjectMembers = () =>
  useProjectChange((input: In<'projects.members'>) => call('projects.members', input));
export const useDeleteProject = () =>
  useProjectChange((projectId: number) => call('projects.delete', { projectId }));
export const useAddDocuments = () =>
  useProjectChange((input: In<'projects.addDocuments'>) => call('projects.addDocuments', input));
export const useImportDocuments = () =>
  useProjectChange((input: In<'projects.import'>) => call('projects.import', input));

export const useSetState = () =>
  useProjectChange((input: In<'annotation.setState'>) => call('annotation.setState', input));

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
