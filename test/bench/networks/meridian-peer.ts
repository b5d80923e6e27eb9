/**
 * A process that runs one case on onnxruntime's cpu provider through the training loop's own updates. Argument: the
 * case as JSON. Prints one JSON line when the first step is done, then a line of step times for each line that says how
 * many to run.
 */
const started = performance.now() - process.uptime() * 1000;

import { createInterface } from 'node:readline';
import { initialise } from '../../../main/engine/layers/initialisers.ts';
import { RandomStream } from '../../../main/engine/layers/random.ts';
import type { Model } from '../../../main/engine/models/model.ts';
import { TextClassifierConfig } from '../../../main/engine/models/text-classifier/config.ts';
import { textClassifier } from '../../../main/engine/models/text-classifier/model.ts';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import type { ParameterStore } from '../../../main/engine/runtime/program.ts';
import { DataOrder } from '../../../main/engine/train/data-order.ts';
import { createSchedule } from '../../../main/engine/train/learning-rate.ts';
import { Updates } from '../../../main/engine/train/updates.ts';
import type { NetworkCase } from './case.ts';

const SEED = 1;
const STEPS = 10_000;

const bench = JSON.parse(process.argv[2] ?? '') as NetworkCase; // safe: the bench wrote it
const opened = performance.now();
const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads: bench.threads });
const model = modelOf(bench);
const updates = await prepare(model, executor.createStore(model.params));
let count = 0;
await step();
const ready = performance.now();
console.log(JSON.stringify({ first: ready - opened, start: ready - started }));
for await (const line of createInterface({ input: process.stdin })) {
  const times: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < Number(line); i++) {
    const [begin, used] = [performance.now(), process.cpuUsage()];
    await step();
    const { user, system } = process.cpuUsage(used);
    times.push(performance.now() - begin);
    cpu.push((user + system) / 1000);
  }
  console.log(JSON.stringify({ times, cpu, peak: process.resourceUsage().maxRSS * 1024 }));
}
process.exit(0);

async function step(): Promise<void> {
  const { loss, applied } = await updates.next(count++);
  if (!applied || !Number.isFinite(loss)) throw new Error(`step ${count}: loss ${loss}`);
}

function modelOf({ vocab, embedding, hidden, layers, dense, labels, dropout }: NetworkCase): Model {
  return textClassifier(
    TextClassifierConfig.parse({
      front: { kind: 'embedding', vocabSize: vocab, size: embedding },
      body: { kind: 'staresgru-cnn', hiddenSize: hidden, layers, dense },
      labels: Array.from({ length: labels }, (_, i) => `label ${i}`),
      mode: 'single',
      dropout,
      frontDropout: dropout,
    }),
  );
}

async function prepare(model: Model, store: ParameterStore): Promise<Updates> {
  for (const { name, shape, init } of model.params)
    await store.write({ [name]: initialise(init, shape, { seed: SEED, name }) });
  const { batch, part, length, vocab, labels } = bench;
  const random = new RandomStream({ seed: SEED, purpose: 'bench' });
  const integers = (many: number, below: number) =>
    Int32Array.from({ length: many }, () => random.below(below));
  const feeds = {
    ids: integers(part * length, vocab),
    mask: new Int32Array(part * length).fill(1),
    labels: integers(part, labels),
  };
  const trainee = {
    task: { model, feeds: () => feeds, tokens: () => part * length, weight: () => part },
    store,
    optimizer: store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 }),
    order: new DataOrder(new Int32Array(batch).fill(length), [{ batch: part, length }], SEED),
  };
  const schedule = createSchedule({ kind: 'constant', peak: 1e-3, warmupShare: 0 }, STEPS);
  return new Updates(trainee, { seed: SEED, accumulation: batch / part, schedule });
}
