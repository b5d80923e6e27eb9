/** Worker thread: takes blocks until none is left or it is stopped. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../../shared/assert.ts';
import type { BlockTrainer } from './block-trainer.ts';
import { GloveTrainer } from './glove-trainer.ts';
import type { TrainingTask } from './preparation.ts';
import { Word2VecTrainer } from './word2vec-trainer.ts';
import { LOSS_WORDS, NEXT, STOP, type WorkerStart } from './worker-protocol.ts';

const { task, worker, blocks, control, losses } = workerData as WorkerStart; // safe: our own parent
const trainer = trainerOf(task);

function trainerOf(task: TrainingTask): BlockTrainer {
  return task.method === 'glove' ? new GloveTrainer(task, worker) : new Word2VecTrainer(task, worker);
}

function trainBlocks(): void {
  while (Atomics.load(control, STOP) === 0) {
    const block = Atomics.add(control, NEXT, 1);
    if (block >= blocks) return;
    const { loss, examples } = trainer.train(block);
    losses[worker * LOSS_WORDS]! += loss;
    losses[worker * LOSS_WORDS + 1]! += examples;
  }
}

invariant(parentPort !== null, 'the embedding worker runs as a thread');
const port = parentPort;
port.on('message', () => {
  trainBlocks();
  port.postMessage('idle');
});
