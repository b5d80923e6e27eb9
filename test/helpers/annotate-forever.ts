/** A process that marks and accepts in many documents, takes it back and does it again, until it is killed. */
import { decide, markAll } from '../../main/services/projects/edits/bulk.ts';
import { redo, undo } from '../../main/services/projects/edits/undo.ts';
import { openSession } from './session.ts';

const [dir = '', configDir = ''] = process.argv.slice(2);
const session = openSession(dir, configDir);
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
