/** Pre-training in a process of its own, for being killed: `node killed-pretraining.ts FOLDER`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KILLED_PRETRAINING, smallPretraining } from './pretrain-runs.ts';
import { finish, folderStorage, weightsOf } from './runs.ts';

const [folder = ''] = process.argv.slice(2);
const input = smallPretraining(KILLED_PRETRAINING, { storage: folderStorage(folder) });
const { result } = await finish(input, (event) => {
  if (event.kind === 'step') process.stdout.write(`${event.point.step}\n`);
  return false;
});
writeFileSync(join(folder, 'weights'), weightsOf(result));
