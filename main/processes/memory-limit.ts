import { Worker } from 'node:worker_threads';

const EVERY_MS = 100;

/** Ends this process once its resident bytes exceed the limit. A thread checks, so that busy work ends too. */
export function limitMemory(bytes: number): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${bytes}) process.kill(process.pid, 'SIGKILL');
  }, ${EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}
