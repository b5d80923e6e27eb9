/** Methods of the process that works on batch runs of this machine. It works on one run. */
import type { BatchRecord, BatchSettings, Outcome } from '../processor.ts';

export interface BatchMethods {
  /** Files of the run by name. */
  open: {
    input: { readonly settings: BatchSettings; readonly parts: ReadonlyMap<string, Uint8Array> };
    output: null;
  };
  process: { input: readonly BatchRecord[]; output: Outcome[] };
  cpuMs: { input: null; output: number };
}
