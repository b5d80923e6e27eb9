/** Ctrl-C, which pauses long work the first time and ends the process the second. */
/** An interrupt by Ctrl-C may arrive twice, from the terminal and from npm: within this time it counts once. */
const SAME_INTERRUPT_MS = 1000;
/** Exit code of a program that an interrupt ended. */
export const INTERRUPTED = 130;

/** Calls `pause` at the first interrupt; after that an interrupt ends the process as usual. */
export function onInterrupt(pause: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let first = true;
  const release = () => {
    for (const signal of signals) process.removeListener(signal, heard);
  };
  const heard = () => {
    if (!first) return;
    first = false;
    pause();
    setTimeout(release, SAME_INTERRUPT_MS).unref();
  };
  for (const signal of signals) process.on(signal, heard);
  return release;
}
