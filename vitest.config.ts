import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: '`npm test` leaves it out; `npm run test:rest` runs it.' }],
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{e2e,parity}/**'],
          // Nothing asserts a time; the limits only end what hangs.
          testTimeout: 120_000,
          // Keeps compiled modules for the processes that tests start.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 90_000 } },
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
        },
      },
    ],
  },
});
