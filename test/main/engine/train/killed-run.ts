/** A training run in a process of its own, for being killed: `node killed-run.ts FOLDER [KIND]`. A checkpoint every update. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, folderStorage, KILLED_RUNS, weightsOf } from './runs.ts';

const [folder = '', kind = 'plain'] = process.argv.slice(2);
const storage = folderStorage(folder);
const input = KILLED_RUNS[kind]!(storage);
const { result } = await finish(input, (event) => {
  if (event.kind === 'step') process.stdout.write(`${event.point.step}\n`);
  return false;
});
writeFileSync(join(folder, 'weights'), weightsOf(result));
