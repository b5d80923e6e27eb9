/** A stored tagger, or an ensemble of several, open for prediction. */
import { invariant } from '../../../../shared/assert.ts';
import type { PredictedSpan } from '../../../../shared/domain/training.ts';
import { AppError } from '../../../../shared/result.ts';
import { membersOf } from '../../io/ensemble-files.ts';
import { isEnsemble, type ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import { type ParamSpec, sizeOf } from '../../layers/params.ts';
import { tagger } from '../../models/tagger/model.ts';
import type { Executor, ParameterStore } from '../../runtime/program.ts';
import { checkFinite } from '../check-finite.ts';
import { decodeEntities, type NerHead, type PredictedEntity } from './decode.ts';
import {
  type ForwardSettings,
  NerForward,
  nerHead,
  type PredictOptions,
  predictEntities,
} from './forward.ts';
import { nerReader } from './reader.ts';
import { type Uncertainty, uncertaintyOf } from './uncertainty.ts';
import { ensembleVoting, type Voting, voteSpans } from './vote.ts';
import { type NerReader, tokensPerWindow } from './windows.ts';

export interface PredictorOptions {
  /** Weights of eight bits: smaller and faster, slightly other results. */
  readonly int8?: boolean;
  /** Decoder of a tagger that is no ensemble. */
  readonly decode?: typeof decodeEntities;
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
  readonly #members: readonly Opened[];
  readonly #voting: Voting | undefined;
  readonly #decode: typeof decodeEntities;

  private constructor(
    members: readonly Opened[],
    { voting, decode = decodeEntities }: { readonly voting: Voting | undefined } & PredictorOptions,
    latency: { readonly openMs: number; readonly firstTextMs: number },
  ) {
    const [first] = members;
    invariant(first !== undefined, 'a tagger without members');
    this.reader = first.forward.reader;
    this.windowTokens = Math.max(...members.map(({ windowTokens }) => windowTokens));
    this.labels = first.forward.reader.tagSet.types;
    this.latency = latency;
    this.#members = members;
    this.#voting = voting;
    this.#decode = voting?.decode ?? decode;
  }

  /**
   * Reads the files and runs a short text, so that the next one is quick.
   * @throws AppError when the files are damaged or do not fit together; nothing stays open then
   */
  static async open(
    executor: Executor,
    files: ModelFiles,
    options: PredictorOptions = {},
  ): Promise<NerPredictor> {
    const start = performance.now();
    const { config } = files;
    if (config.task !== 'ner')
      throw new AppError('bad-request', 'models.finds-no-entities', {}, { hint: 'hint.choose-tagger' });
    const opened: Opened[] = [];
    const settings = { voting: isEnsemble(config) ? ensembleVoting(config.model) : undefined, ...options };
    try {
      for (const member of membersOf(files))
        opened.push(await openTagger(executor, member, options.int8 === true));
      const predictor = new NerPredictor(opened, settings, { openMs: 0, firstTextMs: 0 });
      await predictor.predict([WARM_UP_TEXT]);
      const openMs = performance.now() - start;
      await predictor.predict([WARM_UP_TEXT]);
      const firstTextMs = performance.now() - start - openMs;
      return new NerPredictor(opened, settings, { openMs, firstTextMs });
    } catch (error) {
      for (const { store } of opened) await store.dispose();
      throw error;
    }
  }

  /** Entities of each text, in order of place. */
  async predict(texts: readonly string[], options: PredictOptions = {}): Promise<PredictedSpan[][]> {
    return this.#vote(texts, () => options);
  }

  /** The same, with how unsure the model is of each text: the mean of its members. */
  async scan(
    texts: readonly string[],
    options: Omit<PredictOptions, 'onEmissions'> = {},
  ): Promise<{ readonly entities: PredictedSpan[][]; readonly uncertainty: Uncertainty[] }> {
    const uncertainty = texts.map((): Uncertainty => ({ entropy: 0, margin: 0 }));
    const entities = await this.#vote(texts, ({ forward, head }, weight) => ({
      ...options,
      onEmissions: (text, { emissions }) => {
        const { entropy, margin } = uncertaintyOf(emissions, forward.reader.tagSet, head);
        const sum = uncertainty[text]!;
        uncertainty[text] = {
          entropy: sum.entropy + weight * entropy,
          margin: sum.margin + weight * margin,
        };
      },
    }));
    return { entities, uncertainty };
  }

  /** @param optionsOf options of a member, which has this share in the answer */
  async #vote(
    texts: readonly string[],
    optionsOf: (member: Opened, weight: number) => PredictOptions,
  ): Promise<PredictedSpan[][]> {
    const found: PredictedEntity[][][] = [];
    const members = this.#members.length;
    for (const [number, member] of this.#members.entries()) {
      const { onProgress, ...options } = optionsOf(member, this.#voting?.weights[number] ?? 1);
      found.push(
        await predictEntities(member.forward, member.head, texts, {
          ...options,
          decode: this.#decode,
          onProgress: (done, total) => onProgress?.(Math.floor((number * total + done) / members), total),
        }),
      );
    }
    return texts.map((text, i) => {
      const spans = found.map((member) => member[i]!);
      const entities = this.#voting === undefined ? spans[0]! : voteSpans(spans, this.#voting);
      return entities.map((entity) => ({ ...entity, text: text.slice(entity.start, entity.end) }));
    });
  }

  async dispose(): Promise<void> {
    for (const { forward, store } of this.#members) {
      await forward.dispose();
      await store.dispose();
    }
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

/** Opens one tagger. @throws AppError when its files are damaged or do not fit together; nothing stays open then */
async function openTagger(
  executor: Executor,
  { config, vocabulary, weights }: ModelFiles,
  int8: boolean,
): Promise<Opened> {
  invariant(config.task === 'ner' && !isEnsemble(config), 'a member of taggers is no tagger');
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
    const windowTokens = tokensPerWindow(config.window, reader);
    return { store, forward, head: nerHead(config.model, values, windowTokens), windowTokens };
  } catch (error) {
    await store.dispose();
    throw error;
  }
}
