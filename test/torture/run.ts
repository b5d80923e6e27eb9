/**
 * `npm run torture -- --kills 1000`, `npm run torture -- --fuzz 1000000 [--seed 1] [--out DIR]`, `--pairs 100`: prints what is
 * promised, how often it was tried and how often it failed. `--only` chooses scenarios or readers by a part of their name.
 * A fuzzing run with the same `--out` goes on where it was cut short.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzInChunks } from './fuzz-chunks.ts';
import { canKill, kills } from './kills.ts';
import { schedule } from './pairs.ts';
import { SCENARIOS } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    fuzz: { type: 'string' },
    pairs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
});
const table = (head: string, rows: readonly (readonly unknown[])[]): void => {
  console.log(`\n| ${head} |\n|${'---|'.repeat(head.split('|').length)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
};

if (values.kills !== undefined) {
  if (!canKill()) throw new Error('kills at every change need Linux and a C compiler');
  const names = SCENARIOS.map(({ name }) => name).filter((name) => name.includes(values.only));
  const { changes, tries, failures } = await kills(names, Math.ceil(Number(values.kills) / names.length));
  table(
    'scenario | changes of files | failures',
    [...changes].map(([name, count]) => [
      name,
      count,
      failures.filter(({ scenario }) => scenario === name).length,
    ]),
  );
  table(
    'promise | tries | failures',
    [...tries].map(([name, count]) => [
      name,
      count,
      failures.filter(({ promise }) => promise === name).length,
    ]),
  );
  for (const { scenario, promise, at, problem } of failures)
    console.log(`${scenario}, change ${at}: ${promise}: ${problem}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

if (values.fuzz !== undefined) {
  const folder = values.out ?? mkdtempSync(join(tmpdir(), 'meridian-fuzzed-'));
  console.log(`outcomes and corpus: ${folder}`);
  const chunks = await fuzzInChunks(Number(values.fuzz), Number(values.seed), values.only, folder);
  const readers = [...Map.groupBy(chunks, ({ name }) => name)].map(([name, of]) => {
    const sum = (key: 'inputs' | 'found' | 'processorMs') => of.reduce((all, chunk) => all + chunk[key], 0);
    const kinds = new Map(of.flatMap(({ failures }) => failures.map(({ kind, input }) => [kind, input])));
    const perSecond = Math.round((1000 * sum('inputs')) / sum('processorMs'));
    const slowest = Math.round(Math.max(...of.map(({ slowestMs }) => slowestMs)));
    return { row: [name, sum('inputs'), perSecond, sum('found'), slowest, kinds.size], name, kinds };
  });
  table(
    'reader | inputs | a second of processor time | seeds found | slowest, ms | failures',
    readers.map(({ row }) => row),
  );
  for (const { name, kinds } of readers)
    for (const [kind, input] of kinds) console.log(`${name}: ${kind}: ${input}`);
  if (readers.some(({ kinds }) => kinds.size > 0)) process.exitCode = 1;
}

if (values.pairs !== undefined) {
  const first = Number(values.seed);
  const broken: string[] = [];
  for (let seed = first; seed < first + Number(values.pairs); seed++)
    broken.push(...(await schedule(seed)).map((problem) => `seed ${seed}: ${problem}`));
  table('schedules of two processes | failures', [[values.pairs, broken.length]]);
  for (const problem of broken) console.log(problem);
  if (broken.length > 0) process.exitCode = 1;
}
