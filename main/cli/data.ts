/** `data list|import|delete|leakage` */

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { DataSet, TrainingDocument } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import {
  deleteDataSet,
  ensureDataSet,
  findDataSet,
  importDataSet,
  leakageBetween,
  listDataSets,
  readAnySet,
  readLabelledFile,
} from '../services/data/data-sets.ts';
import type { Session } from '../services/session/session.ts';
import {
  actions,
  expected,
  inSession,
  only,
  print,
  printDeleted,
  printJson,
  printList,
  withSession,
} from './command.ts';
import { dataKind } from './data-kind.ts';
import type { Options } from './options.ts';

type DataOptions = Options<'data'>;

export const data = actions<DataOptions>('data', {
  list: inSession((session, _args, options) => printSets(listDataSets(session), options)),
  import: async (args, options) => {
    const path = only(args, 'FILE');
    return withSession(options, 'starter', async (session) => {
      const kind = dataKind(options.task ?? 'ner', options);
      const file = { path, fileName: basename(path), ...kind };
      const set =
        options.name === undefined
          ? await ensureDataSet(session, path, kind)
          : await importDataSet(session, file, options.name);
      printSets([set], options);
    });
  },
  delete: inSession((session, args, options) => {
    const { id, name } = findDataSet(session, only(args, 'NAME'));
    deleteDataSet(session, id);
    printDeleted(name, options);
  }),
  leakage: async (args, options) => {
    const [train, dev] = args;
    if (train === undefined || dev === undefined || args.length > 2)
      throw expected('data leakage', 'TRAIN DEV');
    return withSession(options, 'starter', async (session) => {
      const report = leakageBetween(await documentsOf(session, train), await documentsOf(session, dev));
      if (options.json) return printJson(report);
      print(message('cli.leakage', { leaked: report.leaked, documents: report.documents, dev, train }));
      for (const number of report.examples) print(message('cli.document-number', { number }));
    });
  },
});

/** A data set by its name, or else a file with entities. */
async function documentsOf(session: Session, which: string): Promise<readonly TrainingDocument[]> {
  const set = listDataSets(session).find(({ name }) => name === which);
  if (set !== undefined) return readAnySet(session, set.id);
  if (existsSync(which)) return readLabelledFile(session, which);
  return readAnySet(session, findDataSet(session, which).id); // says which there are
}

function printSets(sets: readonly DataSet[], options: DataOptions): void {
  const headings = ['id', 'name', 'documents', 'characters', 'labels', 'imported'] as const;
  printList(sets, options, headings, ({ id, name, documents, characters, types, importedAt }) => {
    const counts = Object.entries(types).map(([type, count]) => `${type} ${count}`);
    return [id, name, documents, characters, counts.join(', ').slice(0, 100), importedAt.slice(0, 19)];
  });
}
