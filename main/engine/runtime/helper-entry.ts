/** A helper thread: runs the loops of the AdamW kernel over memory that it shares with the training thread. */
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../../shared/assert.ts';
import { type AdamWKernel, adamWKernel } from './adamw-kernel.ts';
import { callKernel, type HelperMessage } from './helper-protocol.ts';

invariant(parentPort !== null, 'the helper runs as a thread');
const port = parentPort;
const kernels: AdamWKernel[] = [];
port.on('message', (message: HelperMessage) => {
  if (message.kind === 'memory') kernels.push(adamWKernel(message.memory));
  else port.postMessage(message.calls.map((call) => callKernel(kernels[call.memory]!, call)));
});
