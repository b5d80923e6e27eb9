/** A process that marks and accepts in many documents, takes it back and does it again, until it is killed. */
import { EngineHost } from '../../main/inference/engine-host.ts';
import { backgroundHere } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import { decide, markAll } from '../../main/services/projects/edits/bulk.ts';
import { redo, undo } from '../../main/services/projects/edits/undo.ts';
import { Workspace } from '../../main/workspace/workspace.ts';

const [dir = '', configDir = ''] = process.argv.slice(2);
const workspace = Workspace.open(dir, { configDir });
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
const projectId = 1;
for (let round = 1; ; round++) {
  markAll(session, {
    projectId,
    words: '咳嗽',
    type: round % 2 === 0 ? 'drug' : 'symptom',
    ignoreCase: true,
  });
  process.stdout.write('marked\n');
  decide(session, { projectId, decision: 'accept' });
  undo(session, projectId);
  redo(session, projectId);
  decide(session, { projectId, decision: 'reject' });
  for (let n = 0; n < 2; n++) undo(session, projectId);
  process.stdout.write(`round ${round}\n`);
}
