/** `data list|import|delete|leakage` */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { DataSet, TrainingDocument } from '../../shared/domain/training.ts';
import { readLabelled } from '../formats/read-labelled.ts';
import {
  deleteDataSet,
  ensureDataSet,
  findDataSet,
  importDataSet,
  leakageBetween,
  listDataSets,
  readAnySet,
} from '../services/data/data-sets.ts';
import type { Session } from '../services/session/session.ts';
import { only, print, printJson, table, UsageError, withSession } from './command.ts';
import { dataKind } from './data-kind.ts';
import type { CommandOptions } from './options.ts';

export async function data(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  switch (action) {
    case 'list':
      return withSession(options, 'starter', async (session) => printSets(listDataSets(session), options));
    case 'import': {
      const path = only(rest, 'FILE');
      return withSession(options, 'starter', async (session) => {
        const kind = dataKind(options.task ?? 'ner', options);
        const file = { path, fileName: basename(path), ...kind };
        const set =
          options.name === undefined
            ? await ensureDataSet(session, path, kind)
            : await importDataSet(session, file, options.name);
        printSets([set], options);
      });
    }
    case 'delete':
      return withSession(options, 'starter', async (session) => {
        const { id, name } = findDataSet(session, only(rest, 'NAME'));
        deleteDataSet(session, id);
        if (options.json) printJson({ deleted: name });
        else print(`deleted ${name}`);
      });
    case 'leakage': {
      const [train, dev] = rest;
      if (train === undefined || dev === undefined || rest.length > 2)
        throw new UsageError('data leakage: expected two data sets or files, TRAIN DEV');
      return withSession(options, 'starter', async (session) => {
        const report = leakageBetween(await documentsOf(session, train), await documentsOf(session, dev));
        if (options.json) return printJson(report);
        print(`${report.leaked} of ${report.documents} texts of ${dev} also stand in ${train}`);
        for (const number of report.examples) print(`  document ${number}`);
      });
    }
    default:
      throw new UsageError(`data ${action ?? ''}: expected list, import, delete or leakage`);
  }
}

/** A data set by its name, or else a file with entities. */
async function documentsOf(session: Session, which: string): Promise<readonly TrainingDocument[]> {
  const set = listDataSets(session).find(({ name }) => name === which);
  if (set !== undefined) return readAnySet(session, set.id);
  if (existsSync(which)) return readLabelled(which, which);
  return readAnySet(session, findDataSet(session, which).id); // says which there are
}

function printSets(sets: readonly DataSet[], options: CommandOptions): void {
  if (options.json) return printJson(sets);
  const rows = sets.map(({ id, name, documents, characters, types, importedAt }) => [
    id,
    name,
    documents,
    characters,
    Object.entries(types)
      .map(([type, count]) => `${type} ${count}`)
      .join(', ')
      .slice(0, 100),
    importedAt.slice(0, 19),
  ]);
  print(table([['id', 'name', 'documents', 'characters', 'labels', 'imported'], ...rows]));
}
