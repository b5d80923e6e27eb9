/** `npm run test:parity`: Meridian's computations against reference values of PyTorch, wherever they lie. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'parity', include: ['test/parity/**/*.test.ts'], testTimeout: 60_000 },
});
