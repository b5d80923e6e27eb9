/** A process for measuring executors that crashes over one, hangs over another and is quick about the rest. */

import { formatExecutor } from '../../main/engine/runtime/executor-name.ts';
import type { FromMeasurer, ToMeasurer } from '../../main/services/executors/process/protocol.ts';

process.on('message', (message) => {
  const name = formatExecutor((message as ToMeasurer).choice); // safe: only tests start this
  if (name === 'onnx:webgpu') process.abort();
  if (name === 'webgpu') return;
  const answer: FromMeasurer = { kind: 'measured', measured: { msPerStep: 1, maxError: 0 } };
  process.send?.(answer);
});
