/** Child processes under Electron: utility processes of its own Node, since its binary does not run as plain Node. */
import { utilityProcess } from 'electron';
import type { FromChild } from './child-process.ts';
import { type ProcessName, processEntry, type SpawnProcess } from './entries.ts';

/** Names of the processes in the system's process list. */
const SERVICE_NAMES: Readonly<Record<ProcessName, string>> = {
  engine: 'Meridian engine',
  trainer: 'Meridian trainer',
  measurer: 'Meridian measurements',
  vectors: 'Meridian word vectors',
  background: 'Meridian background work',
  batch: 'Meridian batch run',
};

/** Starts a child process. Electron must be ready. */
export const spawnUtility: SpawnProcess = (name) => {
  const child = utilityProcess.fork(processEntry(name), [], {
    serviceName: SERVICE_NAMES[name],
    stdio: 'inherit',
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', (message: FromChild) => listener(message)),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  };
};
