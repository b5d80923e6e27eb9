/** The side of `Peer` that does the work: steps as standard input asks for. */
import { createInterface } from 'node:readline';
import type { Precision } from '../../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import { createSchedule } from '../../../main/engine/train/learning-rate.ts';
import { orderOf } from '../../../main/engine/train/packed-order.ts';
import type { TaskRun } from '../../../main/engine/train/task-run.ts';
import { Updates } from '../../../main/engine/train/updates.ts';

/** One step; returns how much it read, in tokens or texts. */
export type CountedStep = () => Promise<number>;

/**
 * Prints one JSON line when the first step is done, then a line of times for each line that says how many to do. Ends
 * the process.
 * @param started start of the process by `performance.now`
 */
export async function answerTurns(started: number, prepare: () => Promise<CountedStep>): Promise<never> {
  const opened = performance.now();
  const step = await prepare();
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
}

/** Returns the updates of a task as steps. */
export async function updatesOf(
  task: TaskRun,
  {
    threads,
    precision,
    accumulation = 1,
  }: { readonly threads: number; readonly precision?: Precision; readonly accumulation?: number },
): Promise<CountedStep> {
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads, precision });
  const store = executor.createStore(task.parameters);
  await store.write(task.initial);
  const optimizer = store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 });
  const schedule = createSchedule({ kind: 'constant', peak: 1e-4, warmupShare: 0 }, 10_000);
  const trainee = { task, store, optimizer, order: orderOf(task, 1) };
  const updates = new Updates(trainee, { seed: 1, accumulation, schedule });
  let count = 0;
  return async () => {
    const { loss, applied, tokens } = await updates.next(count++);
    if (!applied || !Number.isFinite(loss)) throw new Error(`step ${count}: loss ${loss}`);
    return tokens;
  };
}
