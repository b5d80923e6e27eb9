/** Pushes about training, as they change the cache of answers. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ExperimentDetail } from '../../shared/domain/experiment.ts';
import type { RunDetail, RunPoint, RunSummary } from '../../shared/domain/training.ts';
import { isUnfinished } from '../../shared/domain/training.ts';
import type { VectorTraining } from '../../shared/domain/vectors.ts';
import { mergePoints, thin } from '../lib/curves.ts';
import { newestFirst, withCell, withRow } from './cached-rows.ts';
import { listen } from './client.ts';
import { keyOf } from './requests.ts';

/** Call once. */
export function keepTrainingFresh(client: QueryClient): void {
  listen('run.changed', (run) => seeRun(client, run));
  listen('run.points', ({ runId, points }) => {
    client.setQueryData<readonly RunPoint[]>(
      pointsOf(runId),
      (known) => known && thin(mergePoints(known, points)),
    );
  });
  listen('vectors.training', (training) =>
    client.setQueryData<VectorTraining[]>(
      keyOf('vectors.trainings', {}),
      (known) => known && withRow(known, training, newestFirst),
    ),
  );
}

/** Key of a run's curve. */
export const pointsOf = (runId: number): QueryKey => keyOf('runs.points', { ids: [runId] });

/** A run in its newest state, in the list or its experiment, and on its own page; the report of one that ended is asked for. */
export function seeRun(client: QueryClient, run: RunSummary): void {
  if (run.cell === undefined) {
    client.setQueryData<RunSummary[]>(
      keyOf('runs.list', {}),
      (runs) => runs && withRow(runs, run, newestFirst),
    );
  } else {
    client.setQueryData<ExperimentDetail>(
      keyOf('experiments.get', { id: run.cell.experiment }),
      (known) => known && withCell(known, run),
    );
  }
  const queryKey = keyOf('runs.get', { id: run.id });
  const before = client.getQueryData<RunDetail>(queryKey);
  if (before === undefined) return;
  client.setQueryData<RunDetail>(queryKey, {
    ...run,
    ...(before.report === undefined ? {} : { report: before.report }),
  });
  if (!isUnfinished(run.state)) void client.invalidateQueries({ queryKey });
}
