/** Helper thread, which runs WebAssembly loops over memory shared with the training thread. */
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../../shared/assert.ts';
import { threefryKernel } from '../layers/threefry-kernel.ts';
import { adamWKernel } from './adamw-kernel.ts';
import { callLoop, type HelperMessage, type KernelName } from './helper-protocol.ts';
import type { SharedWasmMemory, WasmExports } from './wasm-assembler.ts';

const KERNELS: Readonly<Record<KernelName, (memory: SharedWasmMemory) => WasmExports>> = {
  adamw: adamWKernel,
  threefry: threefryKernel,
};

invariant(parentPort !== null, 'the helper runs as a thread');
const port = parentPort;
const loops = new Map<number, WasmExports>();
port.on('message', (message: HelperMessage) => {
  switch (message.kind) {
    case 'share':
      loops.set(message.number, KERNELS[message.kernel](message.memory));
      break;
    case 'forget':
      loops.delete(message.number);
      break;
    case 'calls':
      port.postMessage(
        message.calls.map(({ memory, loop, args }) => callLoop(loops.get(memory)!, loop, args)),
      );
  }
});
