/** Caches hidden states of a frozen encoder, computed once per text. */
import { invariant } from '../../../shared/assert.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import { createFront, type Front, stateFront } from '../models/fronts/front.ts';
import type { BatchSize, Model } from '../models/model.ts';
import type { Feeds, ParameterStore } from '../runtime/program.ts';
import { BatchedForward } from './batched-forward.ts';
import { forwardLengths, planBatches } from './forward-batches.ts';
import { batchInputs, type TokenInput, type TokenReader } from './token-inputs.ts';

export interface FrozenStatesInput {
  readonly front: FrontConfig;
  readonly reader: TokenReader;
  /** All inputs of training and evaluation; duplicates count once. */
  readonly inputs: readonly TokenInput[];
  /** Most tokens of an input. */
  readonly longest: number;
}

/** Most bytes of the cache; without it the encoder runs in every epoch. */
const MAX_BYTES = 1_500_000_000;
/** Most padded tokens of a batch. */
const BATCH_TOKENS = 4096;

/** Returns the cache, or `undefined` where the front is trained or the states exceed `maxBytes`. */
export function frozenStates(of: FrozenStatesInput, maxBytes = MAX_BYTES): FrozenStates | undefined {
  if (of.front.kind !== 'bert' || !of.front.frozen) return undefined;
  const states = new FrozenStates(of);
  return states.bytes <= maxBytes ? states : undefined;
}

export class FrozenStates {
  /** Front that reads the states instead of running the encoder. */
  readonly front: Front;
  readonly bytes: number;
  readonly #encoder: Front;
  readonly #of: Omit<FrozenStatesInput, 'inputs'>;
  readonly #inputs: readonly TokenInput[];
  /**
   * Inputs computed together, by number. Depends on the inputs alone, so that states are equal bit for bit wherever a run
   * resumes.
   */
  readonly #groups: readonly Int32Array[];
  readonly #groupOf: ReadonlyMap<string, number>;
  /** [T, width] by the input's tokens. */
  readonly #states = new Map<string, Float32Array>();
  readonly #forwards = new Map<ParameterStore, BatchedForward<TokenInput>>();

  constructor({ inputs, ...of }: FrozenStatesInput) {
    this.#of = of;
    this.#encoder = createFront(of.front);
    this.front = stateFront(this.#encoder);
    const once = new Map(inputs.map((input) => [keyOf(input), input]));
    this.#inputs = [...once.values()];
    const lengths = this.#inputs.map(({ ids }) => ids.length);
    this.bytes = lengths.reduce((sum, length) => sum + length, 0) * this.#encoder.width * 4;
    this.#groups = planBatches(lengths, forwardLengths(of.longest), BATCH_TOKENS).map(
      ({ examples }) => examples,
    );
    this.#groupOf = new Map(
      this.#groups.flatMap((group, number) =>
        Array.from(group, (input) => [keyOf(this.#inputs[input]!), number] as const),
      ),
    );
  }

  /** `vectors` float32 [B, T, width] and `mask` int32 [B, T]; what is not known yet is computed with `store`. */
  async feeds(inputs: readonly TokenInput[], size: BatchSize, store: ParameterStore): Promise<Feeds> {
    const { width } = this.#encoder;
    const vectors = new Float32Array(size.batch * size.length * width);
    for (const [row, input] of inputs.entries())
      vectors.set(await this.#statesOf(input, store), row * size.length * width);
    return { vectors, mask: batchInputs(inputs, this.#of.reader, size).mask };
  }

  async #statesOf(input: TokenInput, store: ParameterStore): Promise<Float32Array> {
    const key = keyOf(input);
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const number = this.#groupOf.get(key);
    invariant(number !== undefined, 'frozen states: an input that nobody announced');
    const group = Array.from(this.#groups[number]!, (i) => this.#inputs[i]!);
    const found = await this.#forward(store).run(group);
    for (const [i, states] of found.entries()) this.#states.set(keyOf(group[i]!), states);
    return this.#states.get(key)!;
  }

  #forward(store: ParameterStore): BatchedForward<TokenInput> {
    const known = this.#forwards.get(store);
    if (known !== undefined) return known;
    const { width } = this.#encoder;
    const forward = new BatchedForward<TokenInput>(store, {
      model: readerOnly(this.#encoder),
      reader: this.#of.reader,
      task: 'states',
      output: 'states',
      longest: this.#of.longest,
      batchTokens: BATCH_TOKENS,
      split: (states, inputs, { length }, starts) =>
        inputs.map(({ ids }, row) => {
          const start = (starts?.[row] ?? row * length) * width;
          return states.slice(start, start + ids.length * width);
        }),
    });
    this.#forwards.set(store, forward);
    return forward;
  }

  /** Ends the programs on that store; the states stay. */
  async dispose(store: ParameterStore): Promise<void> {
    await this.#forwards.get(store)?.dispose();
    this.#forwards.delete(store);
  }
}

const keyOf = ({ ids, mentions }: TokenInput): string =>
  [ids, mentions ?? []].map((all) => all.join(' ')).join('|');

/** Returns a model that only reads the front. */
const readerOnly = (front: Front): Pick<Model, 'inputs' | 'forward' | 'packs'> => ({
  packs: front.packs,
  inputs: (size) => front.inputs(size),
  forward: (params, inputs) => ({ states: front.read(params, inputs, undefined).x }),
});
