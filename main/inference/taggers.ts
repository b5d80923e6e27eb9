/**
 * Taggers of a workspace, opened in this process on demand. The editor's tagger stays open; one opened for an
 * evaluation is closed afterwards.
 */
import type { DocumentCounts } from '../../shared/domain/comparison.ts';
import { starterModelOf } from '../../shared/domain/starter.ts';
import type { LabelledDocument, NerReport, PredictedSpan } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import type { Executor } from '../engine/runtime/program.ts';
import { IncrementalPredictor } from '../engine/tasks/ner/incremental.ts';
import { countEntities } from '../engine/tasks/ner/metrics.ts';
import type { NerPredictor } from '../engine/tasks/ner/predictor.ts';
import type { Uncertainty } from '../engine/tasks/ner/uncertainty.ts';
import {
  between,
  type Closable,
  type ModelChoice,
  type ModelRegistry,
  PredictorSlot,
  stopwatch,
  withWeights,
} from './model-slot.ts';
import { PriorityScheduler } from './priority-scheduler.ts';
import { wholeWords } from './whole-words.ts';

export interface Prediction {
  readonly model: { id: number; name: string };
  readonly entities: PredictedSpan[];
}

export interface EvaluationRequest {
  readonly modelId: number;
  readonly documents: readonly LabelledDocument[];
  /** Name of the data set, for the report. */
  readonly dataSet: string;
  readonly weights: 'fp32' | 'int8' | 'as-set';
}

export interface Evaluation extends NerReport {
  readonly msPerDocument: number;
  /** Counts of each document, for comparisons with other models. */
  readonly counts: readonly DocumentCounts[];
}

export interface ScanRequest {
  readonly modelId: number;
  readonly texts: readonly string[];
}

/** Results in the order of the texts. */
export interface Scan {
  readonly model: { readonly id: number; readonly name: string };
  readonly entities: PredictedSpan[][];
  readonly uncertainty: readonly Uncertainty[];
}

/** Priorities of the engine's work: a user who types waits for predictions. */
export const PRIORITY = { evaluate: 0, explain: 1, predict: 2 } as const;

interface OpenTagger extends Closable {
  readonly predictor: NerPredictor;
  readonly texts: IncrementalPredictor;
}

export class Taggers {
  readonly #registry: ModelRegistry;
  readonly #openExecutor: () => Promise<Executor>;
  readonly #scheduler: PriorityScheduler;
  readonly #inEditor = new PredictorSlot<ModelChoice, NerPredictor, OpenTagger>({
    open: (choice) => this.#open(choice),
    keep: (predictor) => {
      const texts = new IncrementalPredictor((group, options) => predictor.predict(group, options), {
        longest: predictor.windowTokens,
      });
      return { predictor, texts, dispose: () => predictor.dispose() };
    },
    kept: message('kept.dictionary-highlights'),
  });

  /** @param openExecutor called for each model that is opened */
  constructor(
    registry: ModelRegistry,
    openExecutor: () => Promise<Executor>,
    scheduler = new PriorityScheduler(),
  ) {
    this.#registry = registry;
    this.#openExecutor = openExecutor;
    this.#scheduler = scheduler;
  }

  /**
   * Predicts entities with the editor's model.
   * @throws AppError when it cannot be opened; `refresh` makes it try again
   */
  async predict(text: string, choice: ModelChoice): Promise<Prediction> {
    const tagger = this.#inEditor.take(choice);
    const entities = await this.#scheduler.run(PRIORITY.predict, ({ wait }) =>
      tagger.use(async ({ texts, predictor }) => {
        const found = await texts.predict(text, { between: wait });
        return starterModelOf(choice.id) === undefined ? found : wholeWords(text, found, predictor.reader);
      }),
    );
    return { model: { id: choice.id, name: choice.name }, entities };
  }

  /** Opens the editor's model after models changed, so that its first answer is quick. */
  refresh(choice: ModelChoice | undefined): void {
    this.#inEditor.refresh(choice);
  }

  /** Evaluates any tagger. @throws AppError `cancelled` once the signal is aborted */
  async evaluate(
    { modelId, documents, dataSet, weights }: EvaluationRequest,
    signal?: AbortSignal,
  ): Promise<Evaluation> {
    const choice = withWeights(this.#registry.get(modelId), weights);
    return this.#scheduler.run(PRIORITY.evaluate, (turn) =>
      this.#inEditor.withPredictor(choice, async (predictor) => {
        const { countUntaggable, evaluateNer } = await import('../engine/tasks/ner/evaluate.ts');
        const clock = stopwatch(between(turn, signal));
        const texts = documents.map(({ text }) => text);
        const predictions = await predictor.predict(texts, { between: clock.wait });
        const seconds = clock.seconds();
        const report = evaluateNer(documents, predictions, {
          types: predictor.labels,
          dataSet,
          untaggable: countUntaggable(documents, predictor.reader),
          seconds,
        });
        const counts = documents.map(({ entities }, i) =>
          countEntities({ gold: entities, predicted: predictions[i]! }),
        );
        return { ...report, counts, msPerDocument: (1000 * seconds) / Math.max(1, documents.length) };
      }),
    );
  }

  /**
   * Returns any tagger's entities and its uncertainty for each text. @throws AppError `cancelled` once the signal is
   * aborted
   */
  async scan({ modelId, texts }: ScanRequest, signal?: AbortSignal): Promise<Scan> {
    const choice = this.#registry.get(modelId);
    return this.#scheduler.run(PRIORITY.evaluate, (turn) =>
      this.#inEditor.withPredictor(choice, async (predictor) => {
        const { id, name } = choice;
        const scan = await predictor.scan(texts, { between: between(turn, signal) });
        return { model: { id, name }, ...scan };
      }),
    );
  }

  async #open({ id, useInt8 }: ModelChoice): Promise<NerPredictor> {
    const files = await this.#registry.files(id);
    const library = await import('../engine/tasks/ner/predictor.ts'); // large, and many workspaces use no model
    return library.NerPredictor.open(await this.#openExecutor(), files, { int8: useInt8 });
  }
}
