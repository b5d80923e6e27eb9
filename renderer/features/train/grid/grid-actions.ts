import type { CellCounts, ExperimentAction } from '../../../../shared/domain/experiment.ts';
import type { RunState } from '../../../../shared/domain/training.ts';

export function gridActions(
  state: RunState,
  { failed, cancelled }: Pick<CellCounts, 'failed' | 'cancelled'>,
): readonly (ExperimentAction | 'delete')[] {
  const retry = failed + cancelled > 0 ? (['retry'] as const) : [];
  switch (state) {
    case 'queued':
    case 'running':
      return ['pause', 'cancel'];
    case 'paused':
    case 'interrupted':
    case 'failed':
      return ['resume', ...retry, 'cancel', 'delete'];
    case 'finished':
      return [...retry, 'delete'];
    case 'cancelled':
      return ['delete'];
  }
}
