/** The parent's end in a process of ours: a utility process has `parentPort`, a forked one `process.send`. */
export interface ParentPort<To, From> {
  send(message: To): void;
  onMessage(listener: (message: From) => void): void;
  /** Electron ends the utility processes of an app that has gone by itself. */
  onParentGone(listener: () => void): void;
}

export function parentPort<To, From>(): ParentPort<To, From> {
  const onParentGone = (listener: () => void) => void process.on('disconnect', listener);
  const utility = (
    process as unknown as { parentPort?: NodeJS.EventEmitter & { postMessage(data: unknown): void } }
  ).parentPort; // safe: Electron adds parentPort to utility processes
  if (utility) {
    return {
      send: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', (event: { data: From }) => listener(event.data)),
      onParentGone,
    };
  }
  return {
    // The parent may go between any two messages; `onParentGone` tells.
    send: (message) => process.connected && process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', (message) => listener(message as From)), // safe: our own parent
    onParentGone,
  };
}
