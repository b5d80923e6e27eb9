/** Does in the workspace below argv[2] what each line of standard input asks for, and prints the outcome of each. */
import { createInterface } from 'node:readline';
import { commitRecord, createRecord, getRecord } from '../../main/services/records/records.ts';
import {
  backupWorkspace,
  changeKey,
  restoreWorkspace,
} from '../../main/services/workspace/backup-and-key.ts';
import { toErrorData } from '../../shared/result.ts';
import { openBelow } from './session.ts';

const [dir = ''] = process.argv.slice(2);
let session: ReturnType<typeof openBelow> | undefined;

const ACTIONS: Readonly<Record<string, (title: string) => unknown>> = {
  create: (title) => createRecord(open(), { title, text: '咳嗽', origin: 'test' }),
  edit: (title) => {
    const { revision, draft } = getRecord(open(), 1);
    return commitRecord(open(), 1, { base: revision, draft }, title, 'test');
  },
  backup: () => backupWorkspace(open()),
  key: () => changeKey(open(), 'keyfile', undefined),
  restore: () => {
    const [last] = open().workspace.info().backups;
    return last === undefined ? undefined : restoreWorkspace(open(), last.file);
  },
  close: () => {
    session?.workspace.close();
    session = undefined;
  },
};

const open = () => (session ??= openBelow(dir));

for await (const line of createInterface({ input: process.stdin })) {
  const [action = '', title = ''] = line.split(' ');
  try {
    await ACTIONS[action]?.(title);
    console.log(`done ${line}`);
  } catch (error) {
    console.log(`${toErrorData(error).code} ${line} ${String(error)}`);
  }
}
process.exit(0);
