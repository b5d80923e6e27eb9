/** Linker and ranking over the workspace's graph in this process, as the command line uses them. */
import { GraphLinker } from '../../inference/graph-linker.ts';
import { dbOf, type Session } from '../session/session.ts';

export const loadLinker = (session: Session): GraphLinker => GraphLinker.load(dbOf(session));
