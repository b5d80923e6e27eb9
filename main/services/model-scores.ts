/** How well a model of the registry does on a data set; the engine process computes it. */
import type { ModelCard, NerReport } from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';
import { appendAudit } from '../db/repositories/audit.ts';
import { updateCard } from '../db/repositories/models.ts';
import { getDataSet, readDataSet } from './data-sets.ts';
import { getModel, modelsChanged } from './models.ts';
import { dbOf, type Session } from './session.ts';

type Weights = 'fp32' | 'int8' | 'as-set';

/** With the weights that the model predicts with. */
export async function evaluateModel(session: Session, id: number, dataSet: number): Promise<NerReport> {
  const { msPerDocument: _ms, ...report } = await evaluate(session, id, dataSet, 'as-set');
  return report;
}

/** Evaluates with both kinds of weights and writes on the card what int8 costs and brings. */
export async function measureInt8(session: Session, id: number, dataSet: number): Promise<ModelCard> {
  const before = await evaluate(session, id, dataSet, 'fp32');
  const after = await evaluate(session, id, dataSet, 'int8');
  const int8 = {
    f1Before: before.scores.f1,
    f1After: after.scores.f1,
    msBefore: before.msPerDocument,
    msAfter: after.msPerDocument,
  };
  const db = dbOf(session);
  db.transaction(() => {
    const card = getModel(session, id); // as it is now: much may have changed meanwhile
    updateCard(db, id, { ...card, int8 });
    appendAudit(db, session.actor, 'model.measure', `model:${id}`, { name: card.name, ...int8 });
  });
  modelsChanged(session);
  return getModel(session, id);
}

async function evaluate(session: Session, modelId: number, dataSet: number, weights: Weights) {
  const { name, task } = getModel(session, modelId);
  if (task === 'encoder') {
    throw new AppError('bad-request', `${name} is an encoder: it finds no entities. (编码器不能用于评估)`, {
      hint: 'Train a tagger on it, then evaluate that. (请先基于它训练标注模型)',
    });
  }
  if (task !== 'ner') {
    throw new AppError('bad-request', `${name} is a classifier. (${name} 是分类模型)`, {
      hint: `Evaluate it with: evaluate --model ${name} --data FILE --text FIELD --label FIELD (请在命令行评估)`,
    });
  }
  const documents = readDataSet(session, dataSet);
  const { name: dataSetName } = getDataSet(session, dataSet);
  return session.engine.run('evaluate', { modelId, documents, dataSet: dataSetName, weights });
}
