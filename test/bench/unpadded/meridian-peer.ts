/** A process that fine-tunes through the training loop's own updates. Argument: the case as JSON. */
const started = performance.now() - process.uptime() * 1000;

import { answerTurns, updatesOf } from '../engine/turns.ts';
import { taskOf, type UnpaddedCase } from './case.ts';

const bench = JSON.parse(process.argv[2] ?? '') as UnpaddedCase; // safe: the bench wrote it
await answerTurns(started, () => {
  const task = taskOf(bench);
  return updatesOf(bench.packed ? task : { ...task, packing: undefined }, bench);
});
