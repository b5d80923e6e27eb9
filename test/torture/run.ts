/** `npm run torture -- --kills 1000`: prints what is promised, how often it was tried and how often it failed. */
import { parseArgs } from 'node:util';
import { canKill, kills } from './kills.ts';
import { SCENARIOS } from './scenarios.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string' }, only: { type: 'string', default: '' } },
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
