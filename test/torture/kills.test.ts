/** A few kills of every scenario; `npm run torture -- --kills 1000` tries more. */
import { expect, it } from 'vitest';
import { canKill, kills } from './kills.ts';
import { schedule } from './pairs.ts';
import { SCENARIOS } from './scenarios.ts';

const survives = async (name: string, count: number) => {
  const { tries, failures } = await kills([name], count);
  expect(failures).toEqual([]);
  expect(tries.get('work goes on')).toBe(count);
};

const SHORT = 'annotation, undo, redo';
it.runIf(canKill())(`${SHORT}: a kill at any change of a file breaks no promise`, () => survives(SHORT, 4));
it.runIf(canKill()).each(SCENARIOS.map(({ name }) => name))(
  '%s: kills at changes of files break no promise',
  { tags: ['long'] },
  (name) => survives(name, 12),
);

it('two processes that act and are killed at random lose nothing', { tags: ['long'] }, async () => {
  for (const seed of [1, 2, 3, 4]) expect(await schedule(seed)).toEqual([]);
});
