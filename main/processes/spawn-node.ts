/** Starts child processes as processes of plain Node. Under Electron, hosts/electron.ts starts utility processes. */
import { fork } from 'node:child_process';
import type { EngineProcess } from '../inference/protocol.ts';
import type { MeasurerProcess } from '../services/executors/process/protocol.ts';
import type { TrainerProcess } from '../services/runs/process/protocol.ts';
import type { ChildOf } from './child-process.ts';

/** Megabytes of JavaScript objects; tensors lie outside. */
const HEAP_MB = 4096;

/** Starts the program `entry`; with `errors` ignored, its standard error is dropped. */
export function spawnNode<To extends object, From>(
  entry: string,
  errors: 'inherit' | 'ignore' = 'inherit',
): ChildOf<To, From> {
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', errors, 'ipc'],
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  });
  return {
    pid: child.pid,
    // A process that is just dying cannot take messages; its exit is what the host acts on.
    send: (message) => child.connected && child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', (message) => listener(message as From)), // safe: our own entry
    onExit: (listener) => {
      child.once('close', listener); // `exit` may come before its last messages
      child.once('error', () => listener(null)); // it could not even be started
    },
    kill: () => child.kill('SIGKILL'),
  };
}

export const spawnNodeEngine = (entry: string): EngineProcess => spawnNode(entry);
export const spawnNodeTrainer = (entry: string): TrainerProcess => spawnNode(entry);
/** Graphics libraries print what they do not find. */
export const spawnNodeMeasurer = (entry: string): MeasurerProcess => spawnNode(entry, 'ignore');
