/** A training run in a process of its own, for being killed: `node killed-run.ts FOLDER`. A checkpoint every update. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, folderStorage, smallRun, weightsOf } from './runs.ts';

const [folder = ''] = process.argv.slice(2);
const storage = folderStorage(folder);
const settings = { epochs: 9, checkpointMinutes: 0.01 };
const input = smallRun(settings, { storage });
const { result } = await finish(input, (event) => {
  if (event.kind === 'step') process.stdout.write(`${event.point.step}\n`);
  return false;
});
writeFileSync(join(folder, 'weights'), weightsOf(result));
