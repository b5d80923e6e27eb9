/** Every tfjs kernel that can be captured. `test/main/engine/runtime/kernels.test.ts` holds a test for each entry. */
import { CONVOLUTION } from './convolution.ts';
import { ELEMENTWISE } from './elementwise.ts';
import { INDEXING } from './indexing.ts';
import type { KernelTable } from './kernel.ts';
import { MATMUL } from './matmul.ts';
import { MOVEMENT } from './movement.ts';
import { REDUCTION } from './reduction.ts';
import { SELECT } from './select.ts';

export const KERNELS: KernelTable = {
  ...CONVOLUTION,
  ...ELEMENTWISE,
  ...INDEXING,
  ...MATMUL,
  ...MOVEMENT,
  ...REDUCTION,
  ...SELECT,
};
