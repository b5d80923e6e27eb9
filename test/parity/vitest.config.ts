/** `npm run test:parity`: Meridian's computations against reference values of PyTorch, wherever they lie. */
import { defineConfig } from 'vitest/config';
import { PARITY_PROJECTS, PARITY_SKIPPED } from './projects.ts';

if (PARITY_SKIPPED !== undefined) console.log(`skipped: ${PARITY_SKIPPED}`);

export default defineConfig({ test: { projects: PARITY_PROJECTS } });
