/**
 * Runs a task's updates as standard input asks for: prints one JSON line when the first is done, then a line of times
 * and real tokens for each line that says how many to run. Ends the process.
 */
import { createInterface } from 'node:readline';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import { createSchedule } from '../../../main/engine/train/learning-rate.ts';
import { orderOf } from '../../../main/engine/train/packed-order.ts';
import type { TaskRun } from '../../../main/engine/train/task-run.ts';
import { Updates } from '../../../main/engine/train/updates.ts';

export async function answerTurns(
  task: TaskRun,
  {
    threads,
    accumulation = 1,
    started,
  }: {
    readonly threads: number;
    readonly accumulation?: number;
    /** Start of the process by `performance.now`. */
    readonly started: number;
  },
): Promise<never> {
  const opened = performance.now();
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads });
  const store = executor.createStore(task.parameters);
  await store.write(task.initial);
  const optimizer = store.createOptimizer({ beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 });
  const schedule = createSchedule({ kind: 'constant', peak: 1e-4, warmupShare: 0 }, 10_000);
  const trainee = { task, store, optimizer, order: orderOf(task, 1) };
  const updates = new Updates(trainee, { seed: 1, accumulation, schedule });
  let count = 0;
  const step = async (): Promise<number> => {
    const { loss, applied, tokens } = await updates.next(count++);
    if (!applied || !Number.isFinite(loss)) throw new Error(`step ${count}: loss ${loss}`);
    return tokens;
  };
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
