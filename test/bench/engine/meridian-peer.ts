/** A process that runs one bench case on one executor. Arguments: the executor's name, the case as JSON, threads. */
const started = performance.now() - process.uptime() * 1000;

import { parseExecutor } from '../../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../../main/engine/runtime/executors.ts';
import type { BenchCase } from './cases.ts';
import { answerTurns } from './turns.ts';
import { prepare } from './workload.ts';

const [name = '', json = '', threads = ''] = process.argv.slice(2);
const bench = JSON.parse(json) as BenchCase; // safe: the bench wrote it
const precision = bench.kind === 'bert-training' ? bench.precision : undefined;
await answerTurns(started, async () => {
  const executor = await openExecutor({ ...parseExecutor(name), threads: Number(threads), precision }).catch(
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
  const step = await prepare(bench, executor);
  return async () => {
    await step();
    return bench.batch * bench.length;
  };
});
