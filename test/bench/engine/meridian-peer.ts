/**
 * A process that runs one bench case on one executor. Arguments: the executor's name and the case as JSON. Prints one
 * JSON line when the first step is done, then a line of step times for each line that says how many to run.
 */
const started = performance.now() - process.uptime() * 1000;

import { createInterface } from 'node:readline';
import { parseExecutor } from '../../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import type { BenchCase } from './cases.ts';
import { prepare } from './workload.ts';

const [name = '', json = '', threads = '', given] = process.argv.slice(2);
const precision = given === 'mixed-int8' ? given : 'float32';
const bench = JSON.parse(json) as BenchCase; // safe: the bench wrote it
const opened = performance.now();
const executor = await openExecutor({ ...parseExecutor(name), threads: Number(threads), precision }).catch(
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
const step = await prepare(bench, executor);
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
