/** Inputs through a model on any executor: like lengths together, programs compiled when needed. */
import { invariant } from '../../../shared/assert.ts';
import { type BatchSize, type Model, shapeOf } from '../models/model.ts';
import {
  type ElementArray,
  type Feeds,
  type ForwardSpec,
  type ParameterStore,
  type Program,
  ProgramCache,
} from '../runtime/program.ts';
import type { PlannedBatch } from '../train/data-order.ts';
import { forwardLengths, planBatches, planPackedBatches } from './forward-batches.ts';
import { batchInputs, type TokenInput, type TokenReader, tokensOf } from './token-inputs.ts';

export interface BatchedForwardSettings<Input extends TokenInput> {
  readonly model: Pick<Model, 'inputs' | 'forward' | 'packs'>;
  readonly reader: TokenReader;
  /** Name before the programs' keys. */
  readonly task: string;
  /** Name of the model's output to return. */
  readonly output: string;
  /** Tokens of the longest inputs. */
  readonly longest: number;
  /** As in `ForwardSpec`: `live` follows training, `int8` is smaller and faster. */
  readonly weights?: ForwardSpec['weights'];
  /** Padded tokens of a batch at most, unless one input alone has more. */
  readonly batchTokens?: number;
  /** Lengths of the graphs besides `longest`; those of training unless said. */
  readonly lengths?: readonly number[];
  /** Those of the model's inputs for a batch that are not read from tokens. */
  readonly feeds?: ((inputs: readonly Input[], size: BatchSize) => Promise<Feeds>) | undefined;
  /**
   * Splits an output [B, …] into one array for each input of the batch.
   * @param starts as in `PlannedBatch`
   */
  split(
    output: Float32Array,
    inputs: readonly Input[],
    size: BatchSize,
    starts: Int32Array | undefined,
  ): Float32Array[];
}

export interface ForwardOptions {
  /** Waited for before each batch: lets others go first; ends the work by throwing. */
  readonly between?: () => Promise<void> | void;
}

export interface BatchOptions extends ForwardOptions {
  /** Told after each batch. */
  readonly onProgress?: (done: number, total: number) => void;
}

const BATCH_TOKENS = 4096;

export class BatchedForward<Input extends TokenInput> {
  readonly #store: ParameterStore;
  readonly #settings: BatchedForwardSettings<Input>;
  readonly #lengths: readonly number[];
  readonly #programs = new ProgramCache<Program>();

  constructor(store: ParameterStore, settings: BatchedForwardSettings<Input>) {
    this.#store = store;
    this.#settings = settings;
    this.#lengths = forwardLengths(settings.longest, settings.lengths);
  }

  /** The output of each input, in their order. */
  async run(inputs: readonly Input[], { between, onProgress }: BatchOptions = {}): Promise<Float32Array[]> {
    const rows = new Array<Float32Array>(inputs.length);
    const lengths = inputs.map(tokensOf);
    let done = 0;
    const plan = this.#settings.model.packs === true ? planPackedBatches : planBatches;
    for (const batch of plan(lengths, this.#lengths, this.#settings.batchTokens ?? BATCH_TOKENS)) {
      await between?.();
      const { examples } = batch;
      const found = await this.#batch(
        Array.from(examples, (input) => inputs[input]!),
        batch,
      );
      for (const [i, input] of examples.entries()) rows[input] = found[i]!;
      done += examples.length;
      onProgress?.(done, inputs.length);
    }
    return rows;
  }

  async #batch(inputs: readonly Input[], { size, starts }: PlannedBatch): Promise<Float32Array[]> {
    const { output, task, split } = this.#settings;
    const program = await this.#program(size);
    const outputs = await program.run(await this.#feeds(inputs, size, starts));
    const data = outputs[output]?.data;
    invariant(data instanceof Float32Array, `${task}: a program gave no ${output}`);
    return split(data, inputs, size, starts);
  }

  async #feeds(inputs: readonly Input[], size: BatchSize, starts?: Int32Array): Promise<Feeds> {
    const { model, reader, feeds } = this.#settings;
    const given = { ...batchInputs(inputs, reader, size, starts), ...(await feeds?.(inputs, size)) };
    const batch = new Map<string, ElementArray>(Object.entries(given));
    return Object.fromEntries(model.inputs(size).map(({ name }) => [name, batch.get(name)!]));
  }

  #program(size: BatchSize): Promise<Program> {
    const { model, task, weights = 'live' } = this.#settings;
    const key = `${task}/forward/${weights}/${shapeOf(size)}`;
    const build: ForwardSpec['build'] = (params, inputs) => model.forward(params, inputs);
    return this.#programs.get(key, () =>
      this.#store.compile({ key, inputs: model.inputs(size), build, weights }),
    );
  }

  /** Ends the programs; the store stays. */
  async dispose(): Promise<void> {
    await this.#programs.dispose();
  }
}
