import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Nothing asserts a time: the limits only end what hangs, on the busiest of machines. */
const LIMIT_MS = 900_000;

/** Returns a folder in memory where there is room: workspaces flush every write, and disks take longer than the tests. */
function temporaryFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

/** Windows on one display take the focus from each other: without a display for each file, files run one at a time. */
const ownDisplays = process.platform === 'linux' && spawnSync('which', ['Xvfb']).status === 0;

/**
 * Files that replace modules or change their constants, as torture does, or the bridge that modules read once, and so
 * need modules of their own. All others share those of their process: loading them takes a third of a small file's time.
 */
const replacing = globSync('test/**/*.test.ts').filter(
  (file) =>
    file.includes('torture') || /vi\.mock\(|vi\.stubGlobal\('window'/.test(readFileSync(file, 'utf8')),
);

const common = {
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
  expect: { poll: { timeout: 180_000 } },
  env: {
    TMPDIR: process.env.TMPDIR ?? temporaryFolder(),
    /** Compiled modules are kept for the processes that tests start. */
    NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'node'),
  },
};

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: '`npm test` leaves it out, `npm run test:rest` runs it.' }],
    // Journeys wait for windows and processes more than half of their time.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{e2e,parity}/**', ...replacing],
          isolate: false,
          ...common,
        },
      },
      { test: { name: 'unit, alone', include: replacing, ...common } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/helpers/used-home.ts'],
          fileParallelism: ownDisplays,
          setupFiles: ownDisplays ? ['test/helpers/own-display.ts'] : [],
          ...common,
        },
      },
    ],
  },
});
