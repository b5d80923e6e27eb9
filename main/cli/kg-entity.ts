/** Entities as the command line names them: by number, or by one of their names. */
import { message } from '../../shared/messages/message.ts';
import { searchGraph } from '../services/graph/graph.ts';
import type { Session } from '../services/session/session.ts';
import { normaliseName } from '../text/folding.ts';
import { notFound } from './command.ts';

/** Returns the entity with exactly this name. @throws AppError `not-found` with the nearest ones */
function idOfName(session: Session, name: string): number {
  const hits = searchGraph(session, name, { limit: 5 });
  const [best] = hits;
  if (best !== undefined && normaliseName(best.matched ?? best.name) === normaliseName(name)) return best.id;
  const near = hits.map((hit) => hit.matched ?? hit.name).join(', ');
  throw notFound(
    near === ''
      ? message('graph.no-entity-named', { name })
      : message('graph.no-entity-but-near', { name, near }),
  );
}

/** Returns the id of an entity given by number or name. */
export const idOf = (session: Session, which: string): number =>
  /^\d+$/.test(which) ? Number(which) : idOfName(session, which);
