/** Linker and ranking over the workspace's graph in this process, as the command line uses them. */
import { GraphLinker } from '../../inference/graph-linker.ts';
import type { LinkerStore } from '../../inference/linker-store.ts';
import { SimilarRecords } from '../../inference/similar-records.ts';
import { fileKeyOf, readFileKey } from '../../workspace/file-key.ts';
import { dbOf, type Session } from '../session/session.ts';

export const loadLinker = (session: Session): GraphLinker =>
  GraphLinker.load(dbOf(session), linkerStore(session));

/** Returns where the process keeps what it makes from the graph; `undefined` where it may not. */
export function linkerStore(session: Session): LinkerStore | undefined {
  const { workspace } = session;
  const fileKey =
    workspace.readonly && workspace.key !== null ? readFileKey(workspace.db) : fileKeyOf(workspace);
  const isKept = fileKey !== null || workspace.key === null;
  return isKept ? { workspaceDir: workspace.dir, fileKey } : undefined;
}

/** Opens the search of similar records in this process, as the command line uses it. */
export const openSimilarRecords = (session: Session, linker = loadLinker(session)): SimilarRecords =>
  new SimilarRecords({ db: dbOf(session), linker, store: linkerStore(session) });
