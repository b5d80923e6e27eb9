/** A stored tagger, open for prediction. */
import type { PredictedSpan } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import { type ParamSpec, sizeOf } from '../../layers/params.ts';
import { tagger } from '../../models/tagger/model.ts';
import type { Executor, ParameterStore } from '../../runtime/program.ts';
import { checkFinite } from '../check-finite.ts';
import type { NerHead } from './decode.ts';
import {
  type ForwardSettings,
  NerForward,
  nerHead,
  type PredictOptions,
  predictEntities,
} from './forward.ts';
import { nerReader } from './reader.ts';
import { type Uncertainty, uncertaintyOf } from './uncertainty.ts';
import { type NerReader, tokensPerWindow } from './windows.ts';

export interface PredictorOptions {
  /** Weights of eight bits: smaller and faster, slightly other results. */
  readonly int8?: boolean;
}

/** Short enough for the shortest graph. */
const WARM_UP_TEXT = '患者三天前无明显诱因出现发热。';
/** Multiplications of a batch: a processor does them in a few hundredths of a second, then others get their turn. */
const BATCH_WORK = 2e9;
const MAX_BATCH_TOKENS = 4096;
/** Models of more parameters hold their int8 weights in few graphs. */
const LARGE_MODEL = 2e7;
const LENGTHS_OF_LARGE = [32, 128];

export class NerPredictor {
  readonly labels: readonly string[];
  readonly reader: NerReader;
  /** Tokens of a text that are read at once. */
  readonly windowTokens: number;
  /** Milliseconds from reading the files to the first answer, and for a short text from then on. */
  readonly latency: { readonly openMs: number; readonly firstTextMs: number };
  readonly #store: ParameterStore;
  readonly #forward: NerForward;
  readonly #head: NerHead;

  private constructor(
    { store, forward, head, windowTokens }: Opened,
    latency: { readonly openMs: number; readonly firstTextMs: number },
  ) {
    this.reader = forward.reader;
    this.windowTokens = windowTokens;
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
    if (config.task !== 'ner')
      throw new AppError('bad-request', 'models.finds-no-entities', {}, { hint: 'hint.choose-tagger' });
    const reader = nerReader(config, vocabulary);
    const model = tagger(config.model);
    const values = weightsFromFile(model.params, weights);
    checkFinite(values);
    const store = executor.createStore(model.params);
    try {
      await store.write(values);
      const forward = new NerForward(store, {
        config: config.model,
        reader,
        window: config.window,
        model,
        weights: int8 ? 'int8' : 'live',
        ...shapesFor(model.params, int8),
      });
      const opened = {
        store,
        forward,
        head: nerHead(config.model, values, tokensPerWindow(config.window, reader)),
        windowTokens: tokensPerWindow(config.window, reader),
      };
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

  /** The same, with how unsure the model is of each text. */
  async scan(
    texts: readonly string[],
    options: Omit<PredictOptions, 'onEmissions'> = {},
  ): Promise<{ readonly entities: PredictedSpan[][]; readonly uncertainty: Uncertainty[] }> {
    const uncertainty = new Array<Uncertainty>(texts.length);
    const entities = await this.predict(texts, {
      ...options,
      onEmissions: (text, { emissions }) => {
        uncertainty[text] = uncertaintyOf(emissions, this.reader.tagSet, this.#head);
      },
    });
    return { entities, uncertainty };
  }

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#store.dispose();
  }
}

/** Graphs live as long as the predictor; those of int8 weights each hold the weights. */
function shapesFor(
  params: readonly ParamSpec[],
  int8: boolean,
): Pick<ForwardSettings, 'batchTokens' | 'lengths'> {
  const parameters = params.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  const batchTokens = Math.min(MAX_BATCH_TOKENS, Math.ceil(BATCH_WORK / parameters));
  return int8 && parameters > LARGE_MODEL ? { batchTokens, lengths: LENGTHS_OF_LARGE } : { batchTokens };
}

interface Opened {
  readonly store: ParameterStore;
  readonly forward: NerForward;
  readonly head: NerHead;
  readonly windowTokens: number;
}
