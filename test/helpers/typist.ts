/** Types into a record as fast as it can and prints every acknowledged save. */

import { EngineHost } from '../../main/inference/engine-host.ts';
import { backgroundHere } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import { commitRecord, createRecord, saveDraft } from '../../main/services/records/records.ts';
import { Workspace } from '../../main/workspace/workspace.ts';

const [dir = '', configDir = ''] = process.argv.slice(2);
const workspace = Workspace.open(dir, { configDir });
const session = {
  workspace,
  engine: new EngineHost(() => {
    throw new Error('no engine here');
  }),
  actor: { name: 'typist' },
  background: backgroundHere(() => workspace.db),
  jobs: new Jobs(() => undefined),
  emit: () => undefined,
};
const { id } = createRecord(session, { title: '入院记录', text: '0', origin: 'typed' });
let seen = { base: 1, draft: 0 };
for (let n = 1; ; n++) {
  seen = { ...seen, draft: saveDraft(session, id, seen, '发热'.repeat(2000) + n).draft };
  if (n % 20 === 0) {
    const { revision } = commitRecord(session, id, seen, '发热'.repeat(2000) + n, 'saved');
    seen = { base: revision, draft: 0 };
  }
  await new Promise((sent) => process.stdout.write(`${n}\n`, sent));
}
