/** Input of the threads that train and rank graph embeddings. */
import type { GraphTrainingTask } from './graph-trainer.ts';
import type { RankingTask } from './ranking.ts';

export interface GraphTask {
  readonly method: 'graph';
  readonly training: GraphTrainingTask;
  readonly ranking: RankingTask;
}
