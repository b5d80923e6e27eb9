/** Child processes of plain Node. Under Electron, hosts/electron.ts starts utility processes instead. */
import { fork } from 'node:child_process';
import type { ChildProcess, FromChild } from './child-process.ts';
import { heapOptions, processEntry, type SpawnProcess } from './entries.ts';

/** Heap limit in megabytes; tensors are allocated outside the heap. */
const HEAP_MB = 4096;

/** Spawns a forked process. Hides the messages of graphics libraries in the measuring process. */
export const spawnNode: SpawnProcess = (name) =>
  forkNode(processEntry(name), name === 'measurer' ? 'ignore' : 'inherit', heapOptions(name));

export function forkNode(
  entry: string,
  stderr: 'inherit' | 'ignore' = 'inherit',
  options: readonly string[] = [],
): ChildProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
    execArgv: [`--max-old-space-size=${HEAP_MB}`, ...options],
  });
  return {
    pid: child.pid,
    // A dying process takes no messages; the parent acts on its exit.
    send: (message) => child.connected && child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', (message) => listener(message as FromChild)), // safe: our own entry
    onExit: (listener) => {
      child.once('close', listener); // `exit` may precede its last messages
      child.once('error', () => listener(null)); // the process could not start
    },
    kill: () => child.kill('SIGKILL'),
  };
}
