/** Stores the results of a finished run: a model in the registry, scores and a report. */
import type { ModelCard, RunReport, RunSummary } from '../../../shared/domain/training.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { getExperiment, packCounts } from '../../db/repositories/experiments.ts';
import { listModels } from '../../db/repositories/models.ts';
import { listPoints, thinPoints } from '../../db/repositories/run-points.ts';
import { updateRun } from '../../db/repositories/runs.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { cellResult } from '../experiments/cell-result.ts';
import { saveModel } from '../models/models.ts';
import { metricsOf } from '../models/report-metrics.ts';
import { dbOf, type Session } from '../session/session.ts';
import { withDecidedSizes } from './run-pretrained.ts';
import { runFolder } from './run-storage.ts';
import type { FinishedRun } from './run-training.ts';
import { finishedWeights } from './run-work.ts';

/** Largest number of erroneous documents in the report of a cell. */
const CELL_ERRORS = 100;
/** Largest number of training steps in the curves of a cell. */
const CELL_STEPS = 200;

export function finishRun(session: Session, run: RunSummary, end: FinishedRun): void {
  const db = dbOf(session);
  // After a crash between saving the model and updating this run, the model exists already.
  const card = keepsModel(session, run)
    ? (listModels(db).find(({ runId }) => runId === run.id) ?? makeModel(session, run, end))
    : undefined;
  db.transaction(() => {
    updateRun(db, run.id, {
      state: 'finished',
      best: end.best,
      report: run.cell === undefined ? end.report : withFewErrors(end.report),
      ...(card === undefined ? {} : { name: card.name, modelId: card.id }),
      endedAt: new Date().toISOString(),
    });
    if (run.cell !== undefined) keepCell(session, run, end);
    appendAudit(db, session.actor, 'run.finish', `run:${run.id}`, {
      name: card?.name ?? run.name,
      ...(card === undefined ? {} : { modelId: card.id }),
      score: end.best.score,
    });
  });
}

/** Returns whether the run's model is saved; for a cell, as its experiment's plan says. */
export const keepsModel = (session: Session, { cell }: Pick<RunSummary, 'cell'>): boolean =>
  cell === undefined || getExperiment(dbOf(session), cell.experiment)?.plan.keepModels === true;

/** Stores the results of a cell for the table and thins its curves. */
function keepCell(session: Session, run: RunSummary, end: FinishedRun): void {
  const db = dbOf(session);
  const points = listPoints(db, run.id, Number.MAX_SAFE_INTEGER);
  const { measured } = end;
  updateRun(db, run.id, {
    result: cellResult(run, { ...end, test: measured?.test }, points),
    ...(measured === undefined ? {} : { counts: packCounts(measured.counts) }),
  });
  thinPoints(db, run.id, CELL_STEPS);
}

function withFewErrors(report: RunReport): RunReport {
  if (report.task === 'ner') return { ...report, errors: report.errors.slice(0, CELL_ERRORS) };
  return 'errors' in report ? { ...report, errors: report.errors.slice(0, CELL_ERRORS) } : report;
}

function makeModel(
  session: Session,
  run: RunSummary,
  { config, vocabulary, report }: FinishedRun,
): ModelCard {
  const { workspace } = session;
  const weights = finishedWeights(runFolder(workspace.dir, run.id), fileKeyOf(workspace));
  return saveModel(session, {
    name: run.name,
    files: { config, vocabulary, weights },
    origin: 'run',
    ifTaken: 'number',
    metrics: metricsOf(report),
    ...(report.task === 'pretrain' ? { corpus: report.corpus } : {}),
    ...(run.executor === undefined ? {} : { executor: run.executor }),
    trainSet: run.train.name,
    devSet: run.dev.name,
    dataHash: run.train.sha256,
    settings: withDecidedSizes(run.settings, config),
    runId: run.id,
    version: run.version,
  });
}
