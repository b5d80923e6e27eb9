/** Starts each kind of child process as the hosts do, prints their numbers, and ends them with itself. */
import '../../main/passphrase.ts';
import {
  backgroundEntry,
  engineEntry,
  measurerEntry,
  trainerEntry,
  vectorsEntry,
} from '../../main/ipc/app.ts';
import { spawnNode } from '../../main/processes/spawn-node.ts';

const entries = [engineEntry(), trainerEntry(), measurerEntry(), vectorsEntry(), backgroundEntry()];
const children = entries.map((entry) => spawnNode(entry));
process.on('SIGTERM', () => {
  for (const child of children) child.kill();
  process.exit();
});
console.log(`pids: ${children.map(({ pid }) => pid).join(' ')}.`);
