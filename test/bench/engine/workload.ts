/** A bench case as Meridian runs it: through the training loop's own updates, or a compiled forward program. */
import { type Initialiser, initialise } from '../../../main/engine/layers/initialisers.ts';
import type { ParamSpec } from '../../../main/engine/layers/params.ts';
import { RandomStream } from '../../../main/engine/layers/random.ts';
import { BertConfig } from '../../../main/engine/models/bert/config.ts';
import { bertPretraining } from '../../../main/engine/models/bert/pretraining.ts';
import type { BatchSize, Model } from '../../../main/engine/models/model.ts';
import { TaggerConfig } from '../../../main/engine/models/tagger/config.ts';
import { tagger } from '../../../main/engine/models/tagger/model.ts';
import type { Executor, Feeds, ParameterStore } from '../../../main/engine/runtime/program.ts';
import { DataOrder, type PlannedBatch } from '../../../main/engine/train/data-order.ts';
import { createSchedule } from '../../../main/engine/train/learning-rate.ts';
import { Updates } from '../../../main/engine/train/updates.ts';
import type { BenchCase, BertInferenceCase, BertTrainingCase, TaggerTrainingCase } from './cases.ts';

const SEED = 1;
/** Distinct batches; more steps than these are another epoch. */
const BATCHES = 4;
const STEPS = 10_000;
const MASKED = { objective: 'mlm', pair: 'none', packed: false } as const;

/** One training step, or one forward pass. */
export type Step = () => Promise<void>;

export async function prepare(bench: BenchCase, executor: Executor): Promise<Step> {
  switch (bench.kind) {
    case 'bert-training':
      return training(executor, bench, bertModel(bench), bertBatch(bench), {
        learningRate: 1e-4,
        weightDecay: 0.01,
      });
    case 'tagger-training':
      return training(executor, bench, taggerModel(bench), taggerBatch(bench), {
        learningRate: 2e-3,
        weightDecay: 0,
      });
    case 'bert-inference':
      return inference(executor, bench);
  }
}

function bertConfig({ vocab, width, layers, heads }: BertTrainingCase | BertInferenceCase, dropout: number) {
  return BertConfig.parse({
    vocab_size: vocab,
    hidden_size: width,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    intermediate_size: 4 * width,
    hidden_dropout_prob: dropout,
    attention_probs_dropout_prob: dropout,
  });
}

function bertModel(bench: BertTrainingCase): Model {
  const { loss, dropout } = bench;
  const bert = bertConfig(bench, dropout);
  if (loss.kind === 'mlm') return bertPretraining({ bert, ...MASKED });
  const front = { kind: 'bert', bert };
  return tagger(
    TaggerConfig.parse({ front, middle: { kind: 'none' }, head: 'softmax', tags: bioes(loss.tags), dropout }),
  );
}

/** Types whose BIOES tags and O are `tags` in number. */
const bioes = (tags: number) => ({
  types: Array.from({ length: (tags - 1) / 4 }, (_, index) => `type${index}`),
  scheme: 'BIOES',
});

function taggerModel({ cell, vocab, embedding, hidden, layers, tags, dropout }: TaggerTrainingCase): Model {
  return tagger(
    TaggerConfig.parse({
      front: { kind: 'embedding', vocabSize: vocab, size: embedding },
      middle: { kind: cell, layers, hiddenSize: hidden, dropout },
      head: 'crf',
      tags: bioes(tags),
      dropout,
    }),
  );
}

async function storeOf(executor: Executor, specs: readonly ParamSpec[]): Promise<ParameterStore> {
  const store = executor.createStore(specs);
  for (const { name, shape, init } of specs)
    await store.write({ [name]: initialise(init, shape, { seed: SEED, name }) });
  return store;
}

async function training(
  executor: Executor,
  { batch, length }: BatchSize,
  model: Model,
  feeds: (batch: PlannedBatch) => Feeds,
  { learningRate, weightDecay }: { readonly learningRate: number; readonly weightDecay: number },
): Promise<Step> {
  const store = await storeOf(executor, model.params);
  const optimizer = store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay });
  const lengths = new Int32Array(batch * BATCHES).fill(length);
  const trainee = {
    task: { model, feeds, tokens: () => batch * length, weight: () => batch },
    store,
    optimizer,
    order: new DataOrder(lengths, [{ batch, length }], SEED),
  };
  const schedule = createSchedule({ kind: 'constant', peak: learningRate, warmupShare: 0 }, STEPS);
  const updates = new Updates(trainee, { seed: SEED, accumulation: 1, schedule });
  let count = 0;
  return async () => {
    const { loss, applied } = await updates.next(count++);
    if (!applied || !Number.isFinite(loss)) throw new Error(`step ${count}: loss ${loss}`);
  };
}

async function inference(executor: Executor, bench: BertInferenceCase): Promise<Step> {
  const model = bertPretraining({ bert: bertConfig(bench, 0), ...MASKED });
  // biases of zeros would be left out of a frozen graph
  const random: Initialiser = { kind: 'normal', std: 0.02 };
  const specs = model.params.map((spec) => (spec.name.endsWith('.bias') ? { ...spec, init: random } : spec));
  const store = await storeOf(executor, specs);
  const size = { batch: bench.batch, length: bench.length };
  const program = await store.compile({
    inputs: model.inputs(size),
    build: (params, inputs) => {
      const { hidden } = model.forward(params, inputs);
      return { hidden: hidden! };
    },
    weights: bench.weights,
  });
  const feeds = bertInputsOf(bench);
  return async () => {
    const { hidden } = await program.run(feeds);
    if (!Number.isFinite(hidden!.data[0])) throw new Error('the result is not finite');
  };
}

const random = new RandomStream({ seed: SEED, purpose: 'bench' });
const integers = (count: number, below: number): Int32Array =>
  Int32Array.from({ length: count }, () => random.below(below));

function bertInputsOf({ batch, length, vocab }: BertTrainingCase | BertInferenceCase): Feeds {
  const count = batch * length;
  return { ids: integers(count, vocab), types: new Int32Array(count), mask: new Int32Array(count).fill(1) };
}

/** Batches made beforehand: reading data is not what is measured. */
function bertBatch(bench: BertTrainingCase): () => Feeds {
  const { batch, length, vocab, loss } = bench;
  return inTurn(() => {
    const inputs = bertInputsOf(bench);
    if (loss.kind === 'tags') return { ...inputs, tags: integers(batch * (length - 2), loss.tags) };
    const { places } = loss;
    return {
      ...inputs,
      mlmPositions: Int32Array.from(
        { length: batch * places },
        (_, i) => Math.floor(i / places) * length + Math.floor(((i % places) * length) / places),
      ),
      mlmLabels: integers(batch * places, vocab),
      mlmWeights: new Float32Array(batch * places).fill(1),
    };
  });
}

function taggerBatch({ batch, length, vocab, tags }: TaggerTrainingCase): () => Feeds {
  const count = batch * length;
  return inTurn(() => ({
    ids: integers(count, vocab),
    mask: new Int32Array(count).fill(1),
    tags: integers(count, tags),
  }));
}

function inTurn(make: () => Feeds): () => Feeds {
  const made = Array.from({ length: BATCHES }, make);
  let next = 0;
  return () => made[next++ % BATCHES]!;
}
