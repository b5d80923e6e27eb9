/** Classifiers of a workspace, opened in this process on demand. Those of the editor and its panel stay open. */
import type { ClassificationReport, ClassifiedDocument } from '../../shared/domain/classification.ts';
import type { DocumentCounts } from '../../shared/domain/comparison.ts';
import type { Explanation, LabelLink, TextPrediction } from '../../shared/domain/prediction.ts';
import type { RecordRelation, TypedMention } from '../../shared/domain/record-relations.ts';
import { isOfKind } from '../../shared/domain/tasks.ts';
import type { LabelledDocument } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import type { Executor } from '../engine/runtime/program.ts';
import { reasonToAbstain } from '../engine/tasks/classify/abstention.ts';
import { probabilitiesOf } from '../engine/tasks/classify/calibration.ts';
import type { Coverage } from '../engine/tasks/classify/coverage.ts';
import { countLabels, decide, evaluateClassifier } from '../engine/tasks/classify/evaluate.ts';
import { largest } from '../engine/tasks/classify/metrics.ts';
import type { Occluder } from '../engine/tasks/classify/occlusion.ts';
import type { ClassifyPredictor } from '../engine/tasks/classify/predictor.ts';
import { textsHash } from '../engine/tasks/folds.ts';
import { type PredictedRelation, relate } from '../engine/tasks/relation/relate.ts';
import { relateRecord } from '../engine/tasks/relation/relate-record.ts';
import type { Segmenter } from '../text/segmentation.ts';
import type { ClassifierChoice } from './classifier-choice.ts';
import {
  between,
  type Closable,
  type ModelChoice,
  type ModelRegistry,
  PredictorSlot,
  stopwatch,
  withWeights,
} from './model-slot.ts';
import type { PriorityScheduler } from './priority-scheduler.ts';
import { type EvaluationRequest, PRIORITY } from './taggers.ts';

/** Access to the registered classifiers. */
export interface ClassifierRegistry extends ModelRegistry {
  /** @throws AppError when no model has this id, or it is no classifier */
  classifier(id: number): ClassifierChoice;
}

export interface ClassifierParts {
  readonly openExecutor: () => Promise<Executor>;
  readonly scheduler: PriorityScheduler;
  /** Returns the disease that a label denotes. */
  readonly link: (label: string) => LabelLink | undefined;
  readonly openSegmenter: () => Promise<Segmenter>;
}

export interface TextsEvaluationRequest extends Omit<EvaluationRequest, 'documents'> {
  readonly documents: readonly ClassifiedDocument[];
  readonly task: ClassificationReport['task'];
}

export interface RelateRequest {
  readonly modelId: number;
  readonly documents: readonly Pick<LabelledDocument, 'text' | 'entities'>[];
}

export interface TextsEvaluation extends ClassificationReport {
  /** Counts of each text, for comparisons with other models. */
  readonly counts: readonly DocumentCounts[];
}

/** Number of texts whose logits are cached; undo and explanations request the same texts again. */
const MOST_KEPT = 8;

/** Terms that a normaliser tells, of tens of thousands. */
const MOST_TERMS = 20;

interface InPanel extends Closable {
  readonly predictor: ClassifyPredictor;
  readonly rows: Map<string, Float32Array>;
  /** Occluder of the text explained last. */
  explained: { readonly text: string; readonly occluder: Occluder } | undefined;
}

interface InEditor extends Closable {
  readonly predictor: ClassifyPredictor;
}

