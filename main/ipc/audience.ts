/** Decides who sees an event: people who may ask for its content, and of a project's events its members. */
import { z } from 'zod';
import type { EventName, Method } from '../../shared/contract/index.ts';
import { type EditResult, GOLD, ProjectDocumentId, ProjectId } from '../../shared/domain/project.ts';
import { mayCall, mayReadLayer } from '../services/accounts/permissions.ts';
import type { AuthorizedActor } from '../services/accounts/requester.ts';
import { mayReadDocument, mayReadProject } from '../services/projects/layer-access.ts';
import type { Session } from '../services/session/session.ts';

const OfProject = z.object({ projectId: ProjectId.optional() });
const OfDiscussion = z.object({ documentId: ProjectDocumentId });

/** The method that answers with what an event tells. Own: the event is for the client that it is about. */
const TELLS: Readonly<Record<EventName, Method | 'own'>> = {
  'account.changed': 'own',
  'presence.changed': 'own',
  'requests.progress': 'own',
  'annotation.changed': 'annotation.queue',
  'app.filesGiven': 'app.givenFile',
  'corrections.changed': 'corrections.rules',
  'datasets.changed': 'datasets.list',
  'docs.changed': 'docs.list',
  'engine.changed': 'engine.status',
  'experiments.changed': 'experiments.list',
  'job.changed': 'jobs.list',
  'kg.changed': 'kg.stats',
  'kg.predicted': 'kg.predictions',
  'learning.changed': 'learning.get',
  'models.changed': 'models.list',
  'phrases.changed': 'phrases.lists',
  'projects.changed': 'projects.list',
  'run.changed': 'runs.list',
  'run.points': 'runs.points',
  'servers.changed': 'own',
  'sharing.changed': 'sharing.get',
  'threads.changed': 'threads.list',
  'watch.changed': 'watch.get',
  'backups.changed': 'backups.get',
  'vectors.changed': 'vectors.list',
  'vectors.projecting': 'vectors.points',
  'vectors.training': 'vectors.trainings',
};

export const isOwn = (event: EventName): boolean => TELLS[event] === 'own';

/** Returns the event's data as `person` may see it; `undefined` when it is not for them. */
export function seenBy(session: Session, person: AuthorizedActor, event: EventName, data: unknown): unknown {
  const method = TELLS[event];
  if (method === 'own' || !mayCall(person, method)) return undefined;
  // safe: what is emitted under this name
  if (event === 'annotation.changed') return editSeenBy(session, person, data as EditResult);
  if (event === 'threads.changed' && !mayReadDocument(session, OfDiscussion.parse(data).documentId, person))
    return undefined;
  const { projectId } = OfProject.parse(data);
  return projectId === undefined || mayReadProject(session, projectId, person) ? data : undefined;
}

/** Returns the edit without layers that `person` may not read; `undefined` when none is left. */
function editSeenBy(session: Session, person: AuthorizedActor, result: EditResult): EditResult | undefined {
  const layers = result.layers.filter(
    (layer) =>
      mayReadLayer(person, layer.person) &&
      (mayReadLayer(person, GOLD) || mayReadDocument(session, layer.documentId, person)),
  );
  return layers.length === 0 ? undefined : { ...result, layers };
}
