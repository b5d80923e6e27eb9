/** Methods of the process that measures one executor, apart since GPU drivers may crash it. */
import type { Message } from '../../../../shared/messages/message.ts';
import type { Measured } from '../../../engine/runtime/calibrate.ts';
import type { ExecutorChoice } from '../../../engine/runtime/executor-name.ts';

export type MeasurerAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly reason: Message };

export interface MeasurerMethods {
  /** Opens the executor. */
  probe: { input: ExecutorChoice; output: MeasurerAnswer };
  measure: { input: ExecutorChoice; output: MeasurerAnswer };
}