export class Classifiers {
  readonly #registry: ClassifierRegistry;
  readonly #parts: ClassifierParts;
  readonly #panel = new PredictorSlot<ClassifierChoice, ClassifyPredictor, InPanel>({
    open: (choice) => this.#open(choice),
    keep: (predictor) => ({
      predictor,
      rows: new Map(),
      explained: undefined,
      dispose: () => predictor.dispose(),
    }),
    kept: message('kept.graph-suggestions'),
  });
  readonly #relations = new PredictorSlot<ModelChoice, ClassifyPredictor, InEditor>({
    open: (choice) => this.#open(choice),
    keep: (predictor) => ({ predictor, dispose: () => predictor.dispose() }),
    kept: message('kept.dictionary-highlights'),
  });
  /** Links by label for the current graph. */
  #links = new Map<string, LabelLink | undefined>();
  #segmenter: Promise<Segmenter> | undefined;

  constructor(registry: ClassifierRegistry, parts: ClassifierParts) {
    this.#registry = registry;
    this.#parts = parts;
  }

  /** Predicts with the panel's model. @throws AppError when the model cannot be used */
  async classify(text: string, choice: ClassifierChoice, signal?: AbortSignal): Promise<TextPrediction> {
    const model = this.#panel.take(choice);
    return this.#parts.scheduler.run(PRIORITY.predict, (turn) =>
      model.use(async (opened) => {
        const look = opened.predictor.look(text);
        const row = look.tokens === 0 ? undefined : await this.#rowOf(opened, text, between(turn, signal));
        return this.#tell(opened.predictor, choice, look, row);
      }),
    );
  }

  /** Predicts with any classifier, opened temporarily unless it is the panel's. */
  async tryOut(
    { text, modelId }: { readonly text: string; readonly modelId: number },
    signal?: AbortSignal,
  ): Promise<TextPrediction> {
    const choice = this.#registry.classifier(modelId);
    return this.#parts.scheduler.run(PRIORITY.predict, (turn) =>
      this.#panel.withPredictor(choice, async (predictor) => {
        const look = predictor.look(text);
        const wait = between(turn, signal);
        const rows = look.tokens === 0 ? [] : (await predictor.logitsOf([text], { between: wait })).rows;
        return this.#tell(predictor, choice, look, rows[0]);
      }),
    );
  }

  /**
   * Returns the influence of each word on a label that the panel's model gives. @throws AppError `cancelled` once the
   * signal is aborted
   */
  async explain(
    { text, label }: { readonly text: string; readonly label: string },
    choice: ClassifierChoice,
    signal?: AbortSignal,
  ): Promise<Explanation> {
    const model = this.#panel.take(choice);
    const segmenter = await this.#segmenterNow();
    return this.#parts.scheduler.run(PRIORITY.explain, (turn) =>
      model.use(async (opened) => {
        const number = opened.predictor.labels.indexOf(label);
        if (number < 0) throw new AppError('not-found', 'models.no-label', { label });
        const wait = between(turn, signal);
        await wait();
        const occluder = occluderOf(opened, text, segmenter);
        return { label, ...(await occluder.explain(number, wait)) };
      }),
    );
  }

  /** Opens the models of panel and editor after models changed, so that their first answers are quick. */
  refresh(panel: ClassifierChoice | undefined, relations: ModelChoice | undefined): void {
    this.#panel.refresh(panel);
    this.#relations.refresh(relations);
  }

  /** Drops cached links after the graph changed. */
  graphChanged(): void {
    this.#links = new Map();
  }

  /** Evaluates any classifier on labelled texts. */
  async evaluate(
    { modelId, documents, dataSet, weights, task }: TextsEvaluationRequest,
    signal?: AbortSignal,
  ): Promise<TextsEvaluation> {
    const choice = withWeights(this.#registry.get(modelId), weights);
    return this.#parts.scheduler.run(PRIORITY.evaluate, (turn) =>
      this.#panel.withPredictor(choice, async (predictor) => {
        const clock = stopwatch(between(turn, signal));
        const texts = documents.map(({ text }) => text);
        const logits = await predictor.logitsOf(texts, { between: clock.wait });
        const { labels, decision } = predictor;
        const fittedHere = predictor.fittedOn === textsHash(documents);
        const context = { task, dataSet, labels, decision, fittedHere };
        const report = evaluateClassifier(documents, { ...logits, seconds: clock.seconds() }, context);
        return { ...report, counts: countLabels(documents, logits.rows, context) };
      }),
    );
  }

  /** Returns the relations between the mentions of each text, at lower priority than typing. */
  async relate({ modelId, documents }: RelateRequest, signal?: AbortSignal): Promise<PredictedRelation[][]> {
    const choice = withWeights(this.#registry.get(modelId), 'as-set');
    return this.#parts.scheduler.run(PRIORITY.evaluate, (turn) =>
      this.#relations.withPredictor(choice, (predictor) =>
        relate(predictor, documents, { between: between(turn, signal) }),
      ),
    );
  }

  /**
   * Finds relations between the mentions of the open record with the editor's model. @throws AppError `cancelled` once
   * the signal is aborted
   */
  async relateRecord(
    record: { readonly text: string; readonly mentions: readonly TypedMention[] },
    choice: ModelChoice,
    signal?: AbortSignal,
  ): Promise<RecordRelation[]> {
    const model = this.#relations.take(choice);
    return this.#parts.scheduler.run(PRIORITY.explain, (turn) =>
      model.use(({ predictor }) => relateRecord(predictor, record, { between: between(turn, signal) })),
    );
  }

  async #rowOf({ predictor, rows }: InPanel, text: string, wait: () => Promise<void>): Promise<Float32Array> {
    const known = rows.get(text);
    if (known !== undefined) return known;
    const [row] = (await predictor.logitsOf([text], { between: wait })).rows;
    rows.set(text, row!);
    const oldest = rows.keys().next().value;
    if (rows.size > MOST_KEPT && oldest !== undefined) rows.delete(oldest);
    return row!;
  }

  /** @param row probabilities of the text; absent for a text without tokens */
  #tell(
    { labels, decision }: ClassifyPredictor,
    choice: ClassifierChoice,
    look: Coverage,
    row: Float32Array | undefined,
  ): TextPrediction {
    const { abstention } = decision;
    const { id, name, task, network, createdAt, version } = choice;
    const probabilities =
      row === undefined ? new Float32Array(0) : probabilitiesOf(row, decision.calibration);
    const held = new Set(row === undefined ? [] : decide(probabilities, decision));
    const most = isOfKind('terms', task) ? MOST_TERMS : probabilities.length;
    const order = largest(probabilities, Math.min(most, probabilities.length));
    const abstained = reasonToAbstain(look, probabilities[order[0] ?? 0] ?? 0, abstention);
    return {
      model: { id, name, task, network, createdAt, version },
      labels: order.map((label) => {
        const link = this.#linkOf(labels[label]!);
        return {
          label: labels[label]!,
          probability: probabilities[label]!,
          holds: held.has(label),
          ...(link === undefined ? {} : { link }),
        };
      }),
      ...(abstained === undefined ? {} : { abstained }),
      ...(abstention === undefined
        ? {}
        : { threshold: abstention.threshold, precision: abstention.precision }),
      read: look.read,
    };
  }

  #linkOf(label: string): LabelLink | undefined {
    const links = this.#links;
    if (!links.has(label)) links.set(label, this.#parts.link(label));
    return links.get(label);
  }

  async #open({ id, useInt8 }: ModelChoice): Promise<ClassifyPredictor> {
    const files = await this.#registry.files(id);
    const library = await import('../engine/tasks/classify/predictor.ts'); // large, and many workspaces use no model
    return library.ClassifyPredictor.open(await this.#parts.openExecutor(), files, { int8: useInt8 });
  }

  #segmenterNow(): Promise<Segmenter> {
    const segmenter = this.#segmenter ?? this.#parts.openSegmenter();
    this.#segmenter = segmenter;
    segmenter.catch(() => {
      this.#segmenter = undefined;
    });
    return segmenter;
  }
}

function occluderOf(opened: InPanel, text: string, segmenter: Segmenter): Occluder {
  if (opened.explained?.text === text) return opened.explained.occluder;
  const occluder = opened.predictor.occluder(text, (part) => segmenter.segment(part));
  opened.explained = { text, occluder };
  return occluder;
}
