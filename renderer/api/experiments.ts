/** Experiments: pipelines × seeds, their table and what can be done to them. */
import type { QueryClient } from '@tanstack/react-query';
import type { ExperimentDetail, TableFormat } from '../../shared/domain/experiment.ts';
import type { RunSummary } from '../../shared/domain/training.ts';
import { withCell } from './cached-rows.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';
import { useAnswer, useChange } from './requests.ts';

export const useExperiments = () => useAnswer(keys.experimentList, 'experiments.list', {});
export const useExperiment = (id: number) => useAnswer(keys.experiment(id), 'experiments.get', { id });

/** Call once. */
export function keepExperimentsFresh(client: QueryClient): void {
  listen('experiments.changed', ({ id }) => {
    void client.invalidateQueries({ queryKey: keys.experimentList });
    void client.invalidateQueries({ queryKey: keys.experiment(id) });
  });
}

/** A cell's run in its newest state, in the table of its experiment. */
export function seeCell(client: QueryClient, run: RunSummary): void {
  if (run.cell === undefined) return;
  client.setQueryData<ExperimentDetail>(keys.experiment(run.cell.experiment), (known) =>
    known === undefined ? undefined : withCell(known, run),
  );
}

export const useStartExperiment = () => useChange('experiments.start', keys.experiments);
export const useControlExperiment = () => useChange('experiments.control', keys.experiments);
export const useDeleteExperiment = () => useChange('experiments.delete', keys.experiments);

export const fetchTable = (id: number, format: TableFormat) => call('experiments.report', { id, format });
