/**
 * A process that pre-trains on a corpus through the training loop's own updates. Argument: the case as JSON. Prints one
 * JSON line when the first step is done, then a line of step times and real tokens for each line that says how many
 * steps to run.
 */
const started = performance.now() - process.uptime() * 1000;

import { createInterface } from 'node:readline';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import { preparePretrain } from '../../../main/engine/tasks/pretrain/run.ts';
import { DataOrder } from '../../../main/engine/train/data-order.ts';
import { createSchedule } from '../../../main/engine/train/learning-rate.ts';
import { Updates } from '../../../main/engine/train/updates.ts';
import { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import type { PretrainingCase } from './case.ts';
import { documentsOf } from './corpus.ts';
import { madeUpKnowledge } from './made-up-graph.ts';

const bench = JSON.parse(process.argv[2] ?? '') as PretrainingCase; // safe: the bench wrote it
const opened = performance.now();
const { encoder, length, batch, maskShare, packing, accumulation = 1, graph } = bench;
const settings = PretrainSettings.parse({
  ...{ task: 'pretrain', encoder, length, maskShare, packing, accumulation },
  ...{ batchSize: batch, batchTokens: batch * length },
  ...(graph === undefined ? {} : { model: graph.model, linking: 'sampled', pair: packing ? 'none' : 'sop' }),
});
const documents = documentsOf(bench.corpus);
const task = preparePretrain({
  ...{ settings, dev: [], devName: 'corpus' },
  ...(graph === undefined ? { train: documents } : madeUpKnowledge(documents, graph.entities)),
});
const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads: bench.threads });
const store = executor.createStore(task.parameters);
await store.write(task.initial);
const optimizer = store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 });
const order = new DataOrder(task.lengths, task.buckets, settings.seed);
const schedule = createSchedule({ kind: 'constant', peak: 1e-4, warmupShare: 0 }, 10_000);
const updates = new Updates({ task, store, optimizer, order }, { seed: 1, accumulation, schedule });
let count = 0;
await step();
const ready = performance.now();
console.log(JSON.stringify({ first: ready - opened, start: ready - started }));
for await (const line of createInterface({ input: process.stdin })) {
  const [times, cpu, tokens]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < Number(line); i++) {
    const [begin, used] = [performance.now(), process.cpuUsage()];
    tokens.push(await step());
    const { user, system } = process.cpuUsage(used);
    times.push(performance.now() - begin);
    cpu.push((user + system) / 1000);
  }
  console.log(JSON.stringify({ times, cpu, tokens, peak: process.resourceUsage().maxRSS * 1024 }));
}
process.exit(0);

/** Returns the real tokens of the step. */
async function step(): Promise<number> {
  const { loss, applied, tokens } = await updates.next(count++);
  if (!applied || !Number.isFinite(loss)) throw new Error(`step ${count}: loss ${loss}`);
  return tokens;
}
