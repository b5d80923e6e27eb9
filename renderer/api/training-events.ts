/** Pushes about training, as they change the cache of answers. */
import type { QueryClient } from '@tanstack/react-query';
import type { RunDetail, RunPoint, RunSummary } from '../../shared/domain/training.ts';
import { isUnfinished } from '../../shared/domain/training.ts';
import { mergePoints, thin } from '../lib/curves.ts';
import { mergeRun } from './cached-rows.ts';
import { listen } from './client.ts';
import { seeCell } from './experiments.ts';
import { keys } from './keys.ts';

/** Call once. */
export function keepTrainingFresh(client: QueryClient): void {
  listen('run.changed', (run) => seeRun(client, run));
  listen('run.points', ({ runId, points }) => {
    client.setQueryData<readonly RunPoint[]>(keys.runPoints(runId), (known) =>
      known === undefined ? undefined : thin(mergePoints(known, points)),
    );
  });
  listen('datasets.changed', () => void client.invalidateQueries({ queryKey: keys.dataSets }));
  listen('models.changed', () => void client.invalidateQueries({ queryKey: keys.models }));
}

/** A run in its newest state, in the list or its experiment, and on its own page; the report of one that ended is asked for. */
export function seeRun(client: QueryClient, run: RunSummary): void {
  if (run.cell === undefined) {
    client.setQueryData<RunSummary[]>(keys.runList, (runs) =>
      runs === undefined ? undefined : mergeRun(runs, run),
    );
  } else seeCell(client, run);
  const before = client.getQueryData<RunDetail>(keys.run(run.id));
  if (before === undefined) return;
  client.setQueryData<RunDetail>(keys.run(run.id), {
    ...run,
    ...(before.report === undefined ? {} : { report: before.report }),
  });
  if (!isUnfinished(run.state)) void client.invalidateQueries({ queryKey: keys.run(run.id) });
}
