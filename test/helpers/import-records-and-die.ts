/** Opens the file argv[3] in the workspace under argv[2] and kills itself once some of its records are kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFiles, listRecords } from '../../main/services/records/records.ts';
import { openSession } from './session.ts';

const [dir = '', path = ''] = process.argv.slice(2);
const session = openSession(join(dir, 'workspace'), join(dir, 'config'));
const killOnceSomeAreKept = () => {
  if (listRecords(session).length > 0) process.kill(process.pid, 'SIGKILL');
  setImmediate(killOnceSomeAreKept);
};
killOnceSomeAreKept();
await importFiles(session, [{ name: 'many.jsonl', bytes: readFileSync(path) }]);
