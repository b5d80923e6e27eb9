import { describe, expect, it } from 'vitest';
import { loadRules } from '../../../main/text/rules.ts';
import { buildSectionFinder } from '../../../main/text/sections.ts';
import { judgeFixture, readAssertionFixture, score } from '../../helpers/assertion-fixture.ts';

/** A little under what the rules reach: 98.2 % on the whole file. */
const FLOOR = 0.97;

const items = readAssertionFixture();

describe('labelled assertion sentences', () => {
  it('have offsets that cut out the words they name', () => {
    const wrong = items.flatMap(({ id, text, mentions }) =>
      mentions.filter((m) => text.slice(m.start, m.end) !== m.text).map((m) => `${id} ${m.text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have different ids, mentions in every line, no span twice', () => {
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
    for (const { id, mentions } of items) {
      expect(new Set(mentions.map((m) => `${m.start}-${m.end}`)).size, id).toBe(mentions.length);
    }
  });

  it('name sections by known headings', () => {
    const finder = buildSectionFinder(loadRules().headings);
    const unknown = items.filter(
      (item) => item.section !== null && finder.kindOf(item.section) === undefined,
    );
    expect(unknown.map((item) => item.section)).toEqual([]);
  });

  it(`are told apart with a macro F1 of at least ${FLOOR}`, () => {
    expect(score(judgeFixture(items)).macroF1).toBeGreaterThan(FLOOR);
  });
});
