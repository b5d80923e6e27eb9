/** A process that watches a folder until it is killed; prints a line once it begins. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WatchFolder } from '../../main/services/upkeep/watch-folder.ts';
import { openSession } from './session.ts';

const [dir = '', configDir = '', folder = ''] = process.argv.slice(2);
const session = openSession(dir, configDir);
const watch = new WatchFolder(session, { folder, quietMs: -1000, passMs: 60_000 });
process.stdout.write('begins\n');
for (;;) {
  await watch.pass();
  await nextTurn();
}
