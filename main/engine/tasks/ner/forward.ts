/** Texts through a tagger on any executor: windows of many texts batched together, programs compiled when needed. */
import { invariant } from '../../../../shared/assert.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import { mergeRows } from '../../../text/windows.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import type { TaggerConfig } from '../../models/tagger/config.ts';
import { CRF, untaggedTokens } from '../../models/tagger/model.ts';
import type { ForwardSpec, ParameterStore, Program, Values } from '../../runtime/program.ts';
import type { PlannedBatch } from '../../train/data-order.ts';
import { batchWindows, emissionsOfWindows } from './batches.ts';
import { decodeEntities, type NerHead, type PredictedEntity } from './decode.ts';
import { forwardLengths, planBatches } from './forward-batches.ts';
import { type NerReader, type NerWindow, predictionWindows, type WindowSize } from './windows.ts';

export interface ForwardSettings {
  readonly config: TaggerConfig;
  readonly reader: NerReader;
  readonly window: WindowSize;
  readonly model: Model;
  /** As in `ForwardSpec`: `live` follows training, `int8` is smaller and faster. */
  readonly weights?: ForwardSpec['weights'];
  /** Padded tokens of a batch at most, unless one window alone has more. */
  readonly batchTokens?: number;
  /** Lengths of the graphs besides that of a whole window; those of training unless said. */
  readonly lengths?: readonly number[];
}

/** What a model says about one text. */
export interface TextEmissions {
  readonly tokens: TokenSequence;
  /** Scores of the tags for each token, [tokens × K]. */
  readonly emissions: Float32Array;
}

export interface ForwardOptions {
  /** Waited for before each batch: lets others go first; ends the work by throwing. */
  readonly between?: () => Promise<void> | void;
}

const BATCH_TOKENS = 4096;

export class NerForward {
  readonly reader: NerReader;
  readonly #store: ParameterStore;
  readonly #settings: ForwardSettings;
  readonly #lengths: readonly number[];
  readonly #programs = new Map<string, Promise<Program>>();

  constructor(store: ParameterStore, settings: ForwardSettings) {
    this.reader = settings.reader;
    this.#store = store;
    this.#settings = settings;
    this.#lengths = forwardLengths(settings.window.length, settings.lengths);
  }

  /** In the order of the texts. */
  async emissionsOf(texts: readonly string[], { between }: ForwardOptions = {}): Promise<TextEmissions[]> {
    const { window } = this.#settings;
    const parts = texts.map((text) => predictionWindows(text, this.reader, window));
    const windows = parts.flatMap((part) => part.windows);
    const rows = new Array<Float32Array>(windows.length);
    const batches = planBatches(
      windows.map(({ ids }) => ids.length),
      this.#lengths,
      this.#settings.batchTokens ?? BATCH_TOKENS,
    );
    for (const batch of batches) {
      await between?.();
      const found = await this.#run(windows, batch);
      for (const [i, window] of batch.examples.entries()) rows[window] = found[i]!;
    }
    let at = 0;
    return parts.map(({ tokens, windows: own }) => {
      const ownRows = rows.slice(at, at + own.length);
      at += own.length;
      const plan = own.map(({ window }) => window);
      return { tokens, emissions: mergeRows(plan, ownRows, this.reader.tagSet.size) };
    });
  }

  async #run(windows: readonly NerWindow[], { size, examples }: PlannedBatch): Promise<Float32Array[]> {
    const chosen = Array.from(examples, (window) => windows[window]!);
    const program = await this.#program(size);
    const { ids, types, mask } = batchWindows(chosen, this.reader, size);
    const { emissions } = await program.run({ ids, types, mask });
    invariant(emissions?.data instanceof Float32Array, 'tagger: a program gave no emissions');
    const { before, after } = untaggedTokens(this.#settings.config);
    return emissionsOfWindows(emissions.data, chosen, [
      size.batch,
      size.length - before - after,
      this.reader.tagSet.size,
    ]);
  }

  #program(size: BatchSize): Promise<Program> {
    const { model, weights = 'live' } = this.#settings;
    const key = `ner/forward/${weights}/${size.batch}x${size.length}`;
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const program = this.#store.compile({
      key,
      inputs: model.inputs(size),
      build: (params, inputs) => model.forward(params, inputs),
      weights,
    });
    this.#programs.set(key, program);
    program.catch(() => this.#programs.delete(key));
    return program;
  }

  /** Ends the programs; the store stays. */
  async dispose(): Promise<void> {
    const programs = [...this.#programs.values()];
    this.#programs.clear();
    for (const program of programs) await (await program).dispose();
  }
}

/** What decides the tags; `values` are the model's parameters by name. */
export function nerHead({ head }: TaggerConfig, values: Values): NerHead {
  if (head === 'softmax') return { kind: 'softmax' };
  const score = (name: string) => {
    const found = values[`${CRF}.${name}`];
    invariant(found !== undefined, `tagger: parameter ${CRF}.${name} is missing`);
    return found;
  };
  return {
    kind: 'crf',
    scores: {
      transitions: score('transitions'),
      start: score('start_transitions'),
      end: score('end_transitions'),
    },
  };
}

export interface PredictOptions extends ForwardOptions {
  /** Told after each group of texts. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Characters of texts whose emissions are in memory at one time. */
const GROUP_CHARACTERS = 65_536;

/** Entities of each text, in the order of the texts. */
export async function predictEntities(
  forward: NerForward,
  head: NerHead,
  texts: readonly string[],
  { between, onProgress }: PredictOptions = {},
): Promise<PredictedEntity[][]> {
  const { tagSet } = forward.reader;
  const found = texts.map((): PredictedEntity[] => []);
  let done = 0;
  for (const group of groupsByLength(texts)) {
    const results = await forward.emissionsOf(
      group.map((text) => texts[text]!),
      between === undefined ? {} : { between },
    );
    for (const [i, { tokens, emissions }] of results.entries())
      found[group[i]!] = decodeEntities(emissions, tokens, { tagSet, head });
    done += group.length;
    onProgress?.(done, texts.length);
  }
  return found;
}

/** Numbers of the texts, those of like length together. */
function groupsByLength(texts: readonly string[]): number[][] {
  const order = [...texts.keys()].sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const groups: number[][] = [];
  let room = 0;
  for (const text of order) {
    const size = texts[text]!.length;
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = GROUP_CHARACTERS;
    }
    groups.at(-1)!.push(text);
    room -= size;
  }
  return groups;
}
