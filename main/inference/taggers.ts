/**
 * Taggers of a workspace, opened in this process on demand. The editor's tagger stays open; one opened for an
 * evaluation is closed afterwards.
 */
import type { LabelledDocument, NerReport, PredictedSpan } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import type { ModelFiles } from '../engine/io/model-files.ts';
import type { Executor } from '../engine/runtime/program.ts';
import { countUntaggable, evaluateNer } from '../engine/tasks/ner/evaluate.ts';
import { IncrementalPredictor } from '../engine/tasks/ner/incremental.ts';
import type { NerPredictor } from '../engine/tasks/ner/predictor.ts';
import type { Uncertainty } from '../engine/tasks/ner/uncertainty.ts';
import { type Closable, type ModelChoice, ModelSlot } from './model-slot.ts';
import { PriorityScheduler, type Turn } from './priority-scheduler.ts';

/** Access to the registered taggers. */
export interface ModelRegistry {
  /** @throws AppError when no model has this id */
  get(id: number): ModelChoice;
  /** @throws AppError when the files are missing or damaged */
  files(id: number): ModelFiles;
}

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
  readonly #inEditor = new ModelSlot((choice: ModelChoice) => this.#openForEditor(choice));

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
      tagger.use(({ texts }) => texts.predict(text, { between: wait })),
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
    const choice = this.#registry.get(modelId);
    const int8 = weights === 'as-set' ? choice.useInt8 : weights === 'int8';
    return this.#scheduler.run(PRIORITY.evaluate, (turn) =>
      this.#withPredictor({ ...choice, useInt8: int8 }, async (predictor) => {
        const { predictions, ms } = await timed(predictor, documents, { turn, signal });
        const report = evaluateNer(documents, predictions, {
          types: predictor.labels,
          dataSet,
          untaggable: countUntaggable(documents, predictor.reader),
          seconds: ms / 1000,
        });
        return { ...report, msPerDocument: ms / Math.max(1, documents.length) };
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
      this.#withPredictor(choice, async (predictor) => {
        const between = async (): Promise<void> => {
          await turn.wait();
          stopIf(signal);
        };
        const { id, name } = choice;
        return { model: { id, name }, ...(await predictor.scan(texts, { between })) };
      }),
    );
  }

  /** Runs work with the editor's predictor if it is this model, else with one opened temporarily. */
  async #withPredictor<Result>(
    choice: ModelChoice,
    use: (predictor: NerPredictor) => Promise<Result>,
  ): Promise<Result> {
    const shared = this.#inEditor.shared(choice);
    if (shared !== undefined) return shared.use(({ predictor }) => use(predictor));
    const predictor = await this.#open(choice.id, choice.useInt8);
    try {
      return await use(predictor);
    } finally {
      await predictor.dispose();
    }
  }

  async #openForEditor({ id, name, useInt8 }: ModelChoice): Promise<OpenTagger> {
    try {
      const predictor = await this.#open(id, useInt8);
      const texts = new IncrementalPredictor((group, options) => predictor.predict(group, options), {
        longest: predictor.windowTokens,
      });
      return { predictor, texts, dispose: () => predictor.dispose() };
    } catch (error) {
      throw cannotUse(name, error);
    }
  }

  async #open(id: number, int8: boolean): Promise<NerPredictor> {
    const files = this.#registry.files(id);
    const library = await import('../engine/tasks/ner/predictor.ts'); // large, and many workspaces use no model
    return library.NerPredictor.open(await this.#openExecutor(), files, { int8 });
  }
}

/** Returns entities of each document and the time spent, without the time spent waiting. */
async function timed(
  predictor: NerPredictor,
  documents: readonly LabelledDocument[],
  { turn, signal }: { readonly turn: Turn; readonly signal: AbortSignal | undefined },
) {
  let waitedMs = 0;
  const between = async (): Promise<void> => {
    const before = performance.now();
    await turn.wait();
    stopIf(signal);
    waitedMs += performance.now() - before;
  };
  const start = performance.now();
  const predictions = await predictor.predict(
    documents.map(({ text }) => text),
    { between },
  );
  return { predictions, ms: performance.now() - start - waitedMs };
}

function stopIf(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('cancelled', 'request.stopped');
}

/** @param kept what still works without the model */
export function cannotUse(
  name: string,
  error: unknown,
  kept = message('kept.dictionary-highlights'),
): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  const { code, hint } = error instanceof AppError ? error : { code: 'internal' as const, hint: undefined };
  return new AppError(
    code,
    'models.cannot-use',
    { name, reason },
    { kept, hint: hint ?? 'hint.other-model', cause: error },
  );
}
