import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,db,contract,renderer,engine,inference,processes}/**/*.test.ts'],
          // No timing is asserted: slow machines may take their time.
          testTimeout: 120_000,
        },
      },
      {
        // Whole apps in real windows: one file at a time, on a machine that may be slow.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 90_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
});
