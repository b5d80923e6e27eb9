/** Long work of an open workspace: runs, experiments, learning rounds, measuring of executors, word vectors, batch runs. */
import type { SpawnProcess } from '../../processes/entries.ts';
import { Batches } from '../batch/batches.ts';
import { Calibration } from '../executors/calibration.ts';
import { Experiments } from '../experiments/experiments.ts';
import { Learning } from '../learning/learning.ts';
import type { Session } from '../session/session.ts';
import { VectorClient } from '../vectors/vector-client.ts';
import { VectorTrainings } from '../vectors/vector-trainings.ts';
import { trainInChild } from './run-training.ts';
import { Runs } from './runs.ts';

export class TrainingServices {
  readonly batches: Batches;
  readonly runs: Runs;
  readonly experiments: Experiments;
  readonly learning: Learning;
  readonly calibration: Calibration;
  readonly vectors: { readonly client: VectorClient; readonly trainings: VectorTrainings };

  constructor(session: Session, spawn: SpawnProcess) {
    const spawnVectors = () => spawn('vectors');
    this.calibration = new Calibration(session, { spawn: () => spawn('measurer') });
    this.vectors = {
      client: new VectorClient(session, spawnVectors),
      trainings: new VectorTrainings(session, spawnVectors),
    };
    this.batches = new Batches(session, () => spawn('batch'));
    this.runs = new Runs(session, { startTraining: trainInChild(() => spawn('trainer')) });
    this.experiments = new Experiments(session, this.runs);
    this.learning = new Learning(session, this.runs);
  }

  async close(): Promise<void> {
    await this.calibration.close();
    await this.vectors.client.close();
    // Closing the experiments closes the runs.
    await Promise.all([
      ...[this.experiments.close(), this.vectors.trainings.close(), this.learning.close()],
      this.batches.close(),
    ]);
  }
}
