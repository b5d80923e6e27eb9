import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { appRoot } from '../../../main/resources.ts';

const MODULE = pathToFileURL(join(appRoot, 'main/processes/memory-limit.ts')).href;

it.skipIf(process.platform === 'win32')('work without a pause that takes too much memory is ended', () => {
  const run = (limit: string, work: string) =>
    spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      `(await import('${MODULE}')).limitMemory(${limit}); ${work}`,
    ]);
  expect(
    run('200e6', 'for (const all = []; all.length < 1000; ) all.push(new Uint8Array(1e7).fill(1));').signal,
  ).toBe('SIGKILL');
  expect(run('2e9', 'new Uint8Array(1e7).fill(1)')).toMatchObject({ signal: null, status: 0 });
});
