/** Experiments: pipelines × seeds, their table and what can be done to them. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { In } from '../../shared/contract/index.ts';
import type { ExperimentDetail, TableFormat } from '../../shared/domain/experiment.ts';
import type { RunSummary } from '../../shared/domain/training.ts';
import { withCell } from './cached-rows.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';

export const useExperiments = () =>
  useQuery({ queryKey: keys.experimentList, queryFn: () => call('experiments.list', {}) });

export const useExperiment = (id: number) =>
  useQuery({ queryKey: keys.experiment(id), queryFn: () => call('experiments.get', { id }) });

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

function useExperimentChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: keys.experiments }),
  });
}

export const useStartExperiment = () =>
  useExperimentChange((input: In<'experiments.start'>) => call('experiments.start', input));
export const useControlExperiment = () =>
  useExperimentChange((input: In<'experiments.control'>) => call('experiments.control', input));
export const useDeleteExperiment = () =>
  useExperimentChange((id: number) => call('experiments.delete', { id }));

export const fetchTable = (id: number, format: TableFormat) => call('experiments.report', { id, format });
