/** The process that measures one executor; its parent ends it, since GPU libraries keep a process from ending. */

import { measureExecutor } from '../../../engine/runtime/calibrate.ts';
import { ExecutorUnavailableError } from '../../../engine/runtime/errors.ts';
import { openExecutor } from '../../../engine/runtime/executors.ts';
import { parentPort } from '../../../processes/parent-port.ts';
import type { FromMeasurer, ToMeasurer } from './protocol.ts';

const port = parentPort<FromMeasurer, ToMeasurer>();

async function answer({ kind, choice }: ToMeasurer): Promise<FromMeasurer> {
  try {
    if (kind === 'measure') return { kind: 'measured', measured: await measureExecutor(choice) };
    await openExecutor(choice);
    return { kind: 'opened' };
  } catch (error) {
    if (error instanceof ExecutorUnavailableError) return { kind: 'failed', reason: error.reason };
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

port.onMessage((message) => void answer(message).then(port.send));
port.onParentGone(() => process.exit(0));
