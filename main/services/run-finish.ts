/** What a run leaves when it has come to its end: a model in the registry, scores and a report. */
import type { ModelCard, RunReport, RunSummary } from '../../shared/domain/training.ts';
import { appendAudit } from '../db/repositories/audit.ts';
import { listModels } from '../db/repositories/models.ts';
import { updateRun } from '../db/repositories/runs.ts';
import type { TrainOutcome } from '../engine/trainer/protocol.ts';
import { fileKeyOf } from '../workspace/file-key.ts';
import { saveModel } from './models.ts';
import { runFolder } from './run-storage.ts';
import { finishedWeights } from './run-work.ts';
import { dbOf, type Session } from './session.ts';

type Finished = Extract<TrainOutcome, { kind: 'finished' }>;

export function finishRun(session: Session, run: RunSummary, end: Finished): ModelCard {
  const db = dbOf(session);
  // A crash may have come between the model and this run's row.
  const card = listModels(db).find(({ runId }) => runId === run.id) ?? makeModel(session, run, end);
  db.transaction(() => {
    updateRun(db, run.id, {
      state: 'finished',
      name: card.name,
      best: end.best,
      report: end.report,
      modelId: card.id,
      endedAt: new Date().toISOString(),
    });
    appendAudit(db, session.actor, 'run.finish', `run:${run.id}`, {
      name: card.name,
      modelId: card.id,
      score: end.best.score,
    });
  });
  return card;
}

function makeModel(session: Session, run: RunSummary, { config, vocabulary, report }: Finished): ModelCard {
  const { workspace } = session;
  const weights = finishedWeights(runFolder(workspace.dir, run.id), fileKeyOf(workspace));
  return saveModel(session, {
    name: run.name,
    files: { config, vocabulary, weights },
    origin: 'run',
    ifTaken: 'number',
    metrics: metricsOf(report),
    ...(run.executor === undefined ? {} : { executor: run.executor }),
    trainSet: run.train.name,
    devSet: run.dev.name,
    dataHash: run.train.sha256,
    settings: run.settings,
    runId: run.id,
    version: run.version,
  });
}

function metricsOf(report: RunReport): ModelCard['metrics'] {
  if (report.task === 'ner') {
    const { f1, precision, recall, relaxed } = report.scores;
    return { f1, precision, recall, relaxedF1: relaxed.f1 };
  }
  const { accuracy, micro, macro, hitAt, ece } = report;
  return { f1: micro.f1, macroF1: macro.f1, accuracy, hit3: hitAt[3] ?? 0, ece };
}
