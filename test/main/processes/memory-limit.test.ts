import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { PROCESS_ENTRIES } from '../../../main/processes/entries.ts';
import { appRoot } from '../../../main/resources.ts';

const MODULE = pathToFileURL(join(appRoot, 'main/processes/memory-limit.ts')).href;

/** Preloaded module in which the computer has one byte of memory. */
const FAKE_MEMORY = `data:text/javascript,${encodeURIComponent(
  "import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.totalmem = () => 1; syncBuiltinESMExports(); setTimeout(() => undefined, 60_000);",
)}`;

it.skipIf(process.platform === 'win32')('work without a pause that takes too much memory is ended', () => {
  const run = (limit: string, work: string) =>
    spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      `(await import('${MODULE}')).limitMemory(${limit}, 'too much\\n'); ${work}`,
    ]);
  const ended = run(
    '200e6',
    'for (const all = []; all.length < 100; ) all.push(new Uint8Array(1e7).fill(1)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);',
  );
  expect(ended.signal).toBe('SIGKILL');
  expect(String(ended.stderr)).toBe('too much\n');
  expect(run('2e9', 'new Uint8Array(1e7).fill(1)')).toMatchObject({ signal: null, status: 0 });
});

it.skipIf(process.platform !== 'linux')(
  'the command line and the process of word vectors are ended as well',
  () => {
    const limited = (args: readonly string[], input = '') =>
      String(
        spawnSync(process.execPath, ['--import', FAKE_MEMORY, ...args], { input, encoding: 'utf8' }).signal,
      );
    expect(limited([join(appRoot, 'main', 'cli.ts'), 'deid', '-'])).toBe('SIGKILL');
    expect(limited([join(appRoot, 'main', PROCESS_ENTRIES.vectors)])).toBe('SIGKILL');
  },
);
