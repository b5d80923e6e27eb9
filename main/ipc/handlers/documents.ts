import type { Handlers } from '../../../shared/contract/index.ts';
import { predict } from '../../services/models/predict.ts';
import { archive, unarchive } from '../../services/records/archive.ts';
import { exportFile } from '../../services/records/export-records.ts';
import * as documents from '../../services/records/records.ts';
import { watched } from '../../services/session/cancellable-requests.ts';
import type { Session } from '../../services/session/session.ts';
import { fromBase64, toFileData } from './file-data.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `docs.${string}` | `text.${string}`>>;

export function documentHandlers(session: () => Session): Part {
  return {
    'docs.list': () => documents.listDocuments(session()),
    'docs.get': ({ id }) => documents.getDocument(session(), id),
    'docs.create': (document) => documents.createDocument(session(), document),
    'docs.import': ({ files }) =>
      documents.importFiles(
        session(),
        files.map(({ name, base64 }) => ({ name, bytes: fromBase64(base64) })),
      ),
    'docs.rename': ({ id, title }) => documents.rename(session(), id, title),
    'docs.delete': ({ id }) => {
      documents.remove(session(), id);
      return { done: true };
    },
    'docs.saveDraft': ({ id, text, ...seen }) => documents.saveDraft(session(), id, seen, text),
    'docs.commit': ({ id, text, reason, ...seen }) => documents.commit(session(), id, seen, text, reason),
    'docs.revisions': ({ id }) => documents.revisions(session(), id),
    'docs.revision': ({ id, number }) => ({ text: documents.revisionText(session(), id, number) }),
    'docs.restore': ({ id, number }) => documents.restoreRevision(session(), id, number),
    'docs.archive': ({ id, reason }) => archive(session(), id, reason),
    'docs.unarchive': ({ id, reason }) => unarchive(session(), id, reason),
    'docs.search': ({ query, limit }) => documents.search(session(), query, limit),
    'docs.export': async ({ ticket, ...request }) =>
      toFileData(await watched(session(), ticket, (watch) => exportFile(session(), request, watch))),
    'text.annotate': ({ text }) => session().engine.run('annotate', { text }),
    'text.predict': ({ text }) => predict(session(), text),
  };
}
