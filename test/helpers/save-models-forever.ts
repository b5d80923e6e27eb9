/** A process that saves models and deletes every second one, and prints the id of every one saved. */
import { deleteModel, saveModel } from '../../main/services/models/models.ts';
import { openSession } from './session.ts';
import { taggerFiles } from './tagger.ts';

const [dir = '', configDir = ''] = process.argv.slice(2);
const session = openSession(dir, configDir, 'trainer');
const files = taggerFiles('bilstm-crf');
for (let n = 1; ; n++) {
  const { id } = saveModel(session, { name: `m${n}`, files, metrics: {}, origin: 'run' });
  process.stdout.write(`${id}\n`);
  if (n % 2 === 0) deleteModel(session, id);
}
