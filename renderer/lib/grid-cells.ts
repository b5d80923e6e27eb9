/** Cells of an experiment as their runs tell of themselves. */
import type { ExperimentDetail } from '../../shared/domain/experiment.ts';
import type { RunSummary } from '../../shared/domain/training.ts';

/** The experiment with one cell's run in its newest state; unchanged where the run is none of its cells. */
export function withCell(
  experiment: ExperimentDetail,
  { id, cell, state, progress }: Pick<RunSummary, 'id' | 'cell' | 'state' | 'progress'>,
): ExperimentDetail {
  if (cell?.experiment !== experiment.id) return experiment;
  const cells = experiment.cells.map((one) =>
    one.number === cell.number
      ? { ...one, runId: id, state, ...(progress === undefined ? {} : { progress }) }
      : one,
  );
  return { ...experiment, cells };
}
