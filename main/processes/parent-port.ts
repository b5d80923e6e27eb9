/** Child's end of the channel to its parent: `parentPort` in a utility process, `process.send` in a forked one. */
import type { FromChild, ToChild } from './child-process.ts';

export interface ParentPort {
  send(message: FromChild): void;
  onMessage(listener: (message: ToChild) => void): void;
  /** Electron itself ends utility processes when the app has ended. */
  onParentGone(listener: () => void): void;
}

export function parentPort(): ParentPort {
  const onParentGone = (listener: () => void) => void process.on('disconnect', listener);
  const utility = (
    process as unknown as { parentPort?: NodeJS.EventEmitter & { postMessage(data: unknown): void } }
  ).parentPort; // safe: Electron adds parentPort to utility processes
  if (utility)
    return {
      send: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', (event: { data: ToChild }) => listener(event.data)),
      onParentGone,
    };
  return {
    // The parent may end between two messages; `onParentGone` reports it.
    send: (message) => process.connected && process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', (message) => listener(message as ToChild)), // safe: our own parent
    onParentGone,
  };
}
