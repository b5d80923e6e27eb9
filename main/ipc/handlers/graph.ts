import type { Handlers } from '../../../shared/contract/index.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import * as completion from '../../services/graph/completion.ts';
import * as edits from '../../services/graph/edits.ts';
import * as graph from '../../services/graph/graph.ts';
import * as review from '../../services/graph/review.ts';
import { cancellable, type Session } from '../../services/session/session.ts';
import { fromBase64 } from './file-data.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `kg.${string}` | `files.${string}`>>;

export const graphHandlers = (session: () => Session, uploads: Uploads): Part => ({
  'kg.search': ({ query, type, limit }) => graph.searchGraph(session(), query, { type, limit }),
  'kg.entity': ({ id, edgeLimit }) => graph.entityPage(session(), id, edgeLimit),
  'kg.related': ({ id }) => graph.relatedEntities(session(), id),
  'kg.records': ({ id }) => graph.recordsOfEntity(session(), id),
  'kg.path': (ends) => graph.pathBetween(session(), ends),
  'kg.stats': () => graph.stats(session()),
  'kg.predict': (request) => completion.startPrediction(session(), request),
  'kg.predictions': (page) => completion.predictions(session(), page),
  'kg.explain': ({ id }) => completion.explain(session(), id),
  'kg.decide': ({ id, state }) => completion.decide(session(), id, state),
  'kg.edit': ({ changes }) => edits.editGraph(session(), changes),
  'kg.edits': ({ limit }) => edits.listEdits(session(), limit),
  'kg.turnEdit': (which) => edits.turnEdit(session(), which),
  'kg.review': (request) => review.reviewQueue(session(), request),
  'kg.decideReview': (verdict) => review.decideReview(session(), verdict),
  'kg.export': async ({ format }) => ({ path: await graph.exportGraph(session(), format) }),
  'kg.query': ({ ticket, ...request }) =>
    cancellable(session(), ticket, (signal) => graph.query(session(), request, signal)),
  'files.open': ({ name, bytes }) => ({ uploadId: uploads.open(session(), name, bytes) }),
  'files.discard': ({ uploadId }) => {
    uploads.discard(uploadId);
    return { done: true };
  },
  'files.append': ({ uploadId, base64 }) => {
    uploads.append(uploadId, fromBase64(base64));
    return { done: true };
  },
  'kg.import': ({ uploadId, format }) => graph.startImport(session(), uploads, uploadId, format),
  'kg.importStarter': () => graph.startStarterImport(session()),
  'kg.undoImport': ({ sourceId }) => graph.startUndo(session(), sourceId),
});
