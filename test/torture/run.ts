/**
 * `npm run torture -- --kills 1000`, `npm run torture -- --fuzz 1000000 [--seed 1]`, `--pairs 100`: prints what is promised, how often it
 * was tried and how often it failed. `--only` chooses scenarios or readers by a part of their name.
 */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
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
  const results = await fuzz(Number(values.fuzz), Number(values.seed), { only: values.only });
  table(
    'reader | inputs | seeds found | slowest, ms | failures',
    results.map(({ name, inputs, found, slowestMs, failures }) => [
      name,
      inputs,
      found,
      Math.round(slowestMs),
      failures.size,
    ]),
  );
  for (const { name, failures } of results)
    for (const [kind, { input }] of failures) console.log(`${name}: ${kind}: ${input}`);
  if (results.some(({ failures }) => failures.size > 0)) process.exitCode = 1;
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
