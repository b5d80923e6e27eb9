/** A parent for being killed: `node parent.ts REQUEST FILE_KEY` trains in a child and prints a line a step. */

import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import type { TrainRequest } from '../../../../main/services/runs/process/protocol.ts';
import { trainInChild } from '../../../../main/services/runs/run-training.ts';

const [, , json = '', fileKey = ''] = process.argv;
const request = { ...(JSON.parse(json) as TrainRequest), fileKey: Buffer.from(fileKey, 'hex') }; // safe: the test's own
const training = trainInChild(() => spawnNode('trainer'))(request, (event) => {
  if (event.kind === 'step') process.stdout.write(`${event.point.step}\n`);
});
await training.ended;
