/** A process that marks and accepts in many documents, takes it back and does it again, at once or in slices, until it is killed. */
import { decide, decideInSlices, markAll, markAllInSlices } from '../../main/services/projects/edits/bulk.ts';
import { moveInSlices, redo, undo } from '../../main/services/projects/edits/undo.ts';
import { openSession } from './session.ts';

const [dir = '', configDir = '', how] = process.argv.slice(2);
const session = openSession(dir, configDir);
const projectId = 1;
for (let round = 1; how === 'in-slices'; round++) {
  const type = round % 2 === 0 ? 'drug' : 'symptom';
  await markAllInSlices(session, { projectId, words: '咳嗽', type, ignoreCase: true });
  process.stdout.write('marked\n');
  await decideInSlices(session, { projectId, decision: 'accept' });
  for (const way of ['undo', 'redo', 'undo', 'undo'] as const) await moveInSlices(session, projectId, way);
}
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
