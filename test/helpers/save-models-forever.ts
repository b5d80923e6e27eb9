/** A process that saves models and deletes every second one, and prints the id of every one saved. */
import { EngineHost } from '../../main/inference/engine-host.ts';
import { backgroundHere } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import { deleteModel, saveModel } from '../../main/services/models/models.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import { taggerFiles } from './tagger.ts';

const [dir = '', configDir = ''] = process.argv.slice(2);
const workspace = Workspace.open(dir, { configDir });
const session = {
  workspace,
  engine: new EngineHost(() => {
    throw new Error('no engine here');
  }),
  actor: { name: 'trainer' },
  background: backgroundHere(() => workspace.db),
  jobs: new Jobs(() => undefined),
  emit: () => undefined,
};
const files = taggerFiles('bilstm-crf');
for (let n = 1; ; n++) {
  const { id } = saveModel(session, { name: `m${n}`, files, metrics: {}, origin: 'run' });
  process.stdout.write(`${id}\n`);
  if (n % 2 === 0) deleteModel(session, id);
}
