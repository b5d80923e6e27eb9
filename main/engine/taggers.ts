/**
 * The taggers of a workspace, opened in this process when they are needed: the one that the editor highlights with
 * stays open, one that is evaluated is closed again.
 */
import type { LabelledDocument, NerReport, PredictedSpan } from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';
import type { ModelFiles } from './io/model-files.ts';
import type { Executor } from './runtime/program.ts';
import { countUntaggable, evaluateNer } from './tasks/ner/evaluate.ts';
import { IncrementalPredictor } from './tasks/ner/incremental.ts';
import type { NerPredictor } from './tasks/ner/predictor.ts';
import { type Turn, Turns } from './turns.ts';

export interface TaggerChoice {
  readonly id: number;
  readonly name: string;
  readonly useInt8: boolean;
}

/** Where models come from. */
export interface ModelShelf {
  /** The one that the editor highlights with, now. */
  inEditor(): TaggerChoice | undefined;
  /** @throws AppError when there is no such model */
  get(id: number): TaggerChoice;
  /** @throws AppError when the files are gone or damaged */
  files(id: number): ModelFiles;
}

export interface Prediction {
  readonly model: { readonly id: number; readonly name: string } | null;
  readonly entities: PredictedSpan[];
}

export interface EvaluationRequest {
  readonly modelId: number;
  readonly documents: readonly LabelledDocument[];
  /** Name of the documents, for the report. */
  readonly dataSet: string;
  readonly weights: 'fp32' | 'int8' | 'as-set';
}

export interface Evaluation extends NerReport {
  readonly msPerDocument: number;
}

/** People who type wait for predictions; nobody waits for an evaluation with a hand on the keyboard. */
const URGENCY = { evaluate: 0, predict: 1 } as const;

interface OpenTagger {
  readonly key: string;
  readonly opened: Promise<{ readonly predictor: NerPredictor; readonly texts: IncrementalPredictor }>;
  /** Work under way; a tagger that is closed waits for it. */
  readonly busy: Set<Promise<unknown>>;
  failed: boolean;
}

export class Taggers {
  readonly #shelf: ModelShelf;
  readonly #openExecutor: () => Promise<Executor>;
  readonly #turns = new Turns();
  #executor: Promise<Executor> | undefined;
  #inEditor: OpenTagger | undefined;

  constructor(shelf: ModelShelf, openExecutor: () => Promise<Executor>) {
    this.#shelf = shelf;
    this.#openExecutor = openExecutor;
  }

  /**
   * Entities by the model that the editor uses.
   * @throws AppError when that one cannot be opened; it is tried again after `refresh`
   */
  async predict(text: string): Promise<Prediction> {
    const choice = this.#shelf.inEditor();
    const tagger = this.#choose(choice);
    if (choice === undefined || tagger === undefined) return { model: null, entities: [] };
    const work = this.#turns.take(URGENCY.predict, async ({ wait }) => {
      const { texts } = await tagger.opened;
      return texts.predict(text, { between: wait });
    });
    const entities = await kept(tagger.busy, work);
    return { model: { id: choice.id, name: choice.name }, entities };
  }

  /** After models changed: opens the one that the editor uses now, so that its first answer is quick. */
  refresh(): void {
    if (this.#inEditor?.failed === true) this.#inEditor = undefined;
    this.#choose(this.#shelf.inEditor());
  }

  async evaluate({ modelId, documents, dataSet, weights }: EvaluationRequest): Promise<Evaluation> {
    const choice = this.#shelf.get(modelId);
    const int8 = weights === 'as-set' ? choice.useInt8 : weights === 'int8';
    return this.#turns.take(URGENCY.evaluate, (turn) =>
      this.#withPredictor({ ...choice, useInt8: int8 }, async (predictor) => {
        const { predictions, ms } = await timed(predictor, documents, turn);
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

  /** The one that the editor uses, where it is the same, or one opened for this alone. */
  async #withPredictor<Result>(
    choice: TaggerChoice,
    use: (predictor: NerPredictor) => Promise<Result>,
  ): Promise<Result> {
    const shared = this.#inEditor;
    if (shared?.key === keyOf(choice) && !shared.failed)
      return kept(
        shared.busy,
        shared.opened.then(({ predictor }) => use(predictor)),
      );
    const predictor = await this.#open(choice.id, choice.useInt8);
    try {
      return await use(predictor);
    } finally {
      await predictor.dispose();
    }
  }

  #choose(choice: TaggerChoice | undefined): OpenTagger | undefined {
    const before = this.#inEditor;
    if (before?.key === (choice && keyOf(choice))) return before;
    if (before !== undefined) void close(before);
    this.#inEditor = choice && this.#taggerOf(choice);
    return this.#inEditor;
  }

  #taggerOf(choice: TaggerChoice): OpenTagger {
    const tagger = {
      key: keyOf(choice),
      opened: this.#openForEditor(choice),
      busy: new Set<Promise<unknown>>(),
      failed: false,
    };
    tagger.opened.catch(() => {
      tagger.failed = true; // whoever asks for a prediction is told why
    });
    return tagger;
  }

  async #openForEditor({ id, name, useInt8 }: TaggerChoice) {
    try {
      const predictor = await this.#open(id, useInt8);
      const texts = new IncrementalPredictor((group, options) => predictor.predict(group, options), {
        longest: predictor.windowTokens,
      });
      return { predictor, texts };
    } catch (error) {
      throw cannotUse(name, error);
    }
  }

  async #open(id: number, int8: boolean): Promise<NerPredictor> {
    const files = this.#shelf.files(id);
    const library = await import('./tasks/ner/predictor.ts'); // large; many workspaces use no model
    return library.NerPredictor.open(await this.#executorNow(), files, { int8 });
  }

  #executorNow(): Promise<Executor> {
    const executor = this.#executor ?? this.#openExecutor();
    this.#executor = executor;
    executor.catch(() => {
      this.#executor = undefined;
    });
    return executor;
  }
}

const keyOf = ({ id, useInt8 }: TaggerChoice): string => `${id} ${useInt8 ? 'int8' : 'fp32'}`;

/** Entities of each document, and how long that took, waits for others left out. */
async function timed(predictor: NerPredictor, documents: readonly LabelledDocument[], turn: Turn) {
  let waitedMs = 0;
  const between = async (): Promise<void> => {
    const before = performance.now();
    await turn.wait();
    waitedMs += performance.now() - before;
  };
  const start = performance.now();
  const predictions = await predictor.predict(
    documents.map(({ text }) => text),
    { between },
  );
  return { predictions, ms: performance.now() - start - waitedMs };
}

async function kept<Result>(busy: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  busy.add(work);
  try {
    return await work;
  } finally {
    busy.delete(work);
  }
}

async function close({ opened, busy }: OpenTagger): Promise<void> {
  const tagger = await opened.catch(() => undefined); // nothing to close when it never opened
  await Promise.allSettled(busy);
  await tagger?.predictor.dispose();
}

function cannotUse(name: string, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  const { code, hint } = error instanceof AppError ? error : { code: 'internal' as const, hint: undefined };
  return new AppError(code, `The model ${name} cannot be used: ${reason} (无法使用模型 ${name})`, {
    kept: 'Highlights by the dictionary are not affected. (词典标注不受影响)',
    hint: hint ?? 'Choose another model under Train → Models. (请在 训练 → 模型 中选择其他模型)',
    cause: error,
  });
}
