import { readFile } from 'node:fs/promises';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import * as phrases from '../../services/graph/phrases.ts';
import type { Session } from '../../services/session/session.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `phrases.${string}`>>;

export const phraseHandlers = (session: () => Session, uploads: Uploads): Part => ({
  'phrases.lists': () => phrases.listPhraseLists(session()),
  'phrases.mine': (request) => phrases.startMining(session(), phrases.miningRequest(request)),
  'phrases.page': ({ list, filter }) => phrases.phrasePage(session(), list, filter),
  'phrases.edit': ({ list, ...edit }) => phrases.editPhrase(session(), list, edit),
  'phrases.setCutPoint': async ({ list, ...point }) => ({
    changed: await phrases.setCutPoints(session(), list, [point]),
  }),
  'phrases.export': ({ list }) => toFileData(phrases.exportPhrases(session(), list)),
  'phrases.import': ({ uploadId, name }) =>
    uploads.consume([uploadId], async (files) => {
      const { name: file, path } = files[0]!;
      return phrases.importPhrases(session(), { name, file, bytes: await readFile(path) });
    }),
  'phrases.delete': ({ list }) => {
    phrases.deletePhrases(session(), list);
    return { done: true };
  },
});
