/** A process for measuring executors that crashes over one, hangs over another and is quick about the rest. */

import { formatExecutor } from '../../main/engine/runtime/executor-name.ts';
import { serve } from '../../main/processes/serve.ts';
import type { MeasurerAnswer, MeasurerMethods } from '../../main/services/executors/process/protocol.ts';

const never = new Promise<never>(() => undefined);

serve<MeasurerMethods>({
  probe: () => never,
  measure: (choice): MeasurerAnswer | Promise<never> => {
    const name = formatExecutor(choice);
    if (name === 'onnx:webgpu') process.abort();
    if (name === 'webgpu') return never;
    return { kind: 'measured', measured: { msPerStep: 1, maxError: 0 } };
  },
});
