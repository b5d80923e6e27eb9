/** Models of the registry opened in this process, as the command line uses them. */
import type {
  ClassificationReport,
  ClassifiedDocument,
  ClassifyTask,
  TextTask,
} from '../../../shared/domain/classification.ts';
import type {
  ComparisonOptions,
  DocumentCounts,
  ModelComparison,
} from '../../../shared/domain/comparison.ts';
import type {
  LabelledDocument,
  ModelCard,
  NerReport,
  RelatedDocument,
} from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { countLabels, evaluateClassifier } from '../../engine/tasks/classify/evaluate.ts';
import { ClassifyPredictor, type LabelledText } from '../../engine/tasks/classify/predictor.ts';
import { textsHash } from '../../engine/tasks/folds.ts';
import { countUntaggable, evaluateNer } from '../../engine/tasks/ner/evaluate.ts';
import { countEntities } from '../../engine/tasks/ner/metrics.ts';
import { NerPredictor } from '../../engine/tasks/ner/predictor.ts';
import { type PairExample, pairSet } from '../../engine/tasks/relation/pairs.ts';
import { relate, scoreTriples } from '../../engine/tasks/relation/relate.ts';
import type { Session } from '../session/session.ts';
import { compareCounts, comparedTask } from './model-comparison.ts';
import { findModel, loadModel } from './models.ts';

export type { LabelledText };
export { ClassifyPredictor, NerPredictor, relate, scoreTriples };

export type OpenModel = { readonly card: ModelCard; readonly int8: boolean } & (
  | { readonly task: 'ner'; readonly predictor: NerPredictor }
  | { readonly task: TextTask; readonly predictor: ClassifyPredictor }
);

export type OpenClassifier = Extract<OpenModel, { predictor: ClassifyPredictor }>;

/**
 * Opens a model, calls `use`, and closes it again.
 * @param which id or name
 * @param options `int8`: with int8 weights, also where the card says otherwise
 * @throws AppError `not-found`, or what opening throws
 */
export async function withModel<T>(
  session: Session,
  which: number | string,
  options: { readonly int8?: boolean | undefined },
  use: (model: OpenModel) => Promise<T>,
): Promise<T> {
  const { card, files } = loadModel(session, which);
  const int8 = options.int8 === true || card.useInt8;
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const model: OpenModel =
      card.task !== 'ner' && card.task !== 'encoder'
        ? { card, int8, task: card.task, predictor: await ClassifyPredictor.open(executor, files, { int8 }) }
        : { card, int8, task: 'ner', predictor: await NerPredictor.open(executor, files, { int8 }) };
    return await use(model).finally(() => model.predictor.dispose());
  } finally {
    await executor.dispose();
  }
}

interface Evaluation {
  /** Name of the documents. */
  readonly dataSet: string;
  readonly onProgress: (done: number, total: number) => void;
}

interface Measurement<Report> {
  readonly report: Report;
  /** Seconds that the predictions took. */
  readonly seconds: number;
  /** Counts of each document, for comparisons with other models. */
  readonly counts: DocumentCounts[];
}

/** Returns the scores of a tagger and the seconds that its predictions took. */
export async function evaluateTagger(
  predictor: NerPredictor,
  documents: readonly LabelledDocument[],
  { dataSet, onProgress }: Evaluation,
): Promise<Measurement<NerReport>> {
  const start = performance.now();
  const texts = documents.map(({ text }) => text);
  const predictions = await predictor.predict(texts, { onProgress });
  const seconds = (performance.now() - start) / 1000;
  const untaggable = countUntaggable(documents, predictor.reader);
  const report = evaluateNer(documents, predictions, {
    types: predictor.labels,
    dataSet,
    untaggable,
    seconds,
  });
  const counts = documents.map(({ entities }, i) =>
    countEntities({ gold: entities, predicted: predictions[i]! }),
  );
  return { report, seconds, counts };
}

/** Returns the scores of a classifier and the seconds that its predictions took. */
export async function evaluateTexts(
  { task, predictor }: Pick<OpenClassifier, 'task' | 'predictor'>,
  documents: readonly ClassifiedDocument[],
  { dataSet, onProgress }: Evaluation,
): Promise<Measurement<ClassificationReport>> {
  const start = performance.now();
  const texts = documents.map(({ text }) => text);
  const { rows, cut } = await predictor.logitsOf(texts, { onProgress });
  const seconds = (performance.now() - start) / 1000;
  const report = evaluateClassifier(
    documents,
    { rows, cut, seconds },
    {
      task,
      dataSet,
      labels: predictor.labels,
      decision: predictor.decision,
      fittedHere: predictor.fittedOn === textsHash(documents),
    },
  );
  return { report, seconds, counts: countLabels(documents, rows, predictor) };
}

/** Returns the pairs of the documents as a model of relations reads them. @throws AppError for a model of another task */
export function relationExamples(
  { pairs }: ClassifyPredictor,
  documents: readonly RelatedDocument[],
): PairExample[] {
  if (pairs !== undefined) return pairSet(documents, pairs).examples;
  throw new AppError('bad-request', 'models.finds-no-relations', {}, { hint: 'hint.choose-relation-model' });
}

type AnyDocument = LabelledDocument | ClassifiedDocument;

interface ComparisonRequest extends Omit<Evaluation, 'onProgress'> {
  /** Names of the models. */
  readonly names: readonly [string, string];
  readonly int8: boolean | undefined;
  /** Reads the documents on which models of the task are compared. */
  readonly read: (task: 'ner' | ClassifyTask) => Promise<readonly AnyDocument[]>;
  readonly options: ComparisonOptions;
  readonly onProgress: (done: number, total: number) => void;
}

/** Compares two models in this process, one opened after the other. */
export async function compareHere(
  session: Session,
  { names: [first, second], int8, read, dataSet, options, onProgress }: ComparisonRequest,
): Promise<ModelComparison> {
  const task = comparedTask(findModel(session, first), findModel(session, second));
  const documents = await read(task);
  const countsOf = (name: string) =>
    withModel(session, name, { int8 }, (model) => countDocuments(model, documents, onProgress));
  const counts = { first: await countsOf(first), second: await countsOf(second) };
  return compareCounts(session, { task, counts, dataSet, options });
}

async function countDocuments(
  model: OpenModel,
  documents: readonly AnyDocument[],
  onProgress: Evaluation['onProgress'],
): Promise<DocumentCounts[]> {
  const texts = documents.map(({ text }) => text);
  if (model.task === 'ner') {
    const predictions = await model.predictor.predict(texts, { onProgress });
    return documents.map((document, i) =>
      countEntities({ gold: 'entities' in document ? document.entities : [], predicted: predictions[i]! }),
    );
  }
  const { rows } = await model.predictor.logitsOf(texts, { onProgress });
  return countLabels(
    documents.filter((document) => 'labels' in document),
    rows,
    model.predictor,
  );
}
