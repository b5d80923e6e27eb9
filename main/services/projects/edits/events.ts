/** What windows are told of edits. */
import type { EditResult } from '../../../../shared/domain/project.ts';
import type { Session } from '../../session/session.ts';

/** Changes that travel to windows with an edit; of a larger one they ask for the layers they show. */
const MAX_CHANGES = 20_000;

/** The edit as windows get it: without its changes when these are too many (`edit.changes` says how many there are). */
export function forWindows(result: EditResult): EditResult {
  if (result.edit.changes <= MAX_CHANGES) return result;
  return { ...result, layers: result.layers.map((layer) => ({ ...layer, changes: [] })) };
}

export function tellEdit(session: Session, projectId: number, result: EditResult): void {
  session.emit('annotation.changed', forWindows(result));
  if (result.edit.action === 'schema' || result.edit.detail.action === 'schema')
    session.emit('projects.changed', { projectId });
}
