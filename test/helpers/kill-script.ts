/** Scripts of this folder, run in processes that are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface Moment {
  /** Lines that the script prints first. */
  readonly lines?: number;
  /** Milliseconds after them. */
  readonly ms?: number;
}

/** Runs a script, ends it with SIGKILL at that moment, and returns the whole lines that it has printed. */
export async function killScript(
  script: string,
  args: readonly string[],
  { lines = 1, ms = 0 }: Moment = {},
): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > lines) timer ??= setTimeout(() => child.kill('SIGKILL'), ms);
  });
  await once(child, 'close');
  clearTimeout(timer);
  return output.split('\n').slice(0, -1);
}
