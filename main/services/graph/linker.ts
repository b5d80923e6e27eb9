/** Linker and ranking over the workspace's graph in this process, as the command line uses them. */
import { GraphLinker } from '../../inference/graph-linker.ts';
import { fileKeyOf, readFileKey } from '../../workspace/file-key.ts';
import { dbOf, type Session } from '../session/session.ts';

export function loadLinker(session: Session): GraphLinker {
  const { workspace } = session;
  const fileKey =
    workspace.readonly && workspace.key !== null ? readFileKey(workspace.db) : fileKeyOf(workspace);
  const isKept = fileKey !== null || workspace.key === null;
  return GraphLinker.load(dbOf(session), isKept ? { workspaceDir: workspace.dir, fileKey } : undefined);
}
