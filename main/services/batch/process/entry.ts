/** Entry of the process that works on batch runs of this machine, so that the windows stay responsive. */
import { invariant } from '../../../../shared/assert.ts';
import { lowerPriority } from '../../../processes/low-process-priority.ts';
import { limitMemory, shareOfMemory } from '../../../processes/memory-limit.ts';
import { serve } from '../../../processes/serve.ts';
import { openProcessor, type Processor } from '../processor.ts';
import type { BatchMethods } from './protocol.ts';

let opened: Processor | undefined;

function processor(): Processor {
  invariant(opened !== undefined, 'batch: no run is open');
  return opened;
}

serve<BatchMethods>({
  async open({ settings, parts }) {
    opened = await openProcessor(settings, async (name) => parts.get(name) ?? new Uint8Array());
    return null;
  },
  process: (records) => processor().process(records),
  cpuMs: () => processor().cpuMs(),
});
lowerPriority();
limitMemory(shareOfMemory());
