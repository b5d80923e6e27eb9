import type { Handlers } from '../../../shared/contract/index.ts';
import type { learningContract } from '../../../shared/contract/learning.ts';
import { findDocument } from '../../db/repositories/annotation/documents.ts';
import type { Learning } from '../../services/learning/learning.ts';
import { suggest } from '../../services/learning/suggest.ts';
import { setState } from '../../services/projects/layers.ts';
import { dbOf, type Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, keyof typeof learningContract | 'annotation.setState'>;

export function learningHandlers(session: () => Session, learning: () => Learning): Part {
  return {
    'learning.get': ({ projectId }) => learning().get(projectId),
    'learning.train': ({ projectId }) => learning().train(projectId),
    'learning.suggest': (request) => suggest(session(), request),
    'learning.order': ({ projectId }) => learning().order(projectId),
    /** A finished document may be the one after which a model is trained anew. */
    'annotation.setState': ({ layerId, state }) => {
      const layer = setState(session(), layerId, state);
      const document = findDocument(dbOf(session()), layer.documentId);
      if (state === 'done' && document !== undefined) learning().documentFinished(document.projectId);
      return layer;
    },
  };
}
