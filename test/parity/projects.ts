/** One vitest project an executor, each in processes of its own; those that need a GPU only where there is one. */
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { findGpu } from '../helpers/gpu.ts';
import { CHOICES, needsGpu, PARITY_EXECUTOR } from './executors.ts';

const gpu = findGpu();

/** Variables of the GPU's driver; they count only for processes that are started with them. */
export const GPU_ENV: Readonly<Record<string, string>> = 'env' in gpu ? gpu.env : {};

/** Reason why some executors are left out, in one line. */
export const PARITY_SKIPPED: string | undefined =
  'missing' in gpu ? `parity on ${CHOICES.filter(needsGpu).join(', ')}: ${gpu.missing}` : undefined;

export const PARITY_PROJECTS: TestProjectInlineConfiguration[] = CHOICES.filter(
  (name) => !needsGpu(name) || 'env' in gpu,
).map((name) => ({
  test: {
    name: `parity ${name}`,
    include: [
      'test/parity/parity.test.ts',
      // op by op on a software GPU it would take minutes
      ...(name === 'webgpu' ? [] : ['test/parity/run.test.ts']),
      'test/main/engine/runtime/program.test.ts',
      ...(name === 'cpu' ? ['test/main/engine/io/hf-parity.test.ts'] : []),
      ...(name === 'webgpu' ? ['test/parity/webgpu-errors.test.ts'] : []),
      ...(name === 'onnx:webgpu' ? ['test/main/engine/runtime/kernels.test.ts'] : []),
    ],
    testTimeout: 120_000,
    pool: 'forks',
    env: { [PARITY_EXECUTOR]: name },
  },
}));
