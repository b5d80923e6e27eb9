/** Starts each kind of child process as the hosts do, prints their numbers, and ends them with itself. */
import '../../main/passphrase.ts';
import { PROCESS_ENTRIES, type ProcessName } from '../../main/processes/entries.ts';
import { spawnNode } from '../../main/processes/spawn-node.ts';

const names = Object.keys(PROCESS_ENTRIES) as ProcessName[]; // safe: its own keys
const children = names.map(spawnNode);
process.on('SIGTERM', () => {
  for (const child of children) child.kill();
  process.exit();
});
console.log(`pids: ${children.map(({ pid }) => pid).join(' ')}.`);
