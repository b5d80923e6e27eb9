/** Evaluates models of the registry on data sets, in the engine process. */
import { z } from 'zod';
import type { Out, Parsed } from '../../../shared/contract/index.ts';
import type { TextTask, TripleReport } from '../../../shared/domain/classification.ts';
import type { TextPrediction } from '../../../shared/domain/prediction.ts';
import { PairRules } from '../../../shared/domain/relations.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { getModelSources, updateCard } from '../../db/repositories/models.ts';
import { inDocuments, pairSet } from '../../engine/tasks/relation/pairs.ts';
import type { TextsEvaluation } from '../../inference/classifiers.ts';
import { getDataSet, readClassifiedSet, readDataSet, readRelatedSet } from '../data/data-sets.ts';
import { cancellable, dbOf, type Session } from '../session/session.ts';
import { compareCounts, comparedTask } from './model-comparison.ts';
import { getModel } from './models.ts';
import { modelsChanged } from './models-in-use.ts';

type Weights = 'fp32' | 'int8' | 'as-set';

/** Evaluates with the weights used for prediction. @throws AppError `cancelled` */
export function evaluateModel(
  session: Session,
  { id, data, tagger, ticket }: Parsed<'models.evaluate'>,
): Promise<Out<'models.evaluate'>> {
  const { task, name } = getModel(session, id);
  return cancellable(session, ticket, async (signal) => {
    if (task === 'encoder') throw noEncoder(name);
    if (task === 'ner') {
      const {
        msPerDocument: _ms,
        counts: _counts,
        ...report
      } = await evaluate(session, id, data, 'as-set', signal);
      return report;
    }
    const { counts: _counts, ...report } = await evaluateTexts(session, { id, task, data }, signal);
    return isOfKind('relations', task)
      ? { ...report, triples: await triples(session, { id, tagger, data }, signal) }
      : report;
  });
}

/** Scores the triples of a model of relations. @throws AppError when `tagger` finds no entities */
function triples(
  session: Session,
  { id, tagger, data }: Pick<Parsed<'models.evaluate'>, 'id' | 'tagger' | 'data'>,
  signal: AbortSignal,
): Promise<TripleReport> {
  const card = tagger === undefined ? undefined : getModel(session, tagger);
  if (card !== undefined && card.task !== 'ner')
    throw new AppError('bad-request', 'models.tagger-needed', { name: card.name });
  const documents = readRelatedSet(session, data);
  return session.engine.run('evaluateTriples', { modelId: id, taggerId: card?.id, documents }, signal);
}

/** Compares two models on a data set, with the weights used for prediction. @throws AppError `cancelled` */
export function compareStored(
  session: Session,
  { first, second, data, ticket, ...options }: Parsed<'models.compare'>,
): Promise<Out<'models.compare'>> {
  const task = comparedTask(getModel(session, first), getModel(session, second));
  const countsOf = async (id: number, signal: AbortSignal) => {
    const evaluation =
      task === 'ner'
        ? await evaluate(session, id, data, 'as-set', signal)
        : await evaluateTexts(session, { id, task, data }, signal);
    return evaluation.counts;
  };
  return cancellable(session, ticket, async (signal) => {
    const counts = { first: await countsOf(first, signal), second: await countsOf(second, signal) };
    return compareCounts(session, { task, counts, dataSet: getDataSet(session, data).name, options, signal });
  });
}

/** Classifies a text with any classifier of the registry. */
export function tryModel(
  session: Session,
  { id, text, ticket }: Parsed<'models.try'>,
): Promise<TextPrediction> {
  getModel(session, id);
  return cancellable(session, ticket, (signal) =>
    session.engine.run('tryOut', { modelId: id, text }, signal),
  );
}

/** Evaluates with both kinds of weights and stores int8's loss and speed on the card. */
export async function measureInt8(session: Session, id: number, dataSet: number): Promise<ModelCard> {
  const { task, name } = getModel(session, id);
  if (task !== 'ner') throw task === 'encoder' ? noEncoder(name) : noTagger(name);
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
    const card = getModel(session, id); // read again, since it may have changed meanwhile
    updateCard(db, id, { ...card, int8 });
    appendAudit(db, session.actor, 'model.measure', `model:${id}`, { name: card.name, ...int8 });
  });
  modelsChanged(session);
  return getModel(session, id);
}

function evaluate(session: Session, modelId: number, data: number, weights: Weights, signal?: AbortSignal) {
  const documents = readDataSet(session, data);
  const { name: dataSet } = getDataSet(session, data);
  return session.engine.run('evaluate', { modelId, documents, dataSet, weights }, signal);
}

async function evaluateTexts(
  session: Session,
  { id, task, data }: { readonly id: number; readonly task: TextTask; readonly data: number },
  signal: AbortSignal,
): Promise<TextsEvaluation> {
  const { name: dataSet } = getDataSet(session, data);
  const request = { modelId: id, task, dataSet, weights: 'as-set' as const };
  if (!isOfKind('relations', task)) {
    const documents = readClassifiedSet(session, data);
    return session.engine.run('evaluateTexts', { ...request, documents }, signal);
  }
  const { examples } = pairSet(readRelatedSet(session, data), pairRulesOf(session, id));
  const report = await session.engine.run('evaluateTexts', { ...request, documents: examples }, signal);
  return inDocuments(report, examples);
}

/** Returns the rules of a model of relations. @throws AppError `corrupt` when its settings hold none */
function pairRulesOf(session: Session, id: number): PairRules {
  const { config } = getModelSources(dbOf(session), id) ?? {};
  const rules = z.object({ pairs: PairRules }).safeParse(config === undefined ? {} : JSON.parse(config));
  if (rules.success) return rules.data.pairs;
  throw new AppError('corrupt', 'models.finds-no-relations', {}, { hint: 'hint.choose-relation-model' });
}

const noEncoder = (name: string): AppError =>
  new AppError('bad-request', 'models.encoder-not-evaluated', { name }, { hint: 'hint.train-on-encoder' });

const noTagger = (name: string): AppError =>
  new AppError('bad-request', 'models.no-tagger', { name }, { hint: 'hint.int8-for-taggers' });
