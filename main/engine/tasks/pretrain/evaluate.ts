/** Evaluates the guesses of all objectives on dev texts, the same ones every time. */
import { invariant } from '../../../../shared/assert.ts';
import type { GuessScores } from '../../../../shared/domain/pretraining.ts';
import { type BertPretrainingConfig, guessSums } from '../../models/bert/pretraining.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import { type ParameterStore, type Program, ProgramCache } from '../../runtime/program.ts';
import type { PlannedBatch } from '../../train/data-order.ts';
import { forwardLengths, planBatches } from '../forward-batches.ts';
import type { Examples } from './examples.ts';

const BATCH_TOKENS = 4096;

export interface EvaluatorSettings {
  readonly model: Model;
  readonly config: BertPretrainingConfig;
  readonly examples: Examples;
  /** Tokens of the longest sequences. */
  readonly longest: number;
}

/** Sums over batches, by name in the result of `guessSums`. */
type Sums = Map<string, number>;

export class PretrainForward {
  readonly #store: ParameterStore;
  readonly #settings: EvaluatorSettings;
  readonly #batches: readonly PlannedBatch[];
  readonly #programs = new ProgramCache<Program>();

  constructor(store: ParameterStore, settings: EvaluatorSettings) {
    this.#store = store;
    this.#settings = settings;
    const { examples, longest } = settings;
    this.#batches = planBatches([...examples.lengths], forwardLengths(longest), BATCH_TOKENS);
  }

  /**
   * Scores by kind of guesses, those of the first objective first.
   * @param between called before each batch; ends the work by throwing
   */
  async scores(between: () => void = () => undefined): Promise<Map<string, GuessScores>> {
    const { examples, model } = this.#settings;
    const sums: Sums = new Map();
    for (const batch of this.#batches) {
      between();
      const feeds = examples.feeds(batch, 0, model);
      const found = await (await this.#program(batch.size)).run(feeds);
      for (const [name, { data }] of Object.entries(found)) sums.set(name, (sums.get(name) ?? 0) + data[0]!);
    }
    const kinds = [...sums.keys()].flatMap((name) => (name.endsWith('.count') ? [name.slice(0, -6)] : []));
    return new Map(kinds.map((kind) => [kind, scoresOf(kind, sums)]));
  }

  #program(size: BatchSize): Promise<Program> {
    const { model, config } = this.#settings;
    const key = `pretrain/guesses/${size.batch}x${size.length}`;
    return this.#programs.get(key, () =>
      this.#store.compile({
        key,
        inputs: [...model.inputs(size), ...model.targets(size)],
        build: (params, inputs) => guessSums(params, inputs, config),
      }),
    );
  }

  /** Ends the programs; the store stays. */
  async dispose(): Promise<void> {
    await this.#programs.dispose();
  }
}

function scoresOf(kind: string, sums: Sums): GuessScores {
  const sum = (name: string) => {
    const found = sums.get(`${kind}.${name}`);
    invariant(found !== undefined, `pre-training: a program gave no ${kind}.${name}`);
    return found;
  };
  const guesses = sum('count');
  return {
    loss: sum('loss') / Math.max(1, guesses),
    accuracy: sum('right') / Math.max(1, guesses),
    guesses,
  };
}
