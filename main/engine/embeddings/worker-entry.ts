/** Worker thread: trains or ranks blocks until none is left or it is stopped. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../../shared/assert.ts';
import type { BlockLoss } from './block-trainer.ts';
import { GloveTrainer } from './glove-trainer.ts';
import type { GraphTask } from './graph/graph-task.ts';
import { GraphTrainer } from './graph/graph-trainer.ts';
import { Ranker } from './graph/ranking.ts';
import { Word2VecTrainer } from './word2vec-trainer.ts';
import {
  ARRIVED,
  END,
  GOES_ON,
  type Job,
  LOSS_WORDS,
  MEETINGS,
  NEXT,
  STOP,
  type WorkerStart,
} from './worker-protocol.ts';

const { task, worker, workers, control, losses } = workerData as WorkerStart; // safe: our own parent
const jobs = jobsOf();

function jobsOf(): Partial<Record<Job, () => void>> {
  if (task.method === 'graph') return graphJobs(task);
  const trainer =
    task.method === 'glove' ? new GloveTrainer(task, worker) : new Word2VecTrainer(task, worker);
  return { train: () => takeBlocks((block) => count(trainer.train(block))) };
}

function graphJobs({ training, ranking }: GraphTask): Record<Job, () => void> {
  const trainer = new GraphTrainer(training, worker, workers);
  const ranker = new Ranker(ranking, worker);
  return {
    train: () => trainTogether(trainer),
    rank: () => {
      ranker.begin();
      takeBlocks((place) => ranker.rank(place));
    },
  };
}

function takeBlocks(work: (block: number) => void): void {
  while (Atomics.load(control, STOP) === 0) {
    const block = Atomics.add(control, NEXT, 1);
    if (block >= Atomics.load(control, END)) return;
    work(block);
  }
}

/** Trains each block together with the other workers; the first worker decides whether they go on. */
function trainTogether(trainer: GraphTrainer): void {
  while (Atomics.load(control, GOES_ON) === 1) {
    const block = Atomics.load(control, NEXT);
    count(trainer.addGradients(block));
    meet();
    trainer.update(block);
    if (worker === 0) {
      const isLast = block + 1 >= Atomics.load(control, END) || Atomics.load(control, STOP) === 1;
      Atomics.store(control, NEXT, block + 1);
      Atomics.store(control, GOES_ON, isLast ? 0 : 1);
    }
    meet();
  }
}

function count({ loss, examples }: BlockLoss): void {
  losses[worker * LOSS_WORDS]! += loss;
  losses[worker * LOSS_WORDS + 1]! += examples;
}

/** Returns when all workers have called it. */
function meet(): void {
  const meeting = Atomics.load(control, MEETINGS);
  if (Atomics.add(control, ARRIVED, 1) === workers - 1) {
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, MEETINGS, 1);
    Atomics.notify(control, MEETINGS);
  } else {
    while (Atomics.load(control, MEETINGS) === meeting) Atomics.wait(control, MEETINGS, meeting);
  }
}

invariant(parentPort !== null, 'the embedding worker runs as a thread');
const port = parentPort;
port.on('message', (job: Job) => {
  jobs[job]?.();
  port.postMessage('idle');
});
