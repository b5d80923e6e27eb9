import { describe, expect, it } from 'vitest';
import { AssertionRules, BlockingContext, HeadingRules } from '../../../main/text/rule-schemas.ts';
import { loadRules } from '../../../main/text/rules.ts';
import { buildSectionFinder } from '../../../main/text/sections.ts';

describe('shipped rules', () => {
  const rules = loadRules();

  it('parse, and every section kind but none is left without a heading', () => {
    const kinds = Object.keys(rules.headings.headings);
    expect(kinds).toHaveLength(16);
    expect(rules.assertion.triggers.length).toBeGreaterThan(10);
  });

  it('name only known headings in `inside`', () => {
    const finder = buildSectionFinder(rules.headings);
    expect(Object.keys(rules.headings.inside).filter((word) => finder.kindOf(word) === undefined)).toEqual(
      [],
    );
  });

  it('have no word twice in a list of triggers', () => {
    for (const { about, words } of rules.assertion.triggers) {
      expect(
        words.filter((word, i) => words.indexOf(word) !== i),
        about,
      ).toEqual([]);
    }
  });
});

describe('schemas', () => {
  it('refuse unknown members and kinds', () => {
    expect(HeadingRules.safeParse({ headings: { nowhere: { strong: ['x'] } }, inside: {} }).success).toBe(
      false,
    );
    const { assertion } = loadRules();
    expect(AssertionRules.safeParse({ ...assertion, more: 1 }).success).toBe(false);
  });

  it('refuse a blocking context without names or without context', () => {
    expect(BlockingContext.safeParse({ names: ['痛经'] }).success).toBe(false);
    expect(BlockingContext.safeParse({ before: ['疼'] }).success).toBe(false);
    expect(BlockingContext.safeParse({ names: ['痛经'], before: ['疼'] }).success).toBe(true);
  });

  it('refuse a heading that stands twice', () => {
    const headings = { plan: { strong: ['处理'], weak: [] }, other: { strong: ['处理'], weak: [] } };
    expect(() =>
      buildSectionFinder({
        headings,
        letters: {},
        inside: {},
        endings: {},
        spoken: {},
        relatives: '',
        content: { within: [], history: [], openings: [], kinds: {} },
      }),
    ).toThrow('处理');
  });
});
