/** Keeps a process from taking the whole computer's memory. */
import { Worker } from 'node:worker_threads';

const EVERY_MS = 100;

/** Ends this process once it takes more resident bytes. A thread watches, so that work without a pause ends too. */
export function limitMemory(bytes: number): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${bytes}) process.kill(process.pid, 'SIGKILL');
  }, ${EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}
