/** Messages between the main side and a process that measures one executor: GPU drivers may end it. */

import type { Measured } from '../../../engine/runtime/calibrate.ts';
import type { ExecutorChoice } from '../../../engine/runtime/executor-name.ts';
import type { ChildOf } from '../../../processes/child-process.ts';

/** `probe`: only whether it opens. */
export interface ToMeasurer {
  readonly kind: 'probe' | 'measure';
  readonly choice: ExecutorChoice;
}

export type FromMeasurer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly reason: string };

export type MeasurerProcess = ChildOf<ToMeasurer, FromMeasurer>;
export type SpawnMeasurer = () => MeasurerProcess;
