import { expect, it } from 'vitest';
import { RandomStream } from '../../../main/engine/layers/random.ts';
import { jaroWinkler } from '../../../main/text/jaro-winkler.ts';

it.each([
  ['MARTHA', 'MARHTA', 0.9611],
  ['DIXON', 'DICKSONX', 0.8133],
  ['DWAYNE', 'DUANE', 0.84],
  ['CRATE', 'TRACE', 0.7333],
  ['', '', 1],
  ['', '肺炎', 0],
])('%s and %s as published', (a, b, wanted) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(wanted, 4);
});

/** Writes both texts with the matched characters in order and compares them place by place. */
function naive(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const left = [...b].map((char, place) => ({ char, place, used: false }));
  const first: string[] = [];
  for (const [i, char] of [...a].entries()) {
    const match = left.find((one) => !one.used && one.char === char && Math.abs(one.place - i) <= reach);
    if (match === undefined) continue;
    match.used = true;
    first.push(char);
  }
  const second = left.filter(({ used }) => used).map(({ char }) => char);
  const m = first.length;
  if (m === 0) return 0;
  const transpositions = first.filter((char, i) => char !== second[i]).length / 2;
  const jaro = (m / a.length + m / b.length + (m - transpositions) / m) / 3;
  const differs = [...a].findIndex((char, i) => char !== b[i]);
  return jaro + 0.1 * Math.min(4, differs < 0 ? a.length : differs) * (1 - jaro);
}

it('agrees with a naive version on random texts', () => {
  const random = new RandomStream({ seed: 5, purpose: 'test' });
  const text = () => Array.from({ length: random.below(9) }, () => '肺炎病毒'[random.below(4)]).join('');
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [text(), text()];
    expect(jaroWinkler(a, b), `${a} ${b}`).toBeCloseTo(naive(a, b), 12);
  }
});
