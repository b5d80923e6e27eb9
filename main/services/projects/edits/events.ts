/** Events about edits. */
import type { EditResult } from '../../../../shared/domain/project.ts';
import type { Session } from '../../session/session.ts';

/** Highest number of changes sent with an edit; windows reload their layers after a larger one. */
const MAX_CHANGES = 20_000;

/** Returns the edit for windows, without its changes when there are too many (`edit.changes` counts them). */
export function forWindows(result: EditResult): EditResult {
  if (result.edit.changes <= MAX_CHANGES) return result;
  return { ...result, layers: result.layers.map((layer) => ({ ...layer, changes: [] })) };
}

export function emitEdit(session: Session, projectId: number, result: EditResult): void {
  session.emit('annotation.changed', forWindows(result));
  if (result.edit.action === 'schema' || result.edit.detail.action === 'schema')
    session.emit('projects.changed', { projectId });
}
