/** Some mutated files for every reader; `npm run torture -- --fuzz 1000000` tries more. */
import { expect, it } from 'vitest';
import { AppError } from '../../shared/result.ts';
import { fuzz, fuzzReader } from './fuzz.ts';

/** Failures of every reader, apart from slowness, which depends on the machine. */
const failuresOf = async (count: number, seed: number, guided: boolean): Promise<string[]> =>
  (await fuzz(count, seed, guided)).flatMap(({ name, failures }) =>
    [...failures.keys()].filter((kind) => !kind.startsWith('slower')).map((kind) => `${name}: ${kind}`),
  );

it('readers refuse mutated files with errors for people', async () => {
  expect(await failuresOf(1200, 1, false)).toEqual([]);
});

it('readers refuse many mutated files with errors for people', { tags: ['long'] }, async () => {
  expect(await failuresOf(20_000, 2, true)).toEqual([]);
});

it('a reader that throws anything else is found', async () => {
  const read = (bytes: Uint8Array) => {
    if (bytes.length === 0) throw new AppError('bad-input', 'files.empty', { name: 'x' });
    if (bytes[0] !== 0x7b) throw new TypeError('no brace');
  };
  const { failures } = await fuzzReader({ name: 'x', seeds: [Buffer.from('{}')], read }, 200, 1);
  expect([...failures.keys()]).toEqual([expect.stringContaining('TypeError: no brace')]);
});
