/** Opens the file argv[3] in the workspace under argv[2] and kills itself once some of its records are kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineHost } from '../../main/inference/engine-host.ts';
import { backgroundHere } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import { importFiles, listRecords } from '../../main/services/records/records.ts';
import { Workspace } from '../../main/workspace/workspace.ts';

const [dir = '', path = ''] = process.argv.slice(2);
const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
const session = {
  workspace,
  engine: new EngineHost(() => {
    throw new Error('no engine here');
  }),
  actor: { name: 'tester' },
  background: backgroundHere(() => workspace.db),
  jobs: new Jobs(() => undefined),
  emit: () => undefined,
};
const killOnceSomeAreKept = () => {
  if (listRecords(session).length > 0) process.kill(process.pid, 'SIGKILL');
  setImmediate(killOnceSomeAreKept);
};
killOnceSomeAreKept();
await importFiles(session, [{ name: 'many.jsonl', bytes: readFileSync(path) }]);
