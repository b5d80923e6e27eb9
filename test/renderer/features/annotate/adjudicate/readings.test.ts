/** Readings as the adjudicator sees them. */
import { expect, it } from 'vitest';
import { isAsRead, linkOf } from '../../../../../renderer/features/annotate/adjudicate/readings.ts';
import type { Reading } from '../../../../../shared/domain/adjudication.ts';
import { span } from '../annotate-items.ts';

const ICD = { system: 'icd-10', code: 'R07', name: '胸痛' };
const linked = (link: typeof ICD | undefined) => ({
  ...span(1, [[0, 2]]),
  ...(link === undefined ? {} : { link }),
});
const readingOf = (link: typeof ICD | undefined): Reading => ({
  kind: 'span',
  type: '症状',
  attributes: {},
  votes: [{ annotator: '甲', item: 1 }],
  fragments: [{ start: 0, end: 2 }],
  ...(link === undefined ? {} : { link }),
});

it('readings that differ by link are shown and told apart', () => {
  const links = [undefined, ICD, { ...ICD, code: 'R08' }, { ...ICD, system: 'kg' }, { ...ICD, name: '胸疼' }];
  expect(new Set(links.map((link) => linkOf(readingOf(link)))).size).toBe(links.length);
  for (const [i, one] of links.entries())
    for (const [j, other] of links.entries())
      expect(isAsRead({ reading: readingOf(one), item: linked(other) })).toBe(i === j);
});
