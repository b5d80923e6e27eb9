/** `npm run test:parity`: Meridian's computations against reference values of PyTorch, wherever they lie. */
import { defineConfig } from 'vitest/config';
import { GPU_ENV, PARITY_PROJECTS, PARITY_SKIPPED } from './projects.ts';

if (PARITY_SKIPPED !== undefined) console.log(`skipped: ${PARITY_SKIPPED}`);
Object.assign(process.env, GPU_ENV); // for vitest's workers

export default defineConfig({ test: { projects: PARITY_PROJECTS } });
