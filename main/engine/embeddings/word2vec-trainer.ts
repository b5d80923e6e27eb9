/** Samples CBOW and skip-gram examples from blocks of sentences for the kernel. */
import type { Word2VecSettings } from '../../../shared/domain/embeddings.ts';
import type { BlockLoss, BlockTrainer } from './block-trainer.ts';
import { type CorpusBlocks, MAX_SENTENCE } from './encoded-corpus.ts';
import { ExamplePlan } from './example-plan.ts';
import { RandomSupply } from './random-supply.ts';
import type { RowMemory } from './row-memory.ts';
import { type AliasTable, aliasTable, drawAlias, keepLimits } from './sampling.ts';

const TWO_POW_32 = 2 ** 32;

export interface Word2VecTask {
  readonly method: 'word2vec';
  readonly settings: Word2VecSettings;
  /** Tables 0: vectors, 1: targets. */
  readonly memory: RowMemory;
  readonly corpus: CorpusBlocks;
  /** Occurrences of each token. */
  readonly counts: Float64Array;
}

/**
 * Trains as gensim does: rare tokens are removed beforehand, frequent ones subsampled, windows shrink at random to
 * between 1 and `window`, and the learning rate falls by block. The samples of a block depend only on the seed and
 * its number.
 */
export class Word2VecTrainer implements BlockTrainer {
  readonly #task: Word2VecTask;
  readonly #negatives: AliasTable;
  readonly #keep: Float64Array;
  readonly #random: RandomSupply;
  readonly #plan: ExamplePlan;
  /** Tokens of the current sentence that were not skipped. */
  readonly #sentence: Int32Array;
  #alpha = 0;

  constructor(task: Word2VecTask, worker: number) {
    const { settings, counts } = task;
    this.#task = task;
    this.#negatives = aliasTable(counts.map((count) => count ** settings.negativeExponent));
    this.#keep = keepLimits(counts, settings.sample);
    this.#random = new RandomSupply(settings.seed, 'word2vec');
    this.#plan = new ExamplePlan(task.memory, worker);
    this.#sentence = new Int32Array(MAX_SENTENCE);
  }

  train(block: number): BlockLoss {
    const { corpus, settings } = this.#task;
    const blocks = corpus.starts.length - 1;
    const [epoch, place] = [Math.floor(block / blocks), block % blocks];
    const share = corpus.tokensBefore[place]! / corpus.tokensBefore[blocks]!;
    this.#alpha = alphaAt((epoch + share) / settings.epochs, settings);
    this.#random.begin(block);
    this.#trainSentences(corpus.ids, corpus.starts[place]!, corpus.starts[place + 1]!);
    this.#plan.flush(this.#alpha);
    return this.#plan.takeLoss();
  }

  /** Trains on whole sentences, each ended by a negative number. */
  #trainSentences(ids: Int32Array, from: number, to: number): void {
    const [keep, random, sentence] = [this.#keep, this.#random, this.#sentence];
    let length = 0;
    for (let at = from; at < to; at++) {
      const id = ids[at]!;
      if (id < 0) {
        this.#trainSentence(length);
        length = 0;
      } else if (random.word() < keep[id]!) sentence[length++] = id;
    }
  }

  #trainSentence(length: number): void {
    const { window, architecture } = this.#task.settings;
    const random = this.#random;
    for (let centre = 0; centre < length; centre++) {
      const reach = window - Math.floor((random.word() * window) / TWO_POW_32);
      const first = Math.max(0, centre - reach);
      const last = Math.min(length - 1, centre + reach);
      if (first === last) continue;
      if (architecture === 'cbow') this.#predictFrom(first, last, centre);
      else {
        for (let context = first; context <= last; context++) {
          if (context !== centre) this.#predictFrom(context, context, centre);
        }
      }
    }
  }

  /** Adds an example: the token at `centre` is predicted from those at `first` … `last`. */
  #predictFrom(first: number, last: number, centre: number): void {
    const [plan, random, sentence, negatives] = [this.#plan, this.#random, this.#sentence, this.#negatives];
    const { negative } = this.#task.settings;
    const between = first <= centre && centre <= last ? 1 : 0;
    const contexts = last - first + 1 - between;
    if (!plan.hasRoom(contexts, negative + 1)) plan.flush(this.#alpha);
    plan.begin(contexts);
    for (let place = first; place <= last; place++) {
      if (place !== centre) plan.context(sentence[place]!);
    }
    const occurred = sentence[centre]!;
    plan.beginTargets();
    plan.target(occurred);
    for (let draw = 0; draw < negative; draw++) {
      const drawn = drawAlias(negatives, random.word());
      if (drawn !== occurred) plan.target(drawn);
    }
  }
}

/** Returns the learning rate after a share `progress` of all words. */
const alphaAt = (progress: number, { alpha, minAlpha }: Word2VecSettings): number =>
  Math.max(minAlpha, alpha - (alpha - minAlpha) * progress);
