import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

const EVERY_MS = 100;

/** Bytes that a process may take whose needs grow with its data. Beyond them the computer would swap. */
export const shareOfMemory = (): number => totalmem() * 0.8;

/**
 * Ends this process once its resident bytes exceed the limit. A thread checks, so that busy work ends too.
 * @param told written to the standard error before the end
 */
export function limitMemory(bytes: number, told = ''): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() <= ${bytes}) return;
    process.getBuiltinModule('node:fs').writeSync(2, ${JSON.stringify(told)});
    process.kill(process.pid, 'SIGKILL');
  }, ${EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}
