/** Runs and experiments as their rows say: what a window asks for at its start, while nothing trains in this process. */
import type { ExperimentSummary } from '../../../shared/domain/experiment.ts';
import type { RunSummary } from '../../../shared/domain/training.ts';
import * as experiments from '../../db/repositories/experiments.ts';
import * as runs from '../../db/repositories/runs.ts';
import { recover } from '../jobs/recovery.ts';
import { dbOf, type Session } from '../session/session.ts';

export function storedRuns(session: Session): RunSummary[] {
  recover(session.workspace, 'run');
  return runs.listRuns(dbOf(session));
}

export function storedExperiments(session: Session): ExperimentSummary[] {
  recover(session.workspace, 'experiment');
  return experiments.listExperiments(dbOf(session));
}
