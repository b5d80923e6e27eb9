/** The engine as a child process of plain Node. Under Electron hosts/electron.ts gives a utility process instead. */
import { fork } from 'node:child_process';
import type { EngineProcess, FromEngine } from './protocol.ts';

export function spawnNodeEngine(entry: string): EngineProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=4096'],
  });
  return {
    pid: child.pid,
    // A process that is just dying cannot take messages; its exit is what the host acts on.
    send: (message) => child.connected && child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', (message) => listener(message as FromEngine)), // safe: our own entry
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill('SIGKILL'),
  };
}
