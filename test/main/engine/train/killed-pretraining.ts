/** Pre-training in a process of its own, for being killed: `node killed-pretraining.ts FOLDER pairs|packing`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KILLED_PRETRAINING, type KilledName, smallPretraining } from './pretrain-runs.ts';
import { finish, folderStorage, weightsOf } from './runs.ts';

const [folder = '', name = ''] = process.argv.slice(2);
// safe: the test gives a name of the table
const input = smallPretraining(KILLED_PRETRAINING[name as KilledName], { storage: folderStorage(folder) });
const { result } = await finish(input, (event) => {
  if (event.kind === 'step') process.stdout.write(`${event.point.step}\n`);
  return false;
});
writeFileSync(join(folder, 'weights'), weightsOf(result));
