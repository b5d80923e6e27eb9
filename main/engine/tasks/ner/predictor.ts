/** A stored tagger, open for prediction. */
import type { PredictedSpan } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import { tagger } from '../../models/tagger/model.ts';
import type { Executor, ParameterStore, Values } from '../../runtime/program.ts';
import type { NerHead } from './decode.ts';
import { NerForward, nerHead, type PredictOptions, predictEntities } from './forward.ts';
import { nerReader } from './reader.ts';
import type { NerReader } from './windows.ts';

export interface PredictorOptions {
  /** Weights of eight bits: smaller and faster, slightly other results. */
  readonly int8?: boolean;
}

/** Short enough for the shortest graph. */
const WARM_UP_TEXT = '患者三天前无明显诱因出现发热。';

export class NerPredictor {
  readonly labels: readonly string[];
  readonly reader: NerReader;
  /** Milliseconds from reading the files to the first answer, and for a short text from then on. */
  readonly latency: { readonly openMs: number; readonly firstTextMs: number };
  readonly #store: ParameterStore;
  readonly #forward: NerForward;
  readonly #head: NerHead;

  private constructor(
    { store, forward, head }: Opened,
    latency: { readonly openMs: number; readonly firstTextMs: number },
  ) {
    this.reader = forward.reader;
    this.labels = forward.reader.tagSet.types;
    this.latency = latency;
    this.#store = store;
    this.#forward = forward;
    this.#head = head;
  }

  /**
   * Reads the files and runs a short text, so that the next one is quick.
   * @throws AppError when the files are damaged or do not fit together; nothing stays open then
   */
  static async open(
    executor: Executor,
    { config, vocabulary, weights }: ModelFiles,
    { int8 = false }: PredictorOptions = {},
  ): Promise<NerPredictor> {
    const start = performance.now();
    if (config.task !== 'ner') {
      throw new AppError('bad-request', 'This model finds no entities. (该模型不是实体识别模型)', {
        hint: 'Choose a model of the task NER. (请选择实体识别模型)',
      });
    }
    const reader = nerReader(config, vocabulary);
    const model = tagger(config.model);
    const values = weightsFromFile(model.params, weights);
    checkFinite(values);
    const store = executor.createStore(model.params);
    try {
      await store.write(values);
      const settings = { config: config.model, reader, window: config.window, model };
      const forward = new NerForward(store, { ...settings, weights: int8 ? 'int8' : 'live' });
      const opened = { store, forward, head: nerHead(config.model, values) };
      await predictEntities(forward, opened.head, [WARM_UP_TEXT]);
      const openMs = performance.now() - start;
      await predictEntities(forward, opened.head, [WARM_UP_TEXT]);
      return new NerPredictor(opened, { openMs, firstTextMs: performance.now() - start - openMs });
    } catch (error) {
      await store.dispose();
      throw error;
    }
  }

  /** Entities of each text, in order of place. */
  async predict(texts: readonly string[], options: PredictOptions = {}): Promise<PredictedSpan[][]> {
    const found = await predictEntities(this.#forward, this.#head, texts, options);
    return found.map((entities, i) =>
      entities.map(({ start, end, type, confidence }) => {
        return { start, end, type, text: texts[i]!.slice(start, end), confidence };
      }),
    );
  }

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#store.dispose();
  }
}

interface Opened {
  readonly store: ParameterStore;
  readonly forward: NerForward;
  readonly head: NerHead;
}

/** A damaged file or a diverged run leaves values that would make every answer senseless. */
function checkFinite(values: Values): void {
  for (const [name, data] of Object.entries(values)) {
    if (data.every(Number.isFinite)) continue;
    throw new AppError(
      'corrupt',
      `Parameter ${name} of the model holds values that are no numbers. (模型参数损坏)`,
      {
        hint: 'Train or import the model again. (请重新训练或导入该模型)',
      },
    );
  }
}
