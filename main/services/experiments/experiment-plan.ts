/** Checks an experiment before it starts: every cell must be a valid run. */
import type { ExperimentRequest } from '../../../shared/domain/experiment.ts';
import { cellSettings, pipelineName, pipelinesOf } from '../../../shared/experiment-cells.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { findExperiment, type NewExperiment } from '../../db/repositories/experiments.ts';
import { planRun } from '../runs/run-plan.ts';
import { dbOf, type Session } from '../session/session.ts';

/**
 * Returns the experiment as it is stored; a cross-validation has its training set as dev set.
 * @throws AppError naming the pipeline that cannot be trained, `conflict` when the name is taken
 */
export function planExperiment(
  session: Session,
  { name: wanted, plan, train, dev: given, test }: ExperimentRequest,
): NewExperiment {
  const name = wanted.trim();
  const dev = plan.folds === undefined ? given : train;
  if (findExperiment(dbOf(session), name) !== undefined)
    throw new AppError(
      'conflict',
      'experiments.name-taken',
      { name },
      { kept: 'kept.it-unchanged', hint: 'hint.other-name-or-delete-it' },
    );
  const [first] = pipelinesOf(plan).map((pipeline) => {
    const settings = cellSettings(plan, pipeline, plan.seeds[0]!);
    try {
      return planRun(session, { name, settings, train, dev });
    } catch (error) {
      throw named(error, pipelineName(pipeline));
    }
  });
  // safe: a plan has a pipeline
  const { train: trainSet, dev: devSet, settings, version } = first!;
  if (test !== undefined && plan.task === 'pretrain')
    throw new AppError('bad-request', 'experiments.pretraining-not-tested');
  const testSet = test === undefined ? undefined : planRun(session, { name, settings, train, dev: test }).dev;
  return {
    ...{ name, plan, train: trainSet, dev: devSet, version },
    ...(testSet === undefined ? {} : { test: testSet }),
  };
}

function named(error: unknown, pipeline: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, localized, kept, hint } = error;
  return new AppError(code, message('experiments.in-pipeline', { pipeline, problem: localized }), {
    ...(kept === undefined ? {} : { kept }),
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
