/**
 * The process of word vectors: either trains one set and tells its parent, or looks things up for it. When the parent
 * goes, a training writes a checkpoint and ends.
 */

import { toErrorData } from '../../../../shared/result.ts';
import { lowerPriority } from '../../../processes/low-priority.ts';
import { parentPort } from '../../../processes/parent-port.ts';
import type { FromVectors, ToVectors, VectorTrainRequest } from './protocol.ts';
import { VectorReader } from './reader.ts';
import { trainRequest } from './train-request.ts';

/** Some blocks and a checkpoint take no longer; what does has hung. */
const LAST_BLOCKS_MS = 60_000;
const SHARE_EVERY_MS = 200;

const port = parentPort<FromVectors, ToVectors>();
const reader = new VectorReader();
const stop = new AbortController();
let training = false;
let alone = false;

async function train(request: VectorTrainRequest): Promise<void> {
  training = true;
  lowerPriority();
  try {
    const steps = trainRequest(request, stop.signal);
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return port.send({ kind: 'ended', outcome: step.value });
      port.send({ kind: 'event', event: step.value });
    }
  } catch (error) {
    port.send({ kind: 'failed', error: toErrorData(error) });
  } finally {
    if (alone) process.exit(0); // else the parent ends this process when it has heard the last message
  }
}

async function answer({
  number,
  question,
  input,
  access,
}: Extract<ToVectors, { kind: 'ask' }>): Promise<void> {
  let told = performance.now();
  const onShare = (share: number): void => {
    if (performance.now() - told < SHARE_EVERY_MS) return;
    told = performance.now();
    port.send({ kind: 'share', number, share });
  };
  try {
    const value = await reader.answers[question](input as never, { access, onShare }); // safe: `VectorDesk.ask` pairs them
    port.send({ kind: 'reply', number, reply: { ok: true, value } });
  } catch (error) {
    port.send({ kind: 'reply', number, reply: { ok: false, error: toErrorData(error) } });
  }
}

port.onMessage((message) => {
  switch (message.kind) {
    case 'train':
      void train(message.request);
      break;
    case 'pause':
      stop.abort();
      break;
    case 'ask':
      void answer(message);
      break;
  }
});
port.onParentGone(() => {
  if (!training) process.exit(0);
  alone = true;
  stop.abort();
  setTimeout(() => process.exit(1), LAST_BLOCKS_MS);
});
