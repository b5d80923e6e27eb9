/** Evaluates guesses of masked dev tokens, the same ones every time, and of segment pairs. */
import { invariant } from '../../../../shared/assert.ts';
import { type BertPretrainingConfig, pretrainingGuesses } from '../../models/bert/pretraining.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import { type HostTensor, type ParameterStore, type Program, ProgramCache } from '../../runtime/program.ts';
import type { PlannedBatch } from '../../train/data-order.ts';
import { forwardLengths, planBatches } from '../forward-batches.ts';
import type { Examples } from './examples.ts';

const BATCH_TOKENS = 4096;

export interface GuessScores {
  /** Mean cross entropy of a hidden token, in nats. */
  readonly loss: number;
  readonly accuracy: number;
  /** Hidden tokens. */
  readonly guesses: number;
  readonly pairs?: { readonly loss: number; readonly accuracy: number };
}

export interface EvaluatorSettings {
  readonly model: Model;
  readonly config: BertPretrainingConfig;
  readonly examples: Examples;
  /** Tokens of the longest sequences. */
  readonly longest: number;
}

/** Sums over batches. */
interface Sums {
  loss: number;
  right: number;
  guesses: number;
  pairLoss: number;
  pairsRight: number;
  pairs: number;
}

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

  /** @param between called before each batch; ends the work by throwing */
  async scores(between: () => void = () => undefined): Promise<GuessScores> {
    const { examples, model, config } = this.#settings;
    const sums: Sums = { loss: 0, right: 0, guesses: 0, pairLoss: 0, pairsRight: 0, pairs: 0 };
    for (const batch of this.#batches) {
      between();
      const feeds = examples.feeds(batch, 0, model);
      const found = await (await this.#program(batch.size)).run(feeds);
      addGuesses(sums, found, feeds);
      if (config.pair !== 'none') addPairs(sums, found, feeds, batch.examples.length);
    }
    const { loss, right, guesses, pairs, pairLoss, pairsRight } = sums;
    return {
      loss: loss / Math.max(1, guesses),
      accuracy: right / Math.max(1, guesses),
      guesses,
      ...(pairs === 0 ? {} : { pairs: { loss: pairLoss / pairs, accuracy: pairsRight / pairs } }),
    };
  }

  #program(size: BatchSize): Promise<Program> {
    const { model, config } = this.#settings;
    const key = `pretrain/guesses/${size.batch}x${size.length}`;
    return this.#programs.get(key, () =>
      this.#store.compile({
        key,
        inputs: [...model.inputs(size), ...model.targets(size)],
        build: (params, inputs) => pretrainingGuesses(params, inputs, config),
      }),
    );
  }

  /** Ends the programs; the store stays. */
  async dispose(): Promise<void> {
    await this.#programs.dispose();
  }
}

type Outputs = Readonly<Record<string, HostTensor>>;
type Arrays = Readonly<Record<string, ArrayLike<number>>>;

function addGuesses(sums: Sums, { losses, guesses }: Outputs, { mlmLabels, mlmWeights }: Arrays): void {
  invariant(losses !== undefined && guesses !== undefined, 'pre-training: a program gave no guesses');
  for (let place = 0; place < losses.data.length; place++) {
    if (mlmWeights![place] === 0) continue;
    sums.guesses++;
    sums.loss += losses.data[place]!;
    if (guesses.data[place] === mlmLabels![place]) sums.right++;
  }
}

function addPairs(sums: Sums, { pairs }: Outputs, { pairLabels }: Arrays, rows: number): void {
  invariant(pairs !== undefined, 'pre-training: a program gave no pairs');
  for (let row = 0; row < rows; row++) {
    const [inOrder = 0, not = 0] = pairs.data.slice(2 * row, 2 * row + 2);
    const label = pairLabels![row]!;
    const margin = label === 1 ? not - inOrder : inOrder - not;
    sums.pairs++;
    sums.pairLoss += Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin); // -log σ(margin)
    if (margin > 0) sums.pairsRight++;
  }
}
