/** Counts false findings of the strict search on public texts that hold no patient. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isPossible } from '../../../shared/domain/deid.ts';
import { detector, isTerm } from '../../helpers/deid.ts';
import { haveSets, setRows } from '../../helpers/public-data.ts';

/** Findings per 1,000 characters, a little over what was measured: textbooks with references, questions, records. */
const SETS = [
  { set: 'ner_cmeee', ceiling: 2 },
  { set: 'ner_cmedqaner', ceiling: 2 },
  { set: 'ner_ccks2017_emr', ceiling: 0.5 },
];
const Row = z.object({ text: z.string() });
const CHARACTERS = 30_000;

it
  .skipIf(
    !haveSets(
      SETS.map(({ set }) => set),
      'false findings of the strict search',
    ),
  )
  .each(SETS)('$set', ({ set, ceiling }) => {
  let characters = 0;
  let found = 0;
  for (const row of setRows(set, 'dev')) {
    const { text } = Row.parse(row);
    characters += text.length;
    found += detector.detect(text, { isTerm, level: 'strict' }).filter(isPossible).length;
    if (characters > CHARACTERS) break;
  }
  expect((1000 * found) / characters).toBeLessThan(ceiling);
  expect(found).toBeGreaterThan(0);
});
