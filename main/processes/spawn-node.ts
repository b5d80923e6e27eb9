/** Child processes of plain Node. Under Electron, hosts/electron.ts starts utility processes instead. */
import { fork } from 'node:child_process';
import type { ChildProcess, FromChild } from './child-process.ts';
import { processEntry, type SpawnProcess } from './entries.ts';

/** Megabytes of JavaScript objects; tensors lie outside. */
const HEAP_MB = 4096;

/** Graphics libraries that the measurer loads print what they do not find. */
export const spawnNode: SpawnProcess = (name) =>
  forkNode(processEntry(name), name === 'measurer' ? 'ignore' : 'inherit');

export function forkNode(entry: string, stderr: 'inherit' | 'ignore' = 'inherit'): ChildProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  });
  return {
    pid: child.pid,
    // A dying process takes no messages; its parent acts on its exit.
    send: (message) => child.connected && child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', (message) => listener(message as FromChild)), // safe: our own entry
    onExit: (listener) => {
      child.once('close', listener); // `exit` may come before its last messages
      child.once('error', () => listener(null)); // it could not be started
    },
    kill: () => child.kill('SIGKILL'),
  };
}
