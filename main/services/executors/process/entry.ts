/** Process that measures one executor. Its parent ends it, since GPU libraries keep a process from ending. */
import { toErrorData } from '../../../../shared/result.ts';
import { measureExecutor } from '../../../engine/runtime/calibrate.ts';
import { ExecutorUnavailableError } from '../../../engine/runtime/errors.ts';
import { openExecutor } from '../../../engine/runtime/executors.ts';
import { serve } from '../../../processes/serve.ts';
import type { MeasurerAnswer, MeasurerMethods } from './protocol.ts';

async function orReason(work: () => Promise<MeasurerAnswer>): Promise<MeasurerAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExecutorUnavailableError) return { kind: 'failed', reason: error.reason };
    return { kind: 'failed', reason: toErrorData(error).message };
  }
}

serve<MeasurerMethods>({
  probe: (choice) =>
    orReason(async () => {
      await openExecutor(choice);
      return { kind: 'opened' };
    }),
  measure: (choice) => orReason(async () => ({ kind: 'measured', measured: await measureExecutor(choice) })),
});
