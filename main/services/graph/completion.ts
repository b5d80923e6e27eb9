/** Predicted edges: made by vectors of the graph, reviewed by people, accepted or not. */
import type {
  Prediction,
  PredictionExplanation,
  PredictionState,
  PredictionStates,
} from '../../../shared/domain/graph.ts';
import type { Job } from '../../../shared/domain/system.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/predictions.ts';
import { lockGraph } from '../../kg/import/index.ts';
import type { Watch } from '../background/background.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Puts predicted edges of a relation to those that wait for a review; returns the number of new ones. */
export async function predict(
  session: Session,
  { relation, count }: { relation: string; count: number },
  watch: Watch = {},
): Promise<number> {
  const input = { relation, count, workspaceDir: session.workspace.dir };
  const found = await session.background.run('predictEdges', input, watch);
  const db = dbOf(session);
  const added = db.transaction(() => {
    const fresh = repository.addPredictions(db, found);
    const [first] = found;
    appendAudit(db, session.actor, 'kg.predict', `kg:${relation}`, {
      predicted: found.length,
      added: fresh,
      ...(first && { vectors: first.vectors }),
    });
    return fresh;
  });
  session.emit('kg.predicted', {});
  return added;
}

export const startPrediction = (session: Session, request: { relation: string; count: number }): Job =>
  session.jobs.start('kg-predict', request.relation, async (control) => {
    const onProgress: Watch['onProgress'] = ({ done, total }) =>
      control.progress(done, '', total > 0 ? done / total : undefined);
    await predict(session, request, { signal: control.signal, onProgress });
    return undefined;
  });

export const predictions = (
  session: Session,
  { state, limit }: { state: PredictionState; limit: number },
): { predictions: Prediction[]; counts: PredictionStates } => ({
  predictions: repository.listPredictions(dbOf(session), state, limit),
  counts: repository.countPredictions(dbOf(session)),
});

export const explain = (session: Session, id: number): Promise<PredictionExplanation> =>
  session.background.run('explainPrediction', { id, workspaceDir: session.workspace.dir });

/**
 * Decides about a prediction, or takes a decision back with `waiting`. Diagnoses rank by an accepted one from then on.
 * @throws AppError `not-found`; `conflict` during an import
 */
export function decide(session: Session, id: number, state: PredictionState): Prediction {
  const db = dbOf(session);
  const release = lockGraph(db);
  try {
    const before = prediction(session, id);
    db.transaction(() => {
      repository.decidePrediction(db, id, state, session.actor.name);
      const { head, relation, tail } = before;
      appendAudit(db, session.actor, 'kg.decide', `prediction:${id}`, {
        edge: [head.name, relation, tail.name],
        before: before.state,
        after: state,
      });
    });
    if (before.state === 'accepted' || state === 'accepted') {
      session.engine.reload();
      session.emit('kg.changed', {});
    }
  } finally {
    release();
  }
  session.emit('kg.predicted', {});
  return prediction(session, id);
}

/** @throws AppError `not-found` */
function prediction(session: Session, id: number): Prediction {
  const found = repository.getPrediction(dbOf(session), id);
  if (found === undefined) throw new AppError('not-found', 'graph.no-prediction', { id });
  return found;
}
